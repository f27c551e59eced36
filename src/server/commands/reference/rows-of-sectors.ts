// Rows that carry the names of sectors. They are locked in a fixed order before they are stamped or
// changed.

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/json.ts';

type Sectors = { readonly actor: Actor; readonly organizations: readonly number[] };

/** People of the sectors, deleted ones included, because these stay as names. */
export function peopleOf(tx: Transaction, { actor, organizations }: Sectors): Promise<number[]> {
  return lock(tx, { table: 'users', where: sql`x.organization_id = ${anyOf(organizations)}`, actor });
}

/** People, models and subjects that show one of the sectors; documents are found elsewhere. */
export async function rowsShowing(tx: Transaction, sectors: Sectors) {
  const { actor } = sectors;
  const named = (link: string, owner: string): SQL => sql`x.deleted_at is null and exists (select 1
    from ${sql.raw(link)} e where e.tenant_id = x.tenant_id and e.${sql.raw(owner)} = x.id
      and e.organization_id = ${anyOf(sectors.organizations)})`;
  return {
    users: await peopleOf(tx, sectors),
    models: await lock(tx, { table: 'models', where: named('model_organizations', 'model_id'), actor }),
    document_subjects: await lock(tx, {
      table: 'document_subjects',
      where: named('subject_exempt_organizations', 'subject_id'),
      actor,
    }),
  };
}

async function lock(
  tx: Transaction,
  rows: { table: 'users' | 'models' | 'document_subjects'; where: SQL; actor: Actor },
): Promise<number[]> {
  const found = await tx.rowsOf(
    v.object({ id: v.number() }),
    sql`select x.id from ${sql.raw(rows.table)} x
    where x.tenant_id = ${rows.actor.tenantId} and ${rows.where} order by x.id for no key update of x`,
  );
  return found.map((row) => row.id);
}
