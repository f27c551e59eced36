import { COLLECTIONS } from '#contract/sync.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../actor.ts';
import { viewerOf } from '../policies/viewer.ts';
import { documentRowJoin, documentRowJson } from '../queries/document-row.ts';
import { referenceSources } from '../queries/reference-rows.ts';

/** The wire row of key `k` (collection, id), by primary key; null where the row is gone or not the person's. */
export function rowOf(actor: Actor): SQL {
  const sources = referenceSources(actor);
  const branches = COLLECTIONS.map((collection) => {
    const name = sql.raw(`'${collection}'`);
    if (collection === 'documents') {
      return sql`when ${name} then (select ${documentRowJson(viewerOf(actor))}::json from documents d ${documentRowJoin}
        where d.tenant_id = ${actor.tenantId} and d.id = k.id)`;
    }
    const { table, alias, json, visible } = sources[collection];
    return sql`when ${name} then (select ${json}::json from ${sql.raw(`${table} ${alias}`)}
      where ${sql.raw(alias)}.tenant_id = ${actor.tenantId} and ${sql.raw(alias)}.id = k.id and ${visible})`;
  });
  return sql`case k.collection ${sql.join(branches, sql` `)} end`;
}
