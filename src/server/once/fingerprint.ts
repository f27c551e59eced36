import { createHash } from 'node:crypto';

/**
 * What a write asked for: its fields without passwords, and the hashes of its files. It shows when
 * the same key comes with other content.
 */
export type FingerprintInput = {
  readonly type: string;
  /**
   * The parsed fields, the same for every spelling and content type, with defaults filled in. The
   * defaults never change (fingerprint.test.ts).
   */
  readonly fields: unknown;
  readonly fileHashes: readonly string[];
};

/**
 * SHA-256 in hexadecimal over a canonical form: the order of keys does not count, and absent equals
 * undefined.
 */
export function fingerprintOf(write: FingerprintInput): string {
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
