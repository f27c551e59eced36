import { COLLECTIONS } from '#contract/sync.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { sql, type SQL } from 'drizzle-orm';
import { type Actor, viewerOf } from '../policies/actor.ts';
import { documentRowColumns, documentRowJoin } from '../queries/document-row.ts';
import { referenceSources } from '../queries/reference-rows.ts';

/**
 * The joins that give keys `k` (collection, id) the columns of FeedRow, as `found`. Each row is read by its primary key;
 * it is null where the row is gone or the person does not see it.
 */
export function rowsOfKeys(actor: Actor, today: CalendarDay): SQL {
  const sources = referenceSources(actor);
  const branches = COLLECTIONS.map((collection) => {
    const asked = sql.raw(`k.collection = '${collection}'`);
    if (collection === 'documents') {
      return sql`select ${documentRowColumns(viewerOf(actor), 'text')},
          status_at(d.stored_status, d.limit_date, ${today}::date)
        from documents d ${documentRowJoin}
        where ${asked} and d.tenant_id = ${actor.tenantId} and d.id = k.id`;
    }
    const { table, alias, json, visible } = sources[collection];
    return sql`select ${json}::text, null::uuid, null::text from ${sql.raw(`${table} ${alias}`)}
      where ${asked} and ${sql.raw(alias)}.tenant_id = ${actor.tenantId} and ${sql.raw(alias)}.id = k.id and ${visible}`;
  });
  return sql`left join lateral (${sql.join(branches, sql` union all `)}) as found (row, command_id, status) on true`;
}
