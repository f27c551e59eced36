import { afterEach, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../store/page-sleep.ts';
import { alone } from './alone.ts';

type LockCallback = () => Promise<unknown>;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The browser's locks, as far as one request sees them. */
function withLocks(
  request: (name: string, asked: { signal: AbortSignal }, granted: LockCallback) => Promise<unknown>,
): void {
  vi.stubGlobal('navigator', { locks: { request } });
}

/** A request that is never granted ends when it is given up. */
function neverGranted(_name: string, { signal }: { signal: AbortSignal }): Promise<unknown> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
}

test('the work of one mirror is done under its lock, which lasts as long as the work', async () => {
  const steps: string[] = [];
  withLocks(async (name, _, granted) => {
    steps.push(name);
    await granted();
    steps.push('released');
  });
  const done = await alone({ name: 'malote-7' }, async (isAlone) => {
    await Promise.resolve();
    steps.push('done');
    return isAlone;
  });
  expect(done).toBe(true);
  expect(steps).toEqual(['malote sealing malote-7', 'done', 'released']);
});

test('what the work throws is thrown, and it is not done again', async () => {
  let times = 0;
  withLocks((_name, _asked, granted) => granted());
  const work = alone({ name: 'malote-7' }, async () => {
    times += 1;
    throw new Error('full');
  });
  await expect(work).rejects.toThrow('full');
  expect(times).toBe(1);
});

test('a lock that another context never gives back does not keep the work waiting for good', async () => {
  vi.useFakeTimers();
  withLocks(neverGranted);
  const work = alone({ name: 'malote-7' }, async (isAlone) => isAlone);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(await work).toBe(false);
});

test('a browser that refuses or has no locks does the work all the same', async () => {
  withLocks(() => Promise.reject(new DOMException('no', 'SecurityError')));
  expect(await alone({ name: 'malote-7' }, async (isAlone) => isAlone)).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(await alone({ name: 'malote-7' }, async (isAlone) => isAlone)).toBe(true);
});
