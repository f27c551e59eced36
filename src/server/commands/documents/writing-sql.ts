// The inserts that several commands share, as parts of one statement, so that a command's whole
// effect takes one round trip.

import type { CalendarDay } from '#domain/dates.ts';
import type { LogAction } from '#domain/document-types.ts';
import { type EffectNotice, type NoticeReason, TOLD_FOR } from '#domain/notices.ts';
import { searchTextOf } from '#domain/search.ts';
import { ticketOf } from '#domain/ticket.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Moment } from '../../call/command-call.ts';
import { anyOf } from '../../db/json.ts';
import type { ReceivedFile } from '../../files/receive-file.ts';
import { BATCH_QUIET_MS, waysSql } from '../../policies/notice-ways.ts';

/**
 * The person who writes, and the document. `document` is SQL: an id, or a subquery over an earlier
 * step of the same statement.
 */
export type Writer = {
  readonly tenantId: number;
  readonly userId: number;
  readonly document: SQL;
  readonly moment: Moment;
};

export type LogLine = {
  readonly action: LogAction;
  readonly limitDate?: CalendarDay;
  readonly responsibleIds?: readonly number[];
  readonly organizationIds?: readonly number[];
  readonly reason?: string;
  readonly offline?: boolean;
};

/** `insert into logs …` for one line; a `from` may follow. History is append-only. */
export function insertLog(writer: Writer, line: LogLine): SQL {
  return insertLogs(writer, [line]);
}

/** Several lines in one insert, so that their ids follow their order. */
export function insertLogs(writer: Writer, lines: readonly LogLine[]): SQL {
  const rows = lines.map((line) => logValues(writer, line));
  return sql`insert into logs (tenant_id, document_id, creator_id, action, limit_date, responsible_ids, organization_ids,
      reason, offline, created_at, performed_at, clock_suspect, command_id)
    ${sql.join(rows, sql` union all `)}`;
}

function logValues({ tenantId, userId, document, moment }: Writer, line: LogLine): SQL {
  return sql`select ${tenantId}::bigint, ${document}, ${userId}::bigint, ${line.action}::text,
    ${line.limitDate ?? null}::date, ${sql.param([...(line.responsibleIds ?? [])])}::bigint[],
    ${sql.param([...(line.organizationIds ?? [])])}::bigint[], ${line.reason ?? null}::text,
    ${line.offline ?? false}::boolean, ${moment.at}::timestamptz, ${moment.performedAt}::timestamptz,
    ${moment.clockSuspect}::boolean, ${moment.commandId}::uuid`;
}

/**
 * `insert into files …` for bytes that are already stored. `interaction` is SQL; null for the files
 * of the creation.
 */
export function insertFiles(writer: Writer, attached: { files: readonly ReceivedFile[]; interaction: SQL }): SQL {
  const rows = attached.files.map((file, position) => ({
    position,
    name: file.name,
    mime_type: file.mimeType,
    size: file.size,
    sha256: file.sha256,
    storage_key: file.storageKey,
  }));
  return sql`insert into files (tenant_id, document_id, interaction_id, position, name, mime_type, size, sha256,
      storage_key, created_at)
    select ${writer.tenantId}::bigint, ${writer.document}, ${attached.interaction}, f.position, f.name, f.mime_type, f.size,
      f.sha256, f.storage_key, ${writer.moment.at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f (position int, name text, mime_type text, size bigint, sha256 text, storage_key text)`;
}

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

/**
 * Notices that one act causes (rules B9, G10), to people whom the document concerns for one
 * `reason`. `repliers` are the people who wrote a reply in the document.
 */
export type NoticeFor = {
  readonly notice: EffectNotice;
  readonly reason: NoticeReason;
  readonly to: readonly number[] | 'repliers';
};

/** The notices of an act to all who are told of it. The statement finds who replied by itself. */
export function noticesTo(
  notice: EffectNotice,
  people: Readonly<Partial<Record<NoticeReason, readonly number[]>>>,
): NoticeFor[] {
  return TOLD_FOR[notice].map((reason) => ({
    notice,
    reason,
    to: reason === 'replied' ? 'repliers' : (people[reason] ?? []),
  }));
}

/**
 * Steps of a `with` that queue notices in the statement that writes the effect, so that every
 * effect is announced and nothing else is. The author of an effect gets no notice of it. By each
 * way that a person chose goes only the first notice for that person, so that one act is told once.
 * A notice waits for others of its batch (src/server/jobs/gather-notices.ts).
 */
export function enqueueNotices(writer: Writer, notices: readonly NoticeFor[]): SQL[] {
  const { tenantId, userId, document, moment } = writer;
  const rows = notices.map(({ notice, reason, to }, place) => ({
    place,
    notice,
    reason,
    people: to === 'repliers' ? [] : to,
    repliers: to === 'repliers',
  }));
  if (rows.every(({ people, repliers }) => people.length === 0 && !repliers)) return [];
  return [
    sql`noticed as (insert into pending_notices (tenant_id, user_id, document_id, notice, reason, way, at)
      select distinct on (u.id, chosen.way) ${tenantId}::bigint, u.id, ${document}, n.notice, n.reason, chosen.way,
        ${moment.at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as n (place int, notice text, reason text, people bigint[], repliers boolean)
      cross join lateral (select unnest(n.people) union all select i.creator_id from interactions i
        where n.repliers and i.tenant_id = ${tenantId}::bigint and i.document_id = ${document}) as told (user_id)
      join users u on u.tenant_id = ${tenantId}::bigint and u.id = told.user_id and u.id <> ${userId}::bigint
        and u.status = 'active' and u.deleted_at is null
      cross join lateral ${waysSql(sql`n.notice`)} as chosen (way)
      where chosen.way <> 'device' or exists (select from push_subscriptions p
        where p.tenant_id = u.tenant_id and p.user_id = u.id)
      order by u.id, chosen.way, n.place returning user_id, way),
    gathered as (insert into jobs (tenant_id, kind, key, payload, run_at)
      select ${tenantId}::bigint, 'notices', 'notices:' || way || ':' || user_id || ':' || gen_random_uuid(),
        jsonb_build_object('user_id', user_id, 'way', way),
        ${moment.at}::timestamptz + make_interval(secs => case way when 'device' then ${BATCH_QUIET_MS.device / 1000}::float8
          else ${BATCH_QUIET_MS.email / 1000}::float8 end)
      from noticed where way <> 'digest')`,
  ];
}

type SectorName = { readonly name: string; readonly acronym: string };

/** The words by which a document is found; stored in `documents.search_text` (rule F10). */
type SearchWords = {
  /** null while the number is not taken: SQL then puts the ticket in front. */
  readonly ticket: { readonly acronym: string; readonly number: number } | null;
  readonly title: string;
  readonly physicalDocumentNumber: string;
  readonly subject: string;
  readonly tags: readonly string[];
  readonly responsibles: readonly { readonly name: string; readonly lastName: string }[];
  readonly sectors: readonly (SectorName | null)[];
};

export function searchTextFor(words: SearchWords): string {
  return searchTextOf({
    ...words,
    ticket: words.ticket === null ? null : ticketOf(words.ticket.acronym, words.ticket.number),
    responsibles: words.responsibles.map((person) => `${person.name} ${person.lastName}`),
    sectors: words.sectors.flatMap((sector) => (sector === null ? [] : [sector.acronym, sector.name])),
  });
}
