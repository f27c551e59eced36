import { COLLECTION_ROWS } from '#contract/changes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import { referenceSources, type ReferenceCollection } from './reference-rows.ts';

/**
 * Portuguese alphabetical order for a column: Açude, agua, Água. `column` must be a constant of the
 * code: it is not escaped.
 */
export function alphabetically(column: string): SQL {
  return sql.raw(`${column} collate "pt-BR-x-icu"`);
}

/**
 * All rows of one collection that the person sees (rule F2). `where` and `order` use the
 * collection's alias in `referenceSources`.
 */
export async function listReference<Name extends ReferenceCollection>(
  tx: Transaction,
  list: { actor: Actor; collection: Name; where: SQL; order: SQL },
): Promise<CollectionRow<Name>[]> {
  const { table, alias, json, visible } = referenceSources(list.actor)[list.collection];
  const rows = await tx.rowsOf(
    rowOf(list.collection),
    sql`
    select ${json} as row from ${sql.raw(`${table} ${alias}`)}
    where ${sql.raw(alias)}.tenant_id = ${list.actor.tenantId} and ${visible} and ${list.where} order by ${list.order}`,
  );
  return rows.map((row) => row.row);
}

function rowOf<Name extends ReferenceCollection>(collection: Name) {
  const row = COLLECTION_ROWS[collection] as unknown as v.GenericSchema<CollectionRow<Name>>;
  return v.object({ row });
}
