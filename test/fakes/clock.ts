// Time that passes only when a test says so. Timers run in the order of their due times, and equal
// ones in the order in which they were made.

import type { SetTimer } from '#sync/runtime.ts';

export type ManualClock = {
  now(): number;
  readonly setTimer: SetTimer;
  /** Lets `ms` pass and runs the timers that become due, each at its own moment. */
  advance(ms: number): void;
  /** Number of timers that still wait. */
  waiting(): number;
};

type Timer = { readonly id: number; readonly dueMs: number; readonly work: () => void };

export function createClock(startMs: number): ManualClock {
  let nowMs = startMs;
  let made = 0;
  const timers = new Map<number, Timer>();

  function nextDue(untilMs: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers.values()) {
      if (timer.dueMs <= untilMs && (next === undefined || timer.dueMs < next.dueMs)) next = timer;
    }
    return next;
  }

  return {
    now: () => nowMs,
    setTimer(work, delayMs) {
      const id = (made += 1);
      timers.set(id, { id, dueMs: nowMs + Math.max(0, delayMs), work });
      return () => void timers.delete(id);
    },
    advance(ms) {
      const untilMs = nowMs + ms;
      for (let timer = nextDue(untilMs); timer !== undefined; timer = nextDue(untilMs)) {
        timers.delete(timer.id);
        nowMs = Math.max(nowMs, timer.dueMs);
        timer.work();
      }
      nowMs = Math.max(nowMs, untilMs);
    },
    waiting: () => timers.size,
  };
}
