// What the outbox lets go of after its time. Loaded when there may be such a thing.

import { isFolded } from '../fold/fold.ts';
import { baseOf } from '../fold/refold.ts';
import { forgetGivenUp } from '../keep/given-up.ts';
import { dropFilesOf } from '../keep/files.ts';
import { readMeta } from '../store/meta.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { isRowCommand } from '../store/row-commands.ts';
import { commandOwnerOf } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, FOLD_TABLES } from '../store/storage.ts';

/** Done commands are kept this long, for "Registrado às 14:33". */
export const DONE_KEPT_MS = 24 * 3_600_000;

/** What an author gave up can be taken back this long: longer than any message offers it. */
const GIVEN_UP_KEPT_MS = 10 * 60_000;

/**
 * Removes commands that have been done for 24 h, once their effect has come back from the server,
 * and what their author gave up and did not take back.
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
 * Whether what is shown still stands on it, because its effect has not come back from the server.
 */
async function isStillFolded(mirror: Mirror, command: OutboxCommand): Promise<boolean> {
  // The rows come with a page, where their author still sees them; after one there is nothing to
  // wait for.
  if (isRowCommand(command)) return ((await readMeta(mirror, 'refreshedAtMs')) ?? 0) <= (command.doneAtMs ?? 0);
  const shown = await mirror.documents.get(command.documentKey);
  const base = await baseOf(mirror, command.documentKey);
  return shown !== undefined && shown.gone !== true && isFolded(command, base);
}
