import { sql, type SQL } from 'drizzle-orm';
import { anyOf } from '../../db/json.ts';
import type { Writer } from './writing-sql.ts';

/**
 * Steps that make the given people and sectors the current ones. A transfer replaces both lists
 * (rule C8), but earlier ones stay as earlier ones, because sight only grows (rule B1). A person
 * who is responsible already keeps the time of arrival.
 */
export function replaceDestination(
  writer: Writer,
  to: { responsibleIds: readonly number[]; organizationIds: readonly number[] },
): SQL[] {
  const { tenantId, document, moment } = writer;
  return [
    sql`past_responsibles as (update document_responsibles set current = false
      where tenant_id = ${tenantId} and document_id = ${document} and current
        and user_id <> all(${sql.param([...to.responsibleIds])}::bigint[]))`,
    sql`responsibles as (insert into document_responsibles as known
        (tenant_id, document_id, user_id, current, position, arrived_at)
      select ${tenantId}::bigint, ${document}, listed.id, true, listed.place, ${moment.at}::timestamptz
      from unnest(${sql.param([...to.responsibleIds])}::bigint[]) with ordinality as listed (id, place)
      on conflict (tenant_id, document_id, user_id) do update set current = true, position = excluded.position,
        arrived_at = case when known.current then known.arrived_at else excluded.arrived_at end)`,
    sql`past_sectors as (update document_organizations set current = false
      where tenant_id = ${tenantId} and document_id = ${document} and current
        and organization_id <> all(${sql.param([...to.organizationIds])}::bigint[]))`,
    sql`sectors as (insert into document_organizations (tenant_id, document_id, organization_id, current, position)
      select ${tenantId}::bigint, ${document}, listed.id, true, listed.place
      from unnest(${sql.param([...to.organizationIds])}::bigint[]) with ordinality as listed (id, place)
      on conflict (tenant_id, document_id, organization_id) do update set current = true, position = excluded.position)`,
  ];
}

/** Whether one of the people has opened the document or written in it. */
export function seenByOneOf(writer: Writer, userIds: readonly number[]): SQL {
  const { tenantId, document } = writer;
  return sql`(exists (select 1 from logs l where l.tenant_id = ${tenantId} and l.document_id = ${document}
      and l.action = 'view' and l.creator_id = ${anyOf(userIds)})
    or exists (select 1 from interactions i where i.tenant_id = ${tenantId} and i.document_id = ${document}
      and i.creator_id = ${anyOf(userIds)}))`;
}
