import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { renamed } from '../commands/documents/renamed.ts';
import { lockRows } from '../commands/frame/lock-rows.ts';
import { rowsShowing } from '../commands/reference/rows-of-sectors.ts';
import type { Transaction } from '../db/database.ts';
import type { ChangeStamp } from '../once/change-counter.ts';
import type { Actor } from '../policies/actor.ts';
import type { WrittenSector } from './plan-sectors.ts';

/** Writes the sectors of a sheet; answers the rows that changed. */
export async function applySectors(
  tx: Transaction,
  { actor, rows }: { actor: Actor; rows: readonly WrittenSector[] },
): Promise<ChangeStamp['touched']> {
  const { tenantId } = actor;
  const changed = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const organizations = await lockRows(tx, { actor, table: 'organizations', ids: changed });
  const showing = await rowsShowing(tx, { actor, organizations });
  const columns = sql`(place bigint, id bigint, name text, acronym text, status text)`;
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ place, ...row })))}::jsonb) as g ${columns}`;
  await tx.execute(sql`update organizations o set name = g.name, acronym = g.acronym, status = g.status
    from ${given} where o.tenant_id = ${tenantId} and o.id = g.id`);
  const made = await tx.rowsOf(
    v.object({ id: v.number() }),
    sql`insert into organizations (tenant_id, name, acronym, status)
      select ${tenantId}::bigint, g.name, g.acronym, g.status from ${given} where g.id is null order by g.place returning id`,
  );
  const documents = await renamed(tx, { actor, organizations, users: showing.users });
  return { ...showing, documents, organizations: [...organizations, ...made.map(({ id }) => id)] };
}
