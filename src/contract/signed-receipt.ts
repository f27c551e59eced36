// The signed content of a receipt (S98). With it a person without session or database can verify
// that an act was registered: its author, the public body, the time and the content. The bytes are
// the UTF-8 of a JSON array in which every value has a fixed position, so that there is one
// spelling only: no order of keys, no spaces, one form of numbers.

import * as v from 'valibot';
import { Instant } from './scalars.ts';

/**
 * Raised when positions of the array change. A client that does not know the number reports that it
 * is too old. Since 2 the author has an e-mail beside number and name, because a name alone can be
 * changed to another person's (S155); 1 stays readable.
 */
export const SIGNED_FORMAT = 2;

/** The parts of a receipt that only its signature needs. */
export const SignedContent = v.object({
  format: v.number(),
  /** Id of the key: SHA-256 of the raw public key, base64url. */
  key: v.string(),
  tenant: v.object({ id: v.number(), acronym: v.string(), name: v.string() }),
  author: v.object({
    /** Number of the account. */
    id: v.number(),
    name: v.string(),
    /** Absent in format 1. */
    email: v.optional(v.string()),
  }),
  document_number: v.nullable(v.number()),
  /** SHA-256 (lower-case hexadecimal) of `contentText`. */
  content_sha256: v.string(),
  /** Ed25519 over `signedText`, base64url. */
  signature: v.string(),
});
export type SignedContent = v.InferOutput<typeof SignedContent>;

/**
 * Replaces an unreadable signature. No key accepts it, so it is reported as a bad one, and the
 * receipt still counts.
 */
export const UNREADABLE: SignedContent = {
  format: SIGNED_FORMAT,
  key: '',
  tenant: { id: 0, acronym: '', name: '' },
  author: { id: 0, name: '' },
  document_number: null,
  content_sha256: '',
  signature: '',
};

/** The fields of a receipt that are signed; `Receipt` of writes.ts has all of them. */
export type Signable = {
  readonly key: string;
  readonly type: string;
  readonly result: string;
  readonly note?: { readonly user_id: number | null; readonly limit_date: string } | undefined;
  readonly ids: {
    readonly document_id?: number | undefined;
    readonly interaction_id?: number | undefined;
    readonly row_id?: number | undefined;
  };
  readonly rev: number;
  readonly at: string;
};

const HEAD = 'malote-receipt';

/** The signed text of a receipt; the signature is over its UTF-8. */
export function signedText(receipt: Signable, signed: Omit<SignedContent, 'signature'>): string {
  const { ids, note } = receipt;
  const { tenant, author } = signed;
  return JSON.stringify([
    HEAD,
    signed.format,
    signed.key,
    [tenant.id, tenant.acronym, tenant.name],
    receipt.key,
    receipt.type,
    receipt.result,
    note === undefined ? null : [note.user_id, note.limit_date],
    [ids.document_id ?? null, ids.interaction_id ?? null, ids.row_id ?? null],
    signed.document_number,
    author.email === undefined ? [author.id, author.name] : [author.id, author.name, author.email],
    receipt.at,
    receipt.rev,
    signed.content_sha256,
  ]);
}

const Said = v.tuple([
  v.literal(HEAD),
  v.picklist([1, SIGNED_FORMAT]),
  v.string(),
  v.tuple([v.number(), v.string(), v.string()]),
  v.string(),
  v.string(),
  v.string(),
  v.nullable(v.tuple([v.nullable(v.number()), v.string()])),
  v.tuple([v.nullable(v.number()), v.nullable(v.number()), v.nullable(v.number())]),
  v.nullable(v.number()),
  v.union([v.strictTuple([v.number(), v.string()]), v.strictTuple([v.number(), v.string(), v.string()])]),
  Instant,
  v.number(),
  v.string(),
]);

/** The content of a signed text, for a reader who has nothing else of the receipt. */
export type SaidReceipt = {
  readonly keyId: string;
  readonly tenant: { readonly acronym: string; readonly name: string };
  readonly commandId: string;
  readonly type: string;
  readonly result: string;
  readonly documentNumber: number | null;
  readonly authorId: number;
  readonly authorName: string;
  /** null in a receipt of format 1. */
  readonly authorEmail: string | null;
  readonly at: string;
  readonly contentSha256: string;
};

/**
 * Reads the text of a signed receipt, which may come from anywhere. Returns `newer` for a format
 * that this version does not know, and null for a text that is no receipt.
 */
export function readSignedText(text: string): SaidReceipt | 'newer' | null {
  const json = parsed(text);
  if (!Array.isArray(json) || json[0] !== HEAD) return null;
  if (typeof json[1] === 'number' && json[1] > SIGNED_FORMAT) return 'newer';
  const { success, output } = v.safeParse(Said, json);
  if (!success || output.length !== json.length) return null;
  const [, , keyId, tenant, commandId, type, result, , , documentNumber, author, at, , contentSha256] = output;
  const [, acronym, name] = tenant;
  return {
    keyId,
    tenant: { acronym, name },
    commandId,
    type,
    result,
    documentNumber,
    authorId: author[0],
    authorName: author[1],
    authorEmail: author[2] ?? null,
    at,
    contentSha256,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The text whose SHA-256 represents the content of an act: the written text as the server stores
 * it, and its files in order.
 */
export function contentText(content: { readonly text: string; readonly filesSha256: readonly string[] }): string {
  return JSON.stringify(['malote-content', 1, content.text, content.filesSha256]);
}

/** Id of a key as addresses and receipts carry it. */
export const KEY_ID = /^[\w-]{43}$/;
