// Runs in every page of the bench before the application's own code. It records when the awaited
// content was painted, which tasks were long, and how long each interaction took to the next paint.
// It reads no style and no size, so that it causes no layout.

import { withoutStore } from '../without-store.ts';

/**
 * The content of a screen that can be read. The elements of `present` must exist, and none of
 * `absent`.
 */
export type ReadyState = { readonly present: string; readonly text?: string | undefined; readonly absent: string };

export type Task = { readonly at: number; readonly ms: number };

export type BenchPage = {
  /** Milliseconds since navigation at which the content awaited by this start was painted. */
  readonly started: Promise<number>;
  /** Waits for other content from now on, and resolves when it was painted. */
  expect(awaited: ReadyState): void;
  expected(): Promise<number>;
  /** Milliseconds since navigation at which the splash was gone. */
  readonly splashGone: Promise<number>;
  /**
   * Tasks of the main thread over 50 ms, by the milliseconds since navigation at which they began.
   */
  readonly longTasks: readonly Task[];
  /** When the finger was last lifted, or a field last received input. */
  pressedAt(): number;
  /** Forgets the interactions recorded so far. */
  forgetInteractions(): void;
  /** Milliseconds to the next paint of each interaction of 16 ms or more. */
  interactions(): number[];
  /** Milliseconds since navigation at which the first walk over everything had ended. */
  everything(userId: number): Promise<number>;
  /**
   * Milliseconds since navigation at which the first answer from this path arrived; null before
   * that.
   */
  answered(path: string): number | null;
  /** Bytes of the bodies of all answers from this path, as they were sent. */
  received(path: string): number;
  withoutStore(): Promise<number>;
};

// The bench measures the installed application, to which no browser offers an installation.
addEventListener('beforeinstallprompt', (event) => event.stopImmediatePropagation());

const POLL_MS = 100;

const waiting = new Set<{ isMet: () => boolean; met: (at: number) => void }>();

function look(): void {
  for (const one of waiting) {
    if (!one.isMet()) continue;
    waiting.delete(one);
    // A message that is sent while a frame is prepared arrives after the frame.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => one.met(performance.now());
      port2.postMessage(null);
    });
  }
}

new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

const when = (isMet: () => boolean) =>
  new Promise<number>((met) => {
    waiting.add({ isMet, met });
    look();
  });

function isThere({ present, text, absent }: ReadyState): boolean {
  if (document.querySelector(absent) !== null) return false;
  const found = [...document.querySelectorAll(present)];
  return text === undefined ? found.length > 0 : found.some((element) => element.textContent.includes(text));
}

const longTasks: Task[] = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) longTasks.push({ at: startTime, ms: duration });
}).observe({ type: 'longtask', buffered: true });

const interactions = new Map<number, number>();
new PerformanceObserver((list) => {
  for (const entry of list.getEntries() as PerformanceEventTiming[]) {
    const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
    if (interactionId > 0) interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration));
  }
}).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);

let pressedAt = 0;
for (const done of ['pointerup', 'input'])
  addEventListener(done, ({ timeStamp }) => (pressedAt = timeStamp), { capture: true });

/** Whether the walk over everything has ended. Uses a connection that is closed at once. */
function isComplete(userId: number): Promise<boolean> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(`malote-${userId}`);
    // A missing database must not be created here.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const database = opening.result;
      const asking = database.transaction('meta').objectStore('meta').get('cursor');
      const answer = (isDone: boolean) => {
        database.close();
        resolve(isDone);
      };
      asking.onsuccess = () =>
        answer((asking.result as { value?: { snapshotDone?: boolean } })?.value?.snapshotDone === true);
      asking.onerror = () => answer(false);
    };
  });
}

let expected = Promise.resolve(0);
const { awaited } = globalThis as { awaited?: ReadyState };

const page: BenchPage = {
  started: awaited === undefined ? Promise.reject(new Error('nothing is awaited')) : when(() => isThere(awaited)),
  expect: (shown) => {
    expected = when(() => isThere(shown));
  },
  expected: () => expected,
  splashGone: when(() => document.readyState !== 'loading' && document.getElementById('splash') === null),
  longTasks,
  pressedAt: () => pressedAt,
  forgetInteractions: () => interactions.clear(),
  interactions: () => [...interactions.values()],
  async everything(userId) {
    while (!(await isComplete(userId))) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    return performance.now();
  },
  answered(path) {
    const found = performance.getEntriesByType('resource').find((entry) => new URL(entry.name).pathname === path) as
      | PerformanceResourceTiming
      | undefined;
    return found?.responseEnd ?? null;
  },
  received: (path) =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => new URL(entry.name).pathname === path)
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  withoutStore,
};
(globalThis as { bench?: BenchPage }).bench = page;
