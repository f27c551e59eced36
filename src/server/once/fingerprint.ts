import { createHash } from 'node:crypto';

/** What a write asked for, so that the same key with another content is noticed: fields without passwords, file hashes. */
export type Fingerprinted = {
  readonly type: string;
  /** Parsed fields, whatever spelling or content type they came in, defaults filled in: these never change (its test). */
  readonly fields: unknown;
  readonly fileHashes: readonly string[];
};

/** SHA-256 in hexadecimal over a canonical form: the order of keys does not count, absent and undefined are the same. */
export function fingerprintOf(write: Fingerprinted): string {
  const text = JSON.stringify(canonical([write.type, write.fields, write.fileHashes]));
  return createHash('sha256').update(text).digest('hex');
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, one]) => one !== undefined && !key.startsWith('password'));
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, canonical(one)]),
  );
}
