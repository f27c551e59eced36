// What every verb on a document does: it locks the document, judges the request by the rules that
// the device used, and says what became of it. A verb calls these one after the other in its
// effect, in one transaction.

import type { BasedOnInput, Receipt, ReceiptNote } from '#contract/writes.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { type AcceptedDecision, type Decision, refuse } from '#domain/refusals.ts';
import { sql } from 'drizzle-orm';
import { type CommandCall, momentOf } from '../../call/command-call.ts';
import type { Transaction } from '../../db/database.ts';
import type { Effect, Work } from '../../once/idempotency.ts';
import { type Actor, viewerOf } from '../../policies/actor.ts';
import { presentFull } from '../../presenters/present-document.ts';
import { findDocument, findDocumentLast } from '../../queries/find-document.ts';
import { LATELY_MS, lockDocument, type LockedForWrite, type Search } from '../../queries/lock-document.ts';
import { isMarkOf } from '../../queries/document-row.ts';
import { inOrder } from '../../queries/references.ts';
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
 * which saves a transaction and a round trip. A document whose row is not kept is left for
 * answerDocument to read.
 */
export function documentAgain(actor: Actor): NonNullable<Work['again']> {
  return async (tx, { document_id: id }) => {
    const found = id === undefined ? 'not kept' : await findDocumentLast(tx, { viewer: viewerOf(actor), id });
    return found === 'not kept' ? {} : { document: found };
  };
}

/**
 * Locks the document, and reads the people and sectors that the request names. Throws 404 when it
 * is not in sight, 429 to haste, and 409 when its author saw another document.
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
 * and what stands instead of a part.
 */
type Did = {
  readonly note?: AcceptedDecision<unknown>['note'];
  readonly standing?: ReceiptNote | undefined;
  readonly ids?: Receipt['ids'];
  readonly text?: string;
};

/** The effect of a verb that has written. */
export function written({ document }: Target, { note = null, standing, ids, text = '' }: Did = {}): Effect {
  return {
    ...said(document, { note, standing }),
    touched: { documents: [document.id] },
    ids: { document_id: document.id, ...ids },
    text,
  };
}

/** The effect of a verb that had nothing to write. */
export function unchanged({ document }: Target, did: Pick<Did, 'note' | 'standing'>): Effect {
  return { ...said(document, did), touched: {}, ids: { document_id: document.id }, unchangedAt: document.rev };
}

function said({ number }: Target['document'], { note, standing }: Pick<Did, 'note' | 'standing'>) {
  return {
    result: note ?? ('applied' as const),
    documentNumber: number,
    ...(standing === undefined ? {} : { note: standing }),
  };
}

/** A queue of a week drains at this rate, and no thread grows faster. */
const ACTS_A_MINUTE = 120;

/**
 * Throws 429 when the person does more on one document than people do, with the time when the first
 * act is a minute old.
 */
function refuseHaste({ lately }: LockedForWrite, now: number): void {
  if (lately.acts < ACTS_A_MINUTE || lately.since === null) return;
  throw problems.tooManyRequests(Math.max(1, Math.ceil((Date.parse(lately.since) + LATELY_MS - now) / 1000)));
}

/**
 * Throws when the author of a command saw another document than the one that has this mark (I11).
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
