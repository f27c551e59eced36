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
 * Tells them, now and after every change, until the returned function is called. Of a mirror
 * without a session nothing is told: the browser has emptied it, and what was told before is what
 * is lost (S172).
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
