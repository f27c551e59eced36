import { sql } from 'drizzle-orm';
import { deleteUploads, removeObjects } from '../files/staged-uploads.ts';
import type { JobParts } from './job-parts.ts';

/**
 * How long an upload that goes on no more is kept. A device that is away for longer sends its file
 * from the start.
 */
export const STAGED_KEPT_MS = 7 * 86_400_000;

/**
 * Removes staged uploads that rested too long, those whose command is registered (S101), and those
 * of people who were deleted.
 */
export async function sweepStaged({ database, files, clock }: Pick<JobParts, 'database' | 'files' | 'clock'>) {
  const before = new Date(clock() - STAGED_KEPT_MS).toISOString();
  const { uploads, storageKeys } = await database.asSystem((tx) =>
    deleteUploads(tx, {
      which: sql`u.touched_at < ${before}::timestamptz or exists (select from receipts r
        where (r.tenant_id, r.actor_id, r.key) = (u.tenant_id, u.actor_id, u.key))
        or exists (select from users p where p.tenant_id = u.tenant_id and p.id = u.actor_id and p.deleted_at is not null)`,
      atRest: true,
    }),
  );
  await removeObjects(files, storageKeys);
  return { uploads, parts: storageKeys.length };
}
