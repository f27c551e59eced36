import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSaver, LONGEST_MS, PAUSE_MS, isKeystroke } from './use-draft.ts';

let text = '';
let kept: { text: string; atMs: number }[] = [];
let startMs = 0;

function build(write?: (value: string, newest: () => string) => Promise<void>) {
  return createSaver<string>({
    write: async (newest) => {
      if (write === undefined) kept.push({ text: newest(), atMs: Date.now() - startMs });
      else await write(newest(), newest);
    },
    clock: () => Date.now(),
    setTimer(work, delayMs) {
      const timer = setTimeout(work, delayMs);
      return () => clearTimeout(timer);
    },
  });
}

async function type(saver: ReturnType<typeof build>, { keys, everyMs }: { keys: number; everyMs: number }) {
  for (let key = 0; key < keys; key += 1) {
    text += 'a';
    saver.changed(text);
    await vi.advanceTimersByTimeAsync(everyMs);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  startMs = Date.now();
  text = '';
  kept = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a form that saves itself', () => {
  test('saves after a pause', async () => {
    const saver = build();
    await type(saver, { keys: 1, everyMs: PAUSE_MS - 1 });
    expect(kept).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(kept).toEqual([{ text: 'a', atMs: PAUSE_MS }]);
  });

  test('while typing goes on without a pause, nothing typed is ever older than the longest wait', async () => {
    const saver = build();
    await type(saver, { keys: 100, everyMs: 100 });
    const gaps = kept.map(({ atMs }, index) => atMs - (kept[index - 1]?.atMs ?? 0));
    expect(kept.length).toBeGreaterThanOrEqual(Math.floor(10_000 / (LONGEST_MS + 100)));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(LONGEST_MS + 100);
    // If the page is killed at this moment, the device lacks at most what was typed in the longest
    // wait.
    expect(text.length - (kept.at(-1)?.text.length ?? 0)).toBeLessThanOrEqual(LONGEST_MS / 100);
  });

  test('where timers come late, because the device is busy with the typing, the change itself saves', () => {
    let nowMs = 0;
    const saver = createSaver<string>({
      write: async (newest) => void kept.push({ text: newest(), atMs: nowMs }),
      clock: () => nowMs,
      // This timer never runs: a browser that is busy with input may delay its timers.
      setTimer: () => () => undefined,
    });
    for (const typed of ['a', 'ab', 'abc', 'abcd']) {
      saver.changed(typed);
      nowMs += LONGEST_MS / 2;
    }
    expect(kept).toEqual([{ text: 'abc', atMs: LONGEST_MS }]);
  });

  test('is saved once, at once, when the page is hidden', async () => {
    const saver = build();
    await type(saver, { keys: 3, everyMs: 10 });
    await saver.flush();
    await saver.flush();
    await vi.advanceTimersByTimeAsync(LONGEST_MS);
    expect(kept).toEqual([{ text: 'aaa', atMs: 30 }]);
  });

  test('waits for a running save when it is flushed', async () => {
    let finish: () => void = () => undefined;
    const saver = build(() => new Promise((resolve) => (finish = resolve)));
    await type(saver, { keys: 1, everyMs: PAUSE_MS });
    let isDurable = false;
    const flushed = saver.flush().then(() => (isDurable = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isDurable).toBe(false);
    finish();
    await flushed;
    expect(isDurable).toBe(true);
  });

  test('saves what could not be saved with the next change', async () => {
    let isFull = true;
    const saver = build(async (value) => {
      if (isFull) throw new Error('no room');
      kept.push({ text: value, atMs: 0 });
    });
    await type(saver, { keys: 1, everyMs: PAUSE_MS });
    await expect(saver.flush()).rejects.toThrow('no room');
    isFull = false;
    await saver.flush();
    expect(kept).toEqual([{ text: 'a', atMs: 0 }]);
  });

  test('an older save that ends later does not undo a newer one, whether it succeeds or fails', async () => {
    for (const fails of [false, true]) {
      let finish: () => void = () => undefined;
      let stored = '';
      const saver = build(async (value, newest) => {
        if (value === 'a') await new Promise<void>((resolve) => (finish = resolve));
        if (value === 'a' && fails) throw new Error('no room');
        stored = newest();
      });
      saver.changed('a');
      const first = saver.flush().catch(() => undefined);
      saver.changed('ab');
      const second = saver.flush();
      await vi.advanceTimersByTimeAsync(0);
      expect(stored).toBe('ab');
      finish();
      await Promise.all([first, second]);
      await saver.flush();
      expect(stored).toBe('ab');
    }
  });

  test('writes nothing after it was released, until it is resumed', async () => {
    const saver = build();
    saver.changed('a');
    saver.release();
    saver.changed('b');
    await saver.flush();
    await vi.advanceTimersByTimeAsync(LONGEST_MS);
    expect(kept).toEqual([]);
    saver.resume();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(kept.map((one) => one.text)).toEqual(['b']);
  });
});

test.each([
  ['a letter typed', { content: '<p>Bo</p>' }, { content: '<p>Bom</p>' }, true],
  ['a letter erased', { content: '<p>Bom</p>' }, { content: '<p>Bo</p>' }, true],
  ['a letter replaced', { content: '<p>Bom</p>' }, { content: '<p>Bem</p>' }, true],
  [
    'the first letter of a word, whose space the simple editor kept back',
    { content: '<p>Bom</p>' },
    { content: '<p>Bom d</p>' },
    true,
  ],
  ['a space that becomes a no-break space', { content: '<p>Bom</p>' }, { content: '<p>Bom\u00A0</p>' }, true],
  ['a text pasted', { content: '<p>Bom</p>' }, { content: '<p>Bom dia</p>' }, false],
  ['a text pasted into an empty field', { content: '' }, { content: '<p>Bom dia</p>' }, false],
  ['a text cleared', { content: '<p>Bom dia</p>' }, { content: '' }, false],
  ['a person chosen', { responsibleId: null }, { responsibleId: 7 }, false],
  ['a date cleared', { limitDate: '2026-11-30' }, { limitDate: null }, false],
  ['a tag added', { tags: [] }, { tags: ['obra'] }, false],
  ['a letter beside a choice', { title: 'a', type: 1 }, { title: 'ab', type: 2 }, false],
  ['nothing but the same choice', { title: 'a', type: 1 }, { title: 'ab', type: 1 }, true],
] as const)('isKeystroke: %s', (_case, before, change, expected) => {
  expect(isKeystroke(before, change)).toBe(expected);
});
