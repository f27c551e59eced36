import { liveQuery } from 'dexie';
import { isUnsent } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';

/** Ids of the commands that are unsent, in their order; sealed work counts as one. */
export async function unsentIds(mirror: Mirror): Promise<string[]> {
  const commands = await mirror.commands.toArray();
  return commands.filter(isUnsent).map(({ id }) => id);
}

/** Tells them, now and after every change, until the returned function is called. */
export function watchUnsentIds(mirror: Mirror, tell: (ids: readonly string[]) => void): () => void {
  const watching = liveQuery(() => unsentIds(mirror)).subscribe({
    next: tell,
    // The database is gone: every part that needs it reports that itself.
    error: () => undefined,
  });
  return () => watching.unsubscribe();
}
