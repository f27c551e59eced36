import type { Mirror } from '#mirror/store/schema.ts';

/** Everything that the tables of own work hold, as it is stored. */
export async function storedWork(mirror: Mirror) {
  const [commands, drafts, files, chunks] = await Promise.all([
    mirror.commands.toCollection().raw().toArray(),
    mirror.drafts.toArray(),
    mirror.files.toArray(),
    mirror.chunks.toArray(),
  ]);
  return { commands, drafts, files, chunks };
}
