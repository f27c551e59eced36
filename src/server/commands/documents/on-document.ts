// The steps of every verb on a document: it locks the document, judges the request by the rules
// that the device used, and answers with what was done. A verb calls these one after the other in
// its effect, in one transaction.

import type { BasedOnInput, DocumentWriteAnswer, Receipt, ReceiptNote } from '#contract/writes.ts';
import { type CalendarDay, dayAt } from '#domain/dates.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { type AcceptedDecision, type Decision, refuse } from '#domain/refusals.ts';
import { STORED_STATUSES } from '#domain/status.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type CommandCall, momentOf } from '../../call/command-call.ts';
import type { Transaction } from '../../db/database.ts';
import { instantJson } from '../../db/json.ts';
import type { Done, Effect, Work, Writing } from '../../once/idempotency.ts';
import { type Actor, type TenantViewer, viewerOf } from '../../policies/actor.ts';
import { visibleTo } from '../../policies/visibility.ts';
import { presentFull } from '../../presenters/present-document.ts';
import { isMarkOf } from '../../queries/document-row.ts';
import { findDocument, findDocumentLast } from '../../queries/find-document.ts';
import {
  inOrder,
  ReferencedOrganization,
  referencedOrganizations,
  referencedPeople,
  ReferencedPerson,
} from '../../queries/references.ts';
import { problems } from '../../reporting/errors.ts';
import type { Writer } from './writing-sql.ts';

/** Every write on a document may say what its author saw. */
type SeenCall = CommandCall<{ readonly based_on?: BasedOnInput | undefined }>;

/** A document that is locked for a verb, and its author. */
export type Target = LockedForWrite & { readonly actor: Actor; readonly writer: Writer };

/**
 * What `once` needs to know of a verb on one document, besides its effect. `type` is its name in
 * the receipt.
 */
export function verbOn(
  { actor, files }: SeenCall,
  { id, type, fields }: { id: number; type: string; fields: object },
): Pick<Work, 'write' | 'again'> {
  return {
    write: { type, fields: { ...fields, id }, fileHashes: files.map((file) => file.sha256) },
    again: documentAgain(actor),
  };
}

/**
 * A replay reads the document as the last statement of the transaction that found its receipt,
 * which saves a transaction and a round trip. A document whose mirrored row is not kept (S17) is
 * left for answerDocument to read.
 */
export function documentAgain(actor: Actor): NonNullable<Work['again']> {
  return async (tx, { document_id: id }) => {
    const found = id === undefined ? 'not kept' : await findDocumentLast(tx, { viewer: viewerOf(actor), id });
    return found === 'not kept' ? {} : { document: found };
  };
}

/**
 * Locks the document, and reads the people and sectors that the request names. Throws 404 when the
 * person does not see it, 429 after too many acts, and 409 when its author saw another document.
 */
export async function lockTarget(
  tx: Transaction,
  call: SeenCall,
  { id, ...named }: { readonly id: number } & Pick<Search, 'userIds' | 'organizationIds'>,
): Promise<Target> {
  const { actor, now } = call;
  const locked = await lockDocument(tx, { viewer: viewerOf(actor), id, now, ...named });
  refuseHaste(locked, now);
  guardMark(locked.document.mark, call.body.based_on);
  const writer = {
    tenantId: actor.tenantId,
    userId: actor.userId,
    document: sql`${id}::bigint`,
    moment: momentOf(call),
  };
  return { ...locked, actor, writer };
}

/**
 * Judges the request as of today and, when only the passing of days stands against it, as of the
 * day it was done (rule A4). Throws a refusal as 422 or 403, and a conflict as 409 with the
 * document as it is now (rule E6).
 */
export async function judged<Changes>(
  tx: Transaction,
  { actor, document, writer }: Target,
  decide: (today: CalendarDay) => Decision<Changes>,
): Promise<AcceptedDecision<Changes>> {
  const { decision } = judgeInTime(decide, writer.moment);
  if (decision.kind === 'accepted') return decision;
  if (decision.kind === 'refused') throw problems.refused(decision);
  const found = await findDocument((statement) => statement(tx), { viewer: viewerOf(actor), id: document.id });
  if (found === null) throw problems.notFound();
  throw problems.conflict({
    code: decision.code,
    document: presentFull(found, { userId: actor.userId, today: writer.moment.today }),
  });
}

/**
 * What an accepted verb did: the ids that it made besides the document's, what its author wrote,
 * and a note on a part that had no effect.
 */
type VerbResult = {
  readonly note?: AcceptedDecision<unknown>['note'];
  readonly standing?: ReceiptNote | undefined;
  readonly ids?: Receipt['ids'];
  readonly text?: string;
};

/** The effect of a verb that has written. */
export function written({ document }: Target, { note = null, standing, ids, text = '' }: VerbResult = {}): Effect {
  return {
    ...said(document, { note, standing }),
    touched: { documents: [document.id] },
    ids: { document_id: document.id, ...ids },
    text,
  };
}

/** The effect of a verb that had nothing to write. */
export function unchanged({ document }: Target, did: Pick<VerbResult, 'note' | 'standing'>): Effect {
  return { ...said(document, did), touched: {}, ids: { document_id: document.id }, unchangedAt: document.rev };
}

function said({ number }: Target['document'], { note, standing }: Pick<VerbResult, 'note' | 'standing'>) {
  return {
    result: note ?? ('applied' as const),
    documentNumber: number,
    ...(standing === undefined ? {} : { note: standing }),
  };
}

/**
 * How many acts of a person on one document are taken in a minute. A device sends the queue of a
 * week at this rate, and no thread grows faster.
 */
const ACTS_A_MINUTE = 120;

/**
 * Throws 429 when the person did too much on one document in the last minute. Retry-After says when
 * the first of these acts is a minute old.
 */
function refuseHaste({ lately }: LockedForWrite, now: number): void {
  if (lately.acts < ACTS_A_MINUTE || lately.since === null) return;
  throw problems.tooManyRequests(Math.max(1, Math.ceil((Date.parse(lately.since) + LATELY_MS - now) / 1000)));
}

/**
 * Throws unless the document with this mark is the one that the author of the command saw (I11).
 */
export function guardMark(mark: string, seen: Pick<BasedOnInput, 'mark'> | undefined): void {
  if (seen?.mark !== undefined && !isMarkOf(mark, seen.mark)) throw problems.replaced();
}

/** A refusal unless all requested sectors are active ones of the tenant; null when they are. */
export function guardKnownSectors(locked: LockedForWrite, ids: readonly number[]): Decision<never> | null {
  const field = 'organization_ids';
  const organizations = inOrder(ids, locked.organizations);
  if (organizations.includes(null)) return refuse('organization_unknown', field);
  return organizations.some((one) => one?.active === false) ? refuse('organization_inactive', field) : null;
}

const Locked = v.object({
  document: v.object({
    id: v.number(),
    number: v.number(),
    rev: v.number(),
    mark: v.string(),
    storedStatus: v.picklist(STORED_STATUSES),
    limitDate: v.string(),
    createdBy: v.number(),
    completedBy: v.nullable(v.number()),
    seenByResponsible: v.boolean(),
    responsibleIds: v.array(v.number()),
    responsibleIdsEver: v.array(v.number()),
    gathered: v.object({ replies: v.number(), textBytes: v.number(), files: v.number() }),
  }),
  /**
   * What the person has done on the document in the last minute, and when the first of it arrived.
   */
  lately: v.object({ acts: v.number(), since: v.nullable(v.string()) }),
  /** What only a transfer needs; null when no people are named. */
  moving: v.nullable(
    v.object({
      /** The sectors that the document is with now. */
      organizationIds: v.array(v.number()),
      number: v.number(),
      title: v.string(),
      physicalDocumentNumber: v.string(),
      subject: v.string(),
      tags: v.array(v.string()),
      origin: v.nullable(v.object({ name: v.string(), acronym: v.string() })),
    }),
  ),
  people: v.array(ReferencedPerson),
  organizations: v.array(ReferencedOrganization),
});

/** What a command needs of the document it changes, and the people and sectors that it names. */
type LockedForWrite = v.InferOutput<typeof Locked>;

/** `moving` in SQL: where the document is, and the words by which it is found (rule F10). */
const MOVING = sql`json_build_object('number', d.number, 'title', d.title,
        'physicalDocumentNumber', d.physical_document_number,
        'organizationIds', coalesce((select json_agg(x.organization_id order by x.position) from document_organizations x
          where x.tenant_id = d.tenant_id and x.document_id = d.id and x.current), '[]'::json),
        'subject', (select s.name from document_subjects s where s.tenant_id = d.tenant_id and s.id = d.subject_id),
        'tags', coalesce((select json_agg(t.title order by t.position) from document_tags t
          where t.tenant_id = d.tenant_id and t.document_id = d.id), '[]'::json),
        'origin', (select json_build_object('name', o.name, 'acronym', o.acronym) from organizations o
          where o.tenant_id = d.tenant_id and o.id = d.origin_organization_id))`;

type Search = {
  readonly viewer: TenantViewer;
  readonly id: number;
  /** Epoch milliseconds, by the server's clock. */
  readonly now: number;
  readonly userIds?: readonly number[];
  readonly organizationIds?: readonly number[];
};

const LATELY_MS = 60_000;
/**
 * How many of the newest lines are looked through for those of the last minute. Views are among
 * them.
 */
const LATELY_MAX = 1000;

/**
 * `lately` in SQL, for the document with alias `d`. One act may write a reply and a line of the
 * history, so the greater of the two counts is taken.
 */
function latelyJson({ viewer, now }: Search): SQL {
  const since = new Date(now - LATELY_MS).toISOString();
  const newest = (table: 'interactions' | 'logs'): SQL => sql`(select count(*)::int as acts, min(n.created_at) as since
      from (select r.creator_id, r.created_at, ${table === 'logs' ? sql`r.action = 'view'` : sql`false`} as is_view
        from ${sql.raw(table)} r where r.tenant_id = d.tenant_id and r.document_id = d.id
        order by r.id desc limit ${LATELY_MAX}) n
      where n.creator_id = ${viewer.userId} and n.created_at > ${since}::timestamptz and not n.is_view)`;
  return sql`(select json_build_object('acts', greatest(replies.acts, lines.acts),
      'since', ${instantJson('least(replies.since, lines.since)')})
    from ${newest('interactions')} replies, ${newest('logs')} lines)`;
}

/**
 * Locks the document, then reads it and the people and sectors that the request names. There are
 * two statements, sent together, because a single statement that waits for a lock still sees the
 * other tables as they were before the wait. Throws 404 when the person does not see the document.
 */
async function lockDocument(tx: Transaction, search: Search): Promise<LockedForWrite> {
  const { viewer, id, userIds = [], organizationIds = [] } = search;
  const locking = tx.execute(
    sql`select d.id from documents d where d.id = ${id} and ${visibleTo(viewer)} for no key update of d`,
  );
  const reading = tx.rowsOf(
    Locked,
    sql`
    select json_build_object('id', d.id, 'number', d.number, 'rev', d.rev, 'mark', d.mark,
        'storedStatus', d.stored_status, 'limitDate', d.limit_date,
        'createdBy', d.created_by, 'completedBy', d.completed_by, 'seenByResponsible', d.seen_by_responsible,
        'responsibleIds', coalesce(people.current, '[]'::json), 'responsibleIdsEver', coalesce(people.ever, '[]'::json),
        'gathered', json_build_object('replies', d.interactions_count, 'files', d.files_count, 'textBytes', (
          select coalesce(sum(octet_length(i.content)), 0)::float8 from interactions i
          where i.tenant_id = d.tenant_id and i.document_id = d.id)))
        as document,
      ${latelyJson(search)} as lately,
      ${userIds.length === 0 ? sql`null::json` : MOVING} as moving,
      ${referencedPeople(viewer.tenantId, userIds)} as people,
      ${referencedOrganizations(viewer.tenantId, { ids: organizationIds, userIds })} as organizations
    from documents d
    cross join lateral (select json_agg(r.user_id order by r.position) filter (where r.current) as current,
        json_agg(r.user_id) as ever
      from document_responsibles r where r.tenant_id = d.tenant_id and r.document_id = d.id) people
    where d.tenant_id = ${viewer.tenantId} and d.id = ${id}`,
  );
  const [locked, read] = await Promise.all([locking, reading]);
  const found = read[0];
  if (locked.rows.length === 0 || found === undefined) throw problems.notFound();
  return found;
}

/**
 * What every write on a document answers: the document as it is now, and the receipt if a key was
 * sent. It is read after the commit, so that the lock of the change counter is not held for it; a
 * replay has read it already. On a replay the document is absent when its author no longer sees it
 * (src/sync/promises.md, Exactly once).
 */
export async function answerDocument(writing: Writing, done: Done): Promise<DocumentWriteAnswer> {
  const { actor } = writing;
  const id = done.ids.document_id;
  if (id === undefined) throw new Error('a write on a document names its document');
  const { database } = writing.services;
  const found =
    done.document === undefined
      ? await findDocument((statement) => database.onceInTenant(actor.tenantId, statement), {
          viewer: viewerOf(actor),
          id,
        })
      : done.document;
  if (found === null && done.receipt === null) throw problems.notFound();
  const today = dayAt(writing.now, actor.timeZone);
  return {
    ...(found === null ? {} : { document: presentFull(found, { userId: actor.userId, today }) }),
    ...(done.receipt === null ? {} : { receipt: done.receipt }),
  };
}
