import { readMeta } from './meta.ts';
import type { Mirror } from './schema.ts';

/** Begins a position in the lists of a server without a feed of changes. A feed takes it for a broken one, and begins at its start. */
export const IN_LISTS = 'lists:';

/** Whether this mirror reads the lists of its server, which has no feed of changes and knows no command by its key (S106). */
export async function isInLists(mirror: Mirror): Promise<boolean> {
  return (await readMeta(mirror, 'cursor'))?.value.startsWith(IN_LISTS) === true;
}
