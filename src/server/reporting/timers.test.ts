import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { after, every, within } from './timers.ts';

const logged: object[] = [];
const log = { error: (facts: object) => void logged.push(facts) };
const task = (work: () => unknown) => ({ name: 'probe', log, work });

beforeEach(() => {
  logged.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe.each([
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no'))],
])('a timer whose work %s', (_name, work: () => unknown) => {
  it('logs it and goes on', async () => {
    const timer = every(10, task(work));
    await vi.advanceTimersByTimeAsync(25);
    expect(logged).toEqual(Array(2).fill({ event: 'timer_failed', err: new Error('no'), timer: 'probe' }));
    await timer.stop();
    await vi.advanceTimersByTimeAsync(50);
    expect(logged).toHaveLength(2);
  });

  it('logs it when it runs once', async () => {
    after(10, task(work));
    await vi.advanceTimersByTimeAsync(50);
    expect(logged).toEqual([{ event: 'timer_failed', err: new Error('no'), timer: 'probe' }]);
  });
});

describe('a repeated timer', () => {
  it('does not begin again while its work lasts, and its stop waits for that', async () => {
    let begun = 0;
    let end: () => void = () => undefined;
    const timer = every(
      10,
      task(() => {
        begun += 1;
        return new Promise<void>((resolve) => (end = resolve));
      }),
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toBe(1);
    let stopped = false;
    const stopping = timer.stop().then(() => (stopped = true));
    await vi.advanceTimersByTimeAsync(10);
    expect(stopped).toBe(false);
    end();
    await stopping;
    expect(stopped).toBe(true);
  });
});

describe('a bound in time', () => {
  const late = () => new Error('late');

  it('rejects when the work lasts longer', async () => {
    const bounded = within(10, { work: () => new Promise(() => undefined), late }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    expect(await bounded).toEqual(new Error('late'));
  });

  it('answers what the work answers', async () => {
    await expect(within(10, { work: async () => 1, late })).resolves.toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
