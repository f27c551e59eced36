// One write from key look-up to receipt, in the fixed order (src/sync/promises.md, Exactly once):
// acting user → key → sight → guard → effect → receipt.

import type { Receipt, ReceiptNote } from '#contract/writes.ts';
import { dayAt, type CalendarDay } from '#domain/dates.ts';
import { ACTOR_MISMATCH, KEY_REUSED, NOT_FOUND, REPLACED, WITHDRAWN, type WireAnswer } from './answers.ts';
import { isVisible, nextRev, todayOf, ZONE, type Model, type ModelDocument } from './model.ts';
import { fullFor, isAnother } from './present.ts';

/** The author, the key, and when it was done by the device's clock. */
export type Writer = {
  readonly sessionUserId: number;
  readonly actingUserId: number | null;
  readonly key: string | null;
  readonly attempt: number;
  readonly performedAt: string | null;
  /** What the request says, to tell a replay from other content under the same key. */
  readonly fingerprint: string;
};

/**
 * The judged effect: the document as it becomes, or the answer that stands instead. `moves` means
 * that the document takes a new rev.
 */
export type WriteEffect = {
  readonly document: ModelDocument;
  readonly result: Receipt['result'];
  readonly moves: boolean;
  readonly note?: ReceiptNote;
  readonly interactionId?: number;
};
export type Judgement = { readonly effected: WriteEffect } | { readonly answer: WireAnswer };

export type Moment = {
  readonly now: string;
  readonly performedAt: string;
  readonly suspect: boolean;
  readonly today: CalendarDay;
  readonly performedOn: CalendarDay | null;
};

export type Write = {
  readonly writer: Writer;
  readonly type: string;
  /** Null for a creation. */
  readonly documentId: number | null;
  /** The mark of the document that its author saw. */
  readonly mark?: string | undefined;
  /** Answers 201 because a row was made. */
  readonly created: boolean;
  readonly judge: (document: ModelDocument | null, moment: Moment) => Judgement;
};

export function write(model: Model, request: Write): WireAnswer {
  const { writer } = request;
  if (isMismatched(model, writer)) return ACTOR_MISMATCH;
  if (model.faults.guardsFirst) {
    const refused = authorise(model, request) ?? standsAgainst(model, request);
    if (refused !== null) return refused;
  }
  const answer = replay(model, request) ?? authorise(model, request) ?? execute(model, request);
  if (answer.status >= 400 && answer !== WITHDRAWN && writer.key !== null) model.refused.add(writer.key);
  return answer;
}

function isMismatched(model: Model, writer: Writer): boolean {
  const mismatch = writer.actingUserId !== null && writer.actingUserId !== writer.sessionUserId;
  return mismatch && !model.faults.ignoresActingUser;
}

/**
 * What the look-up of a write's key says before its effect: an answer, an earlier receipt, or null.
 */
export function known(model: Model, writer: Writer): { answer: WireAnswer } | { receipt: Receipt } | null {
  if (isMismatched(model, writer)) return { answer: ACTOR_MISMATCH };
  if (writer.key === null || model.faults.ignoresKeys) return null;
  const found = model.receipts.get(receiptKey(writer));
  if (found === undefined) {
    const isWithdrawn = writer.attempt <= (model.withdrawn.get(receiptKey(writer)) ?? -1);
    return isWithdrawn && !model.faults.keepsWithdrawn ? { answer: WITHDRAWN } : null;
  }
  const { keysLiveMs } = model.faults;
  if (keysLiveMs !== null && model.now() - found.atMs > keysLiveMs) return null;
  return found.fingerprint === writer.fingerprint ? { receipt: found.receipt } : { answer: KEY_REUSED };
}

/** Keeps a receipt under its key. */
export function keep(model: Model, { writer, receipt }: { writer: Writer; receipt: Receipt }): void {
  model.receipts.set(receiptKey(writer), { receipt, fingerprint: writer.fingerprint, atMs: model.now() });
}

function replay(model: Model, { writer, created }: Write): WireAnswer | null {
  const earlier = known(model, writer);
  if (earlier === null) return null;
  if ('answer' in earlier) return earlier.answer;
  const { receipt } = earlier;
  const documentId = receipt.ids.document_id;
  const document = documentId === undefined ? undefined : model.documents.get(documentId);
  const at = document === undefined ? null : { document, userId: writer.sessionUserId };
  const seen = at !== null && isVisible(model, at) ? { document: fullFor(model, at) } : {};
  return {
    status: created ? 201 : 200,
    json: { receipt, ...seen },
    headers: { 'Idempotent-Replayed': 'true' },
  };
}

function authorise(model: Model, { writer, documentId }: Write): WireAnswer | null {
  if (documentId === null) return null;
  const document = model.documents.get(documentId);
  return document !== undefined && isVisible(model, { document, userId: writer.sessionUserId }) ? null : NOT_FOUND;
}

function standsAgainst(model: Model, request: Write): WireAnswer | null {
  const before = request.documentId === null ? null : (model.documents.get(request.documentId) ?? null);
  const judged = request.judge(before, momentOf(model, request.writer));
  return 'answer' in judged ? judged.answer : null;
}

function execute(model: Model, request: Write): WireAnswer {
  const { writer, documentId } = request;
  const before = documentId === null ? null : (model.documents.get(documentId) ?? null);
  const isOther = before !== null && request.mark !== undefined && isAnother(request.mark, before);
  if (isOther && !model.faults.ignoresMarks) return REPLACED;
  const judged = request.judge(before, momentOf(model, writer));
  if ('answer' in judged) return judged.answer;
  const { effected } = judged;
  const document = { ...effected.document, rev: effected.moves ? nextRev(model) : effected.document.rev };
  model.documents.set(document.id, document);
  model.effects.push({
    key: writer.key,
    type: request.type,
    sessionUserId: writer.sessionUserId,
    documentId: document.id,
    result: effected.result,
    rev: document.rev,
    ...(before === null ? {} : { wasWith: before.responsibles.map((person) => person.id) }),
  });
  const full = fullFor(model, { document, userId: writer.sessionUserId });
  const receipt = receiptOf(model, { request, effected, rev: document.rev });
  const json = receipt === null ? { document: full } : { document: full, receipt };
  return { status: request.created ? 201 : 200, json };
}

function receiptOf(model: Model, done: { request: Write; effected: WriteEffect; rev: number }): Receipt | null {
  const { writer, type } = done.request;
  if (writer.key === null) return null;
  const { interactionId, document, result, note } = done.effected;
  const receipt: Receipt = {
    key: writer.key,
    type,
    result,
    ids: { document_id: document.id, ...(interactionId === undefined ? {} : { interaction_id: interactionId }) },
    rev: done.rev,
    at: new Date(model.now()).toISOString(),
    ...(note === undefined ? {} : { note }),
  };
  keep(model, { writer, receipt });
  return receipt;
}

/** Withdraws what the person sent under the key up to this attempt, or answers its receipt. */
export function withdraw(model: Model, asked: { sessionUserId: number; key: string; attempts: number }): WireAnswer {
  const name = receiptKey(asked);
  const receipt = model.receipts.get(name)?.receipt ?? null;
  if (receipt === null) model.withdrawn.set(name, Math.max(asked.attempts, model.withdrawn.get(name) ?? 0));
  return { status: 200, json: { receipt } };
}

function receiptKey(writer: Pick<Writer, 'sessionUserId' | 'key'>): string {
  return `${writer.sessionUserId}:${writer.key ?? ''}`;
}

/** A performed-at in the future is replaced by now and marked (rule A4). */
function momentOf(model: Model, { performedAt }: Writer): Moment {
  const nowMs = model.now();
  const now = new Date(nowMs).toISOString();
  const saidMs = performedAt === null ? nowMs : Date.parse(performedAt);
  const suspect = Number.isNaN(saidMs) || saidMs > nowMs + 1_000;
  const at = suspect ? nowMs : saidMs;
  return {
    now,
    performedAt: new Date(at).toISOString(),
    suspect,
    today: todayOf(model),
    performedOn: suspect ? null : dayAt(at, ZONE),
  };
}
