// The schemas of the requests that write documents: one per route, for JSON and forms alike. Files
// travel beside these fields as multipart parts `files[]`, and the hash of each in
// `files_sha256[n]`.

import { excessOf } from '#domain/rich-text.ts';
import { STATUSES } from '#domain/status.ts';
import * as v from 'valibot';
import { SENT_ENTRIES } from './document-fields.ts';
import { DocumentFull } from './documents.ts';
import { Day, Id, Instant, Mark, Rev, Sha256, Uuid } from './scalars.ts';
import { SignedContent, UNREADABLE } from './signed-receipt.ts';

/** Rich text, judged before anything parses it (S23). */
const Content = v.pipe(
  v.string(),
  v.check((html) => excessOf(html) !== 'text_too_long', 'text_too_long'),
  v.check((html) => excessOf(html) !== 'text_too_complex', 'text_too_complex'),
);
const Hashes = v.optional(v.array(Sha256), []);

/**
 * What the author saw of the document when acting, as a device keeps and sends it
 * (src/sync/promises.md, Order and guards).
 */
export const SeenDocument = v.object({
  status: v.picklist(STATUSES),
  limit_date: Day,
  responsible_ids: v.array(Id),
  /**
   * The document's mark, which tells it from another one with the same id (I11). Absent where the
   * author's row had none.
   */
  mark: v.optional(Mark),
});
export type SeenDocument = v.InferOutput<typeof SeenDocument>;

/**
 * `based_on` of a request. Clients other than the application may send any part of it; only the
 * parts that are sent guard the write.
 */
export const BasedOnInput = v.partial(SeenDocument);
export type BasedOnInput = v.InferOutput<typeof BasedOnInput>;

const { type, title, physical_document_number, limit_date, tags, ...others } = SENT_ENTRIES;

/**
 * The body of POST /api/documents. Forms spell the fields in this order. It must not change, so
 * that commands stored by older versions give the same requests.
 */
export const CreateDocumentInput = v.object({
  document_subject_id: Id,
  type,
  organization_ids: v.array(Id),
  user_ids: v.array(Id),
  title,
  physical_document_number,
  limit_date,
  content: Content,
  tags,
  ...others,
  files_sha256: Hashes,
});
export type CreateDocumentInput = v.InferOutput<typeof CreateDocumentInput>;

/**
 * The body of PATCH /api/documents/{id}: with `status` it completes or reopens, without it responds
 * (rule D6).
 */
export const PatchDocumentInput = v.object({
  /** `completed` completes; `under_review` reopens. */
  status: v.optional(v.picklist(['completed', 'under_review'])),
  content: v.optional(Content, ''),
  limit_date: v.optional(v.nullable(Day), null),
  responsible_ids: v.optional(v.array(Id)),
  organization_ids: v.optional(v.array(Id), []),
  files_sha256: Hashes,
  based_on: v.optional(BasedOnInput),
});
export type PatchDocumentInput = v.InferOutput<typeof PatchDocumentInput>;

/** Why a command had no effect of its own, and what stays instead (rule E6). */
export const ReceiptNote = v.object({
  /**
   * The person who completed the document, or who set the date that stays; null when no single
   * person did.
   */
  user_id: v.nullable(Id),
  /** The limit date that the document keeps. */
  limit_date: Day,
});
export type ReceiptNote = v.InferOutput<typeof ReceiptNote>;

/**
 * What a write did. It is stored in the write's transaction, kept permanently, and returned for
 * every replay.
 */
export const Receipt = v.object({
  key: Uuid,
  type: v.string(),
  /** `applied`, or the note that says why all or a part of it had no effect. */
  result: v.picklist(['applied', 'already_completed', 'already_open', 'later_date_kept']),
  /** Present when `result` is a note; absent on receipts made before notes existed. */
  note: v.optional(ReceiptNote),
  ids: v.object({
    document_id: v.optional(Id),
    interaction_id: v.optional(Id),
    /** The row of reference data that a write made or changed. */
    row_id: v.optional(Id),
  }),
  rev: Rev,
  at: Instant,
  /** Absent on receipts made before servers signed, and on those of servers that do not. */
  signed: v.optional(v.fallback(SignedContent, UNREADABLE)),
});
export type Receipt = v.InferOutput<typeof Receipt>;

/**
 * The query of DELETE /api/sync/receipts/{key}. The answer has the receipt of a command whose
 * effect was made already, or null when the command is withdrawn (S2).
 */
export const WithdrawInput = v.object({ attempts: v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)) });
export const WithdrawalAnswer = v.object({ receipt: v.nullable(Receipt) });
export type WithdrawalAnswer = v.InferOutput<typeof WithdrawalAnswer>;

/**
 * The answer to every write on a document: the document as it is now, and with an Idempotency-Key
 * also the receipt.
 */
export const DocumentWriteAnswer = v.object({
  /** Absent on a replay when its author no longer sees the document. */
  document: v.optional(DocumentFull),
  receipt: v.optional(Receipt),
});
export type DocumentWriteAnswer = v.InferOutput<typeof DocumentWriteAnswer>;
