// What the numbers of reports count, as SQL over the history (S236). A report counts these
// documents and a list shows them, by the same statement. An act counts on the day on which it was
// done; where the device's clock was not believed, on the day on which it arrived.

import type { FigureChoice } from '#contract/reports.ts';
import { addDays, type CalendarDay, startOfDay } from '#domain/dates.ts';
import type { Figure } from '#domain/report-figures.ts';
import { sql, type SQL } from 'drizzle-orm';

/** Days of a tenant, as the instants between which they lie. */
export type Period = {
  readonly tenantId: number;
  readonly timeZone: string;
  readonly start: string;
  readonly end: string;
};

export function periodOf(
  days: { readonly from: CalendarDay; readonly to: CalendarDay },
  of: { readonly viewer: { readonly tenantId: number }; readonly timeZone: string },
): Period {
  const { timeZone } = of;
  return {
    tenantId: of.viewer.tenantId,
    timeZone,
    start: startOfDay(days.from, timeZone),
    end: startOfDay(addDays(days.to, 1), timeZone),
  };
}

/**
 * The instant by which the line of the history under this alias counts. The index `logs_happened`
 * has the same expression.
 */
const happened = (alias: string): SQL =>
  sql.raw(`(case when ${alias}.clock_suspect then ${alias}.created_at else ${alias}.performed_at end)`);

const within = (instant: SQL, { start, end }: Period): SQL =>
  sql`${instant} >= ${start}::timestamptz and ${instant} < ${end}::timestamptz`;

const dayOf = (instant: SQL, { timeZone }: Period): SQL => sql`(${instant} at time zone ${timeZone})::date`;

/** The documents that were created in the period, with a column `document_id`. */
export function received(period: Period): SQL {
  return sql`select d.id as document_id, d.subject_id, d.is_exception from documents d
    where d.tenant_id = ${period.tenantId} and ${within(sql`d.created_at`, period)}`;
}

/**
 * The completed documents whose last completion lies in the period. The columns have the
 * completion's line and instant, the days of creation and completion, and the outcome: within the
 * first limit date, within a later one, or out of time.
 */
export function completed(period: Period): SQL {
  const { tenantId } = period;
  return sql`select c.document_id, c.id as line, c.at, c.created_day, c.day,
      case when c.day > c.limit_date then 'out_of_time' when c.day <= c.first_date then 'on_original' else 'on_extended' end
        as outcome
    from (select d.id as document_id, l.id, ${happened('l')} as at, d.limit_date,
        ${dayOf(sql`d.created_at`, period)} as created_day, ${dayOf(happened('l'), period)} as day,
        (select f.limit_date from logs f where f.tenant_id = ${tenantId} and f.document_id = d.id and f.action = 'creation'
          order by f.id limit 1) as first_date
      from logs l join documents d on d.tenant_id = ${tenantId} and d.id = l.document_id and d.stored_status = 'completed'
      where l.tenant_id = ${tenantId} and l.action = 'completion' and ${within(happened('l'), period)}
        and not exists (select 1 from logs n where n.tenant_id = ${tenantId} and n.document_id = l.document_id
          and n.action = 'completion' and n.id > l.id)) c`;
}

/**
 * The documents that reached the first of their present responsibles in the period, and the minutes
 * until one of the responsibles opened the document; null while none has. A view within half an
 * hour of another one has no line of its own (rule E2).
 */
export function arrived(period: Period): SQL {
  const { tenantId } = period;
  const views = sql`select l.document_id, l.creator_id, ${happened('l')} as at from logs l
      where l.tenant_id = ${tenantId} and l.action = 'view'
    union all select s.document_id, s.creator_id, w.at from repeated_views s, unnest(array[s.first_at, s.last_at]) as w (at)
      where s.tenant_id = ${tenantId}`;
  return sql`select a.document_id, (min(extract(epoch from v.at - r.arrived_at)) / 60)::float8 as minutes
    from (select r.document_id, min(r.arrived_at) as at from document_responsibles r
        where r.tenant_id = ${tenantId} and r.current and r.document_id in (select p.document_id from document_responsibles p
          where p.tenant_id = ${tenantId} and p.current and ${within(sql`p.arrived_at`, period)})
        group by r.document_id) a
      join document_responsibles r on r.tenant_id = ${tenantId} and r.document_id = a.document_id and r.current
      left join (${views}) v on v.document_id = r.document_id and v.creator_id = r.user_id and v.at >= r.arrived_at
    where ${within(sql`a.at`, period)}
    group by a.document_id`;
}

/** Lines of the history that say in which sectors a document is from then on. */
const places = (alias: string): SQL =>
  sql.raw(`${alias}.action in ('creation', 'transfer') and cardinality(${alias}.organization_ids) > 0`);

/**
 * The stays in a sector that ended in the period, by a transfer to other sectors or by the last
 * completion. Columns: the sector, and the days between the beginning and the end of the stay.
 */
export function left(period: Period): SQL {
  const { tenantId } = period;
  const before = (line: SQL, document: SQL): SQL => sql`(select p.organization_ids from logs p
    where p.tenant_id = ${tenantId} and p.document_id = ${document} and p.id < ${line} and ${places('p')}
    order by p.id desc limit 1)`;
  return sql`select e.document_id, e.organization_id,
      ${dayOf(sql`e.at`, period)} - ${dayOf(
        sql`(select ${happened('s')} from logs s
        where s.tenant_id = ${tenantId} and s.document_id = e.document_id and s.id < e.line and ${places('s')}
          and s.id > coalesce((select max(x.id) from logs x where x.tenant_id = ${tenantId} and x.document_id = e.document_id
            and x.id < e.line and ${places('x')} and not e.organization_id = any(x.organization_ids)), 0)
        order by s.id limit 1)`,
        period,
      )} as days
    from (select m.document_id, m.id as line, ${happened('m')} as at, o.id as organization_id
        from logs m, unnest(${before(sql`m.id`, sql`m.document_id`)}) as o (id)
        where m.tenant_id = ${tenantId} and m.action = 'transfer' and cardinality(m.organization_ids) > 0
          and ${within(happened('m'), period)} and not o.id = any(m.organization_ids)
      union all select c.document_id, c.line, c.at, o.id
        from (${completed(period)}) c, unnest(${before(sql`c.line`, sql`c.document_id`)}) as o (id)) e`;
}

/** The documents that were extended in the period, and how often. */
export function extended(period: Period): SQL {
  return sql`select l.document_id, count(*)::int as times from logs l
    where l.tenant_id = ${period.tenantId} and l.action = 'extension' and ${within(happened('l'), period)}
    group by l.document_id`;
}

/**
 * For each figure: the facts above that it reads, and which of their rows it counts. Only the facts
 * of `left` have a sector, so only this figure is counted for one sector.
 */
export const FIGURE_SQL: Readonly<Record<Figure, { readonly facts: (period: Period) => SQL; readonly where: SQL }>> = {
  completed: { facts: completed, where: sql`true` },
  on_time: { facts: completed, where: sql`f.outcome <> 'out_of_time'` },
  on_original: { facts: completed, where: sql`f.outcome = 'on_original'` },
  on_extended: { facts: completed, where: sql`f.outcome = 'on_extended'` },
  out_of_time: { facts: completed, where: sql`f.outcome = 'out_of_time'` },
  seen: { facts: arrived, where: sql`f.minutes is not null` },
  unseen: { facts: arrived, where: sql`f.minutes is null` },
  left: { facts: left, where: sql`true` },
  extended: { facts: extended, where: sql`true` },
  extended_once: { facts: extended, where: sql`f.times = 1` },
  extended_twice: { facts: extended, where: sql`f.times = 2` },
  extended_more: { facts: extended, where: sql`f.times > 2` },
};

/** The condition over alias `d`: the document is one of those that the figure counts. */
export function inFigure({ figure, organizationId }: FigureChoice, period: Period): SQL {
  const { facts, where } = FIGURE_SQL[figure];
  const sector = organizationId === null ? sql`` : sql` and f.organization_id = ${organizationId}`;
  // Materialized, so that no plan computes the facts again for each document.
  return sql`d.id in (with facts as materialized (${facts(period)})
    select f.document_id from facts f where ${where}${sector})`;
}
