import { skeletonOf } from '#domain/look-alike.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { isUniqueViolation, type Database } from '../db/database.ts';

/**
 * Computes how name and acronym of tenants look, where that is not stored yet (S154): after an
 * update from an older version, and after a seed. Resolves to the acronyms of tenants that look
 * like another one; what they look like stays unknown until one of the two is renamed.
 */
export async function keepLooks({ database }: { database: Database }): Promise<string[]> {
  const tenants = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      v.object({ id: v.number(), name: v.string(), acronym: v.string() }),
      sql`select id, name, acronym from tenants where name_skeleton is null or acronym_skeleton is null order by id`,
    ),
  );
  const alike: string[] = [];
  for (const { id, name, acronym } of tenants) {
    try {
      await database.onceAsSystem((tx) =>
        tx.execute(sql`update tenants set name_skeleton = ${skeletonOf(name)}, acronym_skeleton = ${skeletonOf(acronym)}
          where id = ${id}`),
      );
    } catch (error) {
      if (!isUniqueViolation(error, 'tenants')) throw error;
      alike.push(acronym);
    }
  }
  return alike;
}
