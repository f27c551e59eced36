// The frame of a verb on one document: one transaction that locks the document, judges the request by the rules that the
// device used, applies what is accepted and keeps the receipt.

import type { BasedOnInput, Receipt, ReceiptNote } from '#contract/writes.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { judgeInTime } from '#domain/judge-in-time.ts';
import { sql } from 'drizzle-orm';
import { type CommandCall, type Moment, momentOf } from '../../call/command-call.ts';
import type { Done, Effect } from '../../once/idempotency.ts';
import { onceOnDocument } from './once-on-document.ts';
import { LATELY_MS, lockDocument, type LockedDocument, type LockedForWrite } from '../../queries/lock-document.ts';
import type { Writer } from './writing-sql.ts';
import { type Accepted, type Decision, refuse } from '#domain/refusals.ts';
import { type Actor, viewerOf } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { presentFull } from '../../presenters/present-document.ts';
import { findDocument } from '../../queries/find-document.ts';
import { isMarkOf } from '../../queries/mark.ts';
import { inOrder } from '../../queries/references.ts';

/** What an accepted verb is applied with. */
export type Applying<Changes> = Accepted<Changes> & { readonly locked: LockedForWrite; readonly writer: Writer };

/** The ids made besides the document's, and what its author wrote, as it is stored. */
export type Made = { readonly ids?: Receipt['ids']; readonly text?: string };

export type Verb<Changes> = {
  /** People and sectors that the request names. They are read together with the document. */
  readonly named?: { readonly userIds: readonly number[]; readonly organizationIds: readonly number[] };
  /**
   * Pure. The request is judged as of today and, when only the passing of days stands against it, as of the day it was
   * done (rule A4).
   */
  readonly decide: (locked: LockedForWrite, today: CalendarDay) => Decision<Changes>;
  /**
   * What stands instead of an effect that was not made. Called for a decision with a note, before anything is written.
   */
  readonly standing?: (tx: Transaction, document: LockedDocument) => ReceiptNote | Promise<ReceiptNote>;
  /** Writes the changes. Answers what it made, or null when there was nothing to write. */
  readonly apply: (tx: Transaction, accepted: Applying<Changes>) => Promise<Made | null>;
};

type Asked<Changes> = {
  readonly id: number;
  /** The name of the command in its receipt. */
  readonly type: string;
  /** What the request said besides the document's id: a part of the fingerprint. */
  readonly fields: object;
  /**
   * Called when the key is new, before the document is locked: the place for work that takes long, or that may refuse
   * without the document.
   */
  readonly verb: () => Verb<Changes>;
};

/** Every write on a document may say what its author saw. */
type SeenCall = CommandCall<{ readonly based_on?: BasedOnInput | undefined }>;

/** Runs a verb once. Throws 422 or 403 for a refusal, 409 for a conflict, and 404 for a document that is not in sight. */
export function onDocument<Changes>(call: SeenCall, asked: Asked<Changes>): Promise<Done> {
  const { id, type, fields } = asked;
  return onceOnDocument(call, {
    write: { type, fields: { ...fields, id }, fileHashes: call.files.map((file) => file.sha256) },
    effect: (tx) => perform(tx, { call, id, verb: asked.verb() }),
  });
}

async function perform<Changes>(
  tx: Transaction,
  { call, id, verb }: { call: SeenCall; id: number; verb: Verb<Changes> },
): Promise<Effect> {
  const { actor } = call;
  const moment = momentOf(call);
  const locked = await lockDocument(tx, { viewer: viewerOf(actor), id, now: call.now, ...verb.named });
  const { document } = locked;
  refuseHaste(locked, call.now);
  guardMark(document.mark, call.body.based_on);
  const { decision } = judgeInTime((today) => verb.decide(locked, today), moment);
  const accepted = await acceptedOrThrow(tx, { decision, actor, moment, documentId: id });
  const { note } = accepted;
  const said = {
    result: note ?? 'applied',
    documentNumber: document.number,
    ...(note === null || verb.standing === undefined ? {} : { note: await verb.standing(tx, document) }),
  } as const;
  const writer: Writer = { tenantId: actor.tenantId, userId: actor.userId, document: sql`${id}::bigint`, moment };
  const made = await verb.apply(tx, { ...accepted, locked, writer });
  if (made === null) return { ...said, touched: {}, ids: { document_id: id }, unchangedAt: document.rev };
  return { ...said, touched: { documents: [id] }, ids: { document_id: id, ...made.ids }, text: made.text ?? '' };
}

/** A queue of a week drains at this rate, and no thread grows faster. */
const ACTS_A_MINUTE = 120;

/** Throws 429 when the person does more on one document than people do, with the time when the first act is a minute old. */
function refuseHaste({ lately }: LockedForWrite, now: number): void {
  if (lately.acts < ACTS_A_MINUTE || lately.since === null) return;
  throw problems.tooManyRequests(Math.max(1, Math.ceil((Date.parse(lately.since) + LATELY_MS - now) / 1000)));
}

/** Throws when the author of a command saw another document than the one that has this mark (I11). */
export function guardMark(mark: string, seen: Pick<BasedOnInput, 'mark'> | undefined): void {
  if (seen?.mark !== undefined && !isMarkOf(mark, seen.mark)) throw problems.replaced();
}

/**
 * Answers an accepted decision. Throws a refusal as 422 or 403, and a conflict as 409 with the document as it is now
 * (rule E6).
 */
async function acceptedOrThrow<Changes>(
  tx: Transaction,
  judged: { decision: Decision<Changes>; actor: Actor; moment: Moment; documentId: number },
): Promise<Accepted<Changes>> {
  const { decision, actor } = judged;
  if (decision.kind === 'accepted') return decision;
  if (decision.kind === 'refused') throw problems.refused(decision);
  const found = await findDocument((statement) => statement(tx), { viewer: viewerOf(actor), id: judged.documentId });
  if (found === null) throw problems.notFound();
  const document = presentFull(found, { userId: actor.userId, today: judged.moment.today });
  throw problems.conflict({ code: decision.code, document });
}

/** A refusal unless all requested sectors are active ones of the tenant; null when they are. */
export function guardKnownSectors(locked: LockedForWrite, ids: readonly number[]): Decision<never> | null {
  const field = 'organization_ids';
  const organizations = inOrder(ids, locked.organizations);
  if (organizations.includes(null)) return refuse('organization_unknown', field);
  return organizations.some((one) => one?.active === false) ? refuse('organization_inactive', field) : null;
}
