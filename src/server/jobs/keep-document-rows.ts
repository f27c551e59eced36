import { skeletonOf } from '#domain/look-alike.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Database, isUniqueViolation } from '../db/database.ts';
import { keepRows } from '../queries/document-row.ts';
import { eachTenant, type JobParts } from './job-parts.ts';

/**
 * How many rows are built in one transaction: few enough to stay well below the statement timeout.
 */
const AT_ONCE = 500;

/**
 * Stores the rows of documents that have no row of their present change number (S17): after a seed,
 * after restoring a backup of an older version, or after one write that changed more documents than
 * it builds rows for. Until then these rows are built on each read. A failure for one tenant is
 * logged, and the others follow.
 */
export async function keepDocumentRows({
  database,
  log,
}: Pick<JobParts, 'database' | 'log'>): Promise<{ rows: number }> {
  const tenants = await database.onceAsSystem((tx) =>
    tx.rowsOf(v.object({ id: v.number() }), sql`select id from tenants`),
  );
  let rows = 0;
  await eachTenant(tenants, {
    work: async ({ id }) => {
      for (let kept = AT_ONCE; kept > 0; rows += kept) kept = await keepSome(database, id);
    },
    onFault: (tenantId, error) =>
      log.error({ event: 'document_rows_failed', tenantId, err: error }, 'rows were not kept'),
  });
  return { rows };
}

async function keepSome(database: Database, tenantId: number): Promise<number> {
  const stale = sql`d.id in (select s.id from documents s
    left join document_rows k on k.tenant_id = s.tenant_id and k.document_id = s.id and k.rev = s.rev
    where s.tenant_id = ${tenantId} and k.document_id is null limit ${AT_ONCE}::int)`;
  const { rowCount } = await database.onceInTenant(tenantId, (tx) =>
    tx.execute(keepRows({ tenantId, where: stale, rev: sql`d.rev` })),
  );
  return rowCount ?? 0;
}

/**
 * Computes the skeletons of the names and acronyms of tenants where none are stored yet (S154):
 * after an update from an older version, and after a seed. Resolves to the acronyms of tenants that
 * look like another one. Such a tenant gets no skeletons until one of the two is renamed.
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
