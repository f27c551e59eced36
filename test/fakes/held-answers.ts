// Answers that a test holds back and releases, and helpers that wait between them.

import { vi } from 'vitest';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Outcome } from '#sync/outcome.ts';
import { buildCommand } from '../builders/build-command.ts';
import { DONE } from './sending-device.ts';

/** Commands with these numbers, each on a document of its own, or all `on` one. */
export function commandsOf(numbers: readonly number[], on?: string): OutboxCommand[] {
  return numbers.map((seq) => buildCommand('respond', { seq, documentKey: on ?? `s:${seq}` }));
}

/** Answers that arrive when the test releases them. */
export function held() {
  const waiting = new Map<string, (outcome: Outcome) => void>();
  return {
    answer: (id: string) => new Promise<Outcome>((resolve) => void waiting.set(id, resolve)),
    letGo: (id: string, outcome: Outcome = DONE): void => {
      waiting.get(id)?.(outcome);
      waiting.delete(id);
    },
    ids: () => [...waiting.keys()],
  };
}

export const until = (condition: () => boolean) => vi.waitUntil(condition, { interval: 1, timeout: 10_000 });
/** Resolves when all work that waits for nothing but the database is done. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
