import { liveQuery } from 'dexie';
import { isUnsent } from '../store/outbox-row.ts';
import { readMeta } from '../store/meta.ts';
import type { Mirror } from '../store/schema.ts';

/** Ids of the commands that are unsent, in their order; sealed work counts as one. */
export async function unsentIds(mirror: Mirror): Promise<string[]> {
  const commands = await mirror.commands.toArray();
  return commands.filter(isUnsent).map(({ id }) => id);
}

/**
 * Calls `tell` with the ids now and after every change, until the returned function is called. It
 * is not called for a mirror without a session: the browser has emptied that mirror, and the ids of
 * the last call are those that were lost (S172).
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
