import type { BasedOnInput } from '#contract/writes.ts';
import { applyView, VIEW_LINE_MS } from '#domain/apply-view.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { STORED_STATUSES } from '#domain/status.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type Actor, viewerOf } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { documentAgain, guardMark } from './on-document.ts';
import { visibleTo } from '../../policies/visibility.ts';
import { type CommandCall, momentOf } from '../../call/command-call.ts';
import { insertLog, type Writer } from './writing-sql.ts';

export type ViewCall = Omit<CommandCall<unknown>, 'body' | 'files'>;

type ViewMark = Pick<BasedOnInput, 'mark'> | undefined;
type View = { readonly id: number; readonly offline: boolean };

const Glimpse = v.object({
  mark: v.string(),
  number: v.number(),
  rev: v.number(),
  status: v.picklist(STORED_STATUSES),
  limit_date: v.string(),
  seen: v.boolean(),
  responsible: v.boolean(),
});
type Glimpse = v.InferOutput<typeof Glimpse>;

/**
 * Records that a person opened the document (rules A1, E1, E2). Every view is counted, and has a
 * line in the history unless the person has one within half an hour of it. The document's rev
 * changes only when its status changes, or whether a responsible has seen it. Throws 404 when the
 * person does not see the document.
 */
export function recordView(call: ViewCall, { seen, ...view }: View & { readonly seen?: ViewMark }): Promise<Done> {
  const { id, offline } = view;
  const { actor } = call;
  return once(call, {
    write: { type: 'record-view', fields: view, fileHashes: [] },
    again: documentAgain(actor),
    effect: async (tx) => {
      const moment = momentOf(call);
      const writer = { tenantId: actor.tenantId, userId: actor.userId, document: sql`seen.id`, moment };
      // A statement that adds to a history locks its document first, so that two of them never wait
      // for each other (S99).
      const rows = await tx.rowsOf(
        Glimpse,
        sql`
    with seen as (select d.id, d.mark, d.rev, d.number, d.stored_status, d.limit_date, d.seen_by_responsible from documents d
        where d.id = ${id} and ${visibleTo(viewerOf(actor))} for no key update of d),
      near as (select seen.id, ${hasLineNear(writer)} as repeated from seen),
      log as (${insertLog(writer, { action: 'view', offline })} from near as seen where not repeated),
      counted as (${countRepeated(writer, offline)} from near as seen where repeated ${ADD_REPEATED})
    select mark, rev, number, stored_status as status, limit_date::text, seen_by_responsible as seen, exists (
        select 1 from document_responsibles r where r.tenant_id = ${actor.tenantId} and r.document_id = seen.id
          and r.user_id = ${actor.userId} and r.current) as responsible from seen`,
      );
      const glimpse = rows[0];
      if (glimpse === undefined) throw problems.notFound();
      guardMark(glimpse.mark, seen);
      const moved = await applyGlimpse(tx, { glimpse, actor, id, today: moment.today });
      const done = { result: 'applied', ids: { document_id: id }, documentNumber: glimpse.number } as const;
      return moved ? { ...done, touched: { documents: [id] } } : { ...done, touched: {}, unchangedAt: glimpse.rev };
    },
  });
}

/**
 * Whether the person has a line within half an hour of the view. `has_view_line` is a function of
 * the database, because a function sees what was written while this statement waited for the lock.
 */
function hasLineNear({ tenantId, userId, document, moment }: Writer): SQL {
  const at = Date.parse(moment.performedAt);
  const [from, to] = [at - VIEW_LINE_MS, at + VIEW_LINE_MS].map((ms) => new Date(ms).toISOString());
  return sql`has_view_line(${tenantId}, ${document}, ${userId}, ${from}::timestamptz, ${to}::timestamptz)`;
}

/** `insert into repeated_views …` for one more view. A `from` and ADD_REPEATED follow. */
function countRepeated({ tenantId, userId, document, moment }: Writer, offline: boolean): SQL {
  const at = sql`${moment.performedAt}::timestamptz`;
  return sql`insert into repeated_views as known (tenant_id, document_id, creator_id, count, first_at, last_at, offline)
      select ${tenantId}::bigint, ${document}, ${userId}::bigint, 1, ${at}, ${at}, ${offline}::boolean`;
}

const ADD_REPEATED = sql`on conflict (tenant_id, document_id, creator_id) do update set count = known.count + 1,
        first_at = least(known.first_at, excluded.first_at), last_at = greatest(known.last_at, excluded.last_at),
        offline = case when excluded.last_at >= known.last_at then excluded.offline else known.offline end`;

/**
 * Writes what the view changes, unless another write moved the status first. Returns whether it
 * wrote.
 */
async function applyGlimpse(
  tx: Transaction,
  { glimpse, actor, id, today }: { glimpse: Glimpse; actor: Actor; id: number; today: CalendarDay },
): Promise<boolean> {
  const before = { storedStatus: glimpse.status, limitDate: glimpse.limit_date, seenByResponsible: glimpse.seen };
  const after = applyView(
    { ...before, responsibleIds: glimpse.responsible ? [actor.userId] : [] },
    { userId: actor.userId, today },
  );
  if (after.storedStatus === before.storedStatus && after.seenByResponsible === before.seenByResponsible) return false;
  const changed = await tx.execute(sql`update documents set stored_status = ${after.storedStatus},
      seen_by_responsible = ${after.seenByResponsible}
    where tenant_id = ${actor.tenantId} and id = ${id} and stored_status = ${before.storedStatus} returning id`);
  return changed.rows.length > 0;
}
