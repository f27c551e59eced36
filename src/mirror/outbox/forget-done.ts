import { isFolded } from '../fold/fold.ts';
import { baseOf } from '../fold/refold.ts';
import { forgetGivenUp } from '../keep/given-up.ts';
import { dropFilesOf } from '../keep/files.ts';
import { durably, FOLD_TABLES, readMeta } from '../store/storage.ts';
import { isRowCommand, type OutboxCommand } from '../store/outbox-row.ts';
import { commandOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/** Done commands are kept this long, for "Registrado às 14:33". */
export const DONE_KEPT_MS = 24 * 3_600_000;

/**
 * How long discarded commands can be restored, ms: longer than any message offers to restore them.
 */
const GIVEN_UP_KEPT_MS = 10 * 60_000;

/**
 * Deletes commands that have been done for 24 h, once their effect has come back from the server,
 * and discarded commands that were not restored.
 */
export async function forgetDone(mirror: Mirror, nowMs: number): Promise<void> {
  await durably(mirror, {
    tables: [...FOLD_TABLES, 'files', 'chunks', 'drafts'],
    work: async () => {
      await forgetGivenUp(mirror, nowMs - GIVEN_UP_KEPT_MS);
      const done = await mirror.commands.where('state').equals('done').toArray();
      for (const command of done.filter((one) => (one.doneAtMs ?? nowMs) + DONE_KEPT_MS <= nowMs)) {
        if (await isStillFolded(mirror, command)) continue;
        await dropFilesOf(mirror, commandOwnerOf(command.id));
        await mirror.commands.delete(command.seq);
      }
    },
  });
}

/**
 * Whether the fold still needs this command, because the server's row does not have its effect yet.
 */
async function isStillFolded(mirror: Mirror, command: OutboxCommand): Promise<boolean> {
  // Rows come with a page of the pull, if their author still sees them. After a page that is newer
  // than the command, the fold has nothing to wait for.
  if (isRowCommand(command)) return ((await readMeta(mirror, 'refreshedAtMs')) ?? 0) <= (command.doneAtMs ?? 0);
  const shown = await mirror.documents.get(command.documentKey);
  const base = await baseOf(mirror, command.documentKey);
  return shown !== undefined && shown.gone !== true && isFolded(command, base);
}
