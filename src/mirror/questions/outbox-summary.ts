import { liveQuery } from 'dexie';
import { awaitsAuthor, isCounted, isPending, isUnsent, type OutboxCommand } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { readMeta } from '../store/storage.ts';

const MINUTE_MS = 60_000;

export type OutboxSummary = {
  /** Everything that is not registered: what waits to be sent, and what needs its author. */
  readonly unsent: number;
  /** Gestures that wait to be registered; views are not counted. */
  readonly pending: number;
  /** `Enviando 2 de 5`; null while nothing is being sent. */
  readonly sending: { readonly current: number; readonly total: number } | null;
  /** Commands that wait for a decision of their author. */
  readonly needsAuthor: number;
  /**
   * Epoch ms of the last page from the server, rounded down to a minute because screens show no
   * seconds; null before the first.
   */
  readonly refreshedAtMs: number | null;
};

/** What the indicator of sending shows. */
export async function outboxSummary(mirror: Mirror): Promise<OutboxSummary> {
  const [commands, refreshedAtMs] = await Promise.all([mirror.commands.toArray(), readMeta(mirror, 'refreshedAtMs')]);
  const gestures = commands.filter(isCounted);
  const pending = gestures.filter((command) => isPending(command) && !awaitsAuthor(command));
  const sending = pending.filter((command) => command.state === 'sending');
  return {
    unsent: commands.filter(isUnsent).length,
    pending: pending.length,
    sending: sending.length === 0 ? null : progressOf(gestures),
    needsAuthor: gestures.filter(awaitsAuthor).length,
    refreshedAtMs: refreshedAtMs === undefined ? null : refreshedAtMs - (refreshedAtMs % MINUTE_MS),
  };
}

/**
 * How far this run of sending is. `total`: the commands that wait, and those registered since the
 * oldest of them was made. `current`: the place of the next one among these.
 */
function progressOf(gestures: readonly OutboxCommand[]): { current: number; total: number } {
  const waiting = gestures.filter(isPending);
  const oldest = Math.min(...waiting.map((command) => command.performedAtMs));
  const done = gestures.filter((command) => command.state === 'done' && (command.doneAtMs ?? 0) >= oldest).length;
  return { current: done + 1, total: done + waiting.length };
}

/** Whether the creation of a document is among the commands of this device, registered or not. */
export async function hasCreated(mirror: Mirror): Promise<boolean> {
  return (await mirror.commands.filter((command) => command.type === 'create-document').count()) > 0;
}

/** Ids of the commands that are unsent, in their order; sealed work counts as one. */
export async function unsentIds(mirror: Mirror): Promise<string[]> {
  const commands = await mirror.commands.toArray();
  return commands.filter(isUnsent).map(({ id }) => id);
}

/**
 * Calls `tell` with the ids of the unsent commands now and after every change, until the returned
 * function is called. It is not called for a mirror without a session: the browser has emptied that
 * mirror, and the ids of the last call are those that were lost (S172).
 */
export function watchUnsentIds(mirror: Mirror, tell: (ids: readonly string[]) => void): () => void {
  const asked = () =>
    mirror.transaction('r', ['commands', 'meta'], async () =>
      (await readMeta(mirror, 'session')) === undefined ? null : unsentIds(mirror),
    );
  const watching = liveQuery(asked).subscribe({
    next: (ids) => {
      if (ids !== null) tell(ids);
    },
    // The database is gone: every part that needs it reports that itself.
    error: () => undefined,
  });
  return () => watching.unsubscribe();
}
