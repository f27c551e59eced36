// Reads what a server answered; null when the answer is not ours. Nothing here throws, because a portal may answer
// anything.

import { CONFLICT_CODES } from '#domain/refusals.ts';
import * as v from 'valibot';
import { DocumentFull } from './documents.ts';
import { ERROR_TYPES, type ErrorBody } from './errors.ts';
import { ROW_COLLECTIONS, ROW_WRITES, type WrittenRow } from './row-writes.ts';
import { SessionUser, Tenant } from './session.ts';
import { ChangesPage, COLLECTION_ROWS, DetailsAnswer } from './sync.ts';
import { Receipt } from './writes.ts';

const LenientError = v.object({
  message: v.string(),
  type: v.fallback(v.optional(v.picklist(ERROR_TYPES)), undefined),
  errors: v.fallback(v.optional(v.record(v.string(), v.array(v.string()))), undefined),
  code: v.fallback(v.optional(v.picklist(CONFLICT_CODES)), undefined),
  document: v.fallback(v.optional(DocumentFull), undefined),
});

/** An error of ours. Parts that a newer server says in another way are left out, and the rest is read. */
export function readErrorBody(json: unknown): ErrorBody | null {
  const { success, output } = v.safeParse(LenientError, json);
  if (!success) return null;
  const { message, type, errors, code, document } = output;
  return {
    message,
    ...(type === undefined ? {} : { type }),
    ...(errors === undefined ? {} : { errors }),
    ...(code === undefined ? {} : { code }),
    ...(document === undefined ? {} : { document }),
  };
}

const Acknowledgement = v.object({ receipt: Receipt, document: v.fallback(v.optional(DocumentFull), undefined) });

/** What a write's answer says: its receipt, and the document or row as it is now, where its author still sees it. */
export type Acknowledged = {
  readonly receipt: Receipt;
  readonly document?: DocumentFull;
  readonly written?: WrittenRow;
};

/** A write's answer with the receipt of this key. Anything else is no success (src/sync/promises.md, trap 6). */
export function readAcknowledgement(json: unknown, key: string): Acknowledged | null {
  const { success, output } = v.safeParse(Acknowledgement, json);
  if (!success || output.receipt.key !== key) return null;
  const written = writtenRow(json as Readonly<Record<string, unknown>>);
  return {
    receipt: output.receipt,
    ...(output.document === undefined ? {} : { document: output.document }),
    ...(written === null ? {} : { written }),
  };
}

/** The row of reference data under the name of its collection; a row that can't be read comes with the next page. */
function writtenRow(json: Readonly<Record<string, unknown>>): WrittenRow | null {
  for (const collection of ROW_COLLECTIONS) {
    const { answer, row } = ROW_WRITES[collection];
    const read = v.safeParse(row, json[answer]);
    if (read.success) return { collection, row: read.output } as WrittenRow;
  }
  return null;
}

/** The receipt of this key, as the server gives it when asked; null for anything else. */
export function readReceipt(json: unknown, key: string): Receipt | null {
  const { success, output } = v.safeParse(Receipt, json);
  return success && output.key === key ? output : null;
}

const AnyPage = v.looseObject({ changes: v.array(v.looseObject({ collection: v.string() })) });

/**
 * A page of changes. Collections that this client does not know are left out. A page with an unreadable row of a known
 * collection is not accepted.
 */
export function readChangesPage(json: unknown): ChangesPage | null {
  const loose = v.safeParse(AnyPage, json);
  if (!loose.success) return null;
  const changes = loose.output.changes.filter((change) => Object.hasOwn(COLLECTION_ROWS, change.collection));
  const { success, output } = v.safeParse(ChangesPage, { ...loose.output, changes });
  return success ? output : null;
}

export function readDetails(json: unknown): DetailsAnswer | null {
  const { success, output } = v.safeParse(DetailsAnswer, json);
  return success ? output : null;
}

export function readSessionUser(json: unknown): SessionUser | null {
  const { success, output } = v.safeParse(SessionUser, json);
  return success ? output : null;
}

export function readTenant(json: unknown): Tenant | null {
  const { success, output } = v.safeParse(Tenant, json);
  return success ? output : null;
}
