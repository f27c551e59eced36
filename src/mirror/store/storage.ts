// The one wrapper around durable writes (traps 26, 27): what it resolved is on the disk, what it could not store it says.

import type { Mirror } from './schema.ts';

/**
 * The device could not keep or read something: `quota` = no room left, `lost` = the database went away twice, `silent` = it
 * did not answer.
 */
export class StorageTrouble extends Error {
  readonly kind: 'quota' | 'lost' | 'silent';

  constructor(kind: 'quota' | 'lost' | 'silent', cause: unknown) {
    super(`storage trouble: ${kind}`, { cause });
    this.name = 'StorageTrouble';
    this.kind = kind;
  }
}

/** Tables a transaction may touch. */
export type TableName =
  | 'documents'
  | 'bases'
  | 'details'
  | 'organizations'
  | 'roles'
  | 'users'
  | 'document_subjects'
  | 'models'
  | 'alerts'
  | 'commands'
  | 'files'
  | 'chunks'
  | 'drafts'
  | 'meta'
  | 'walk'
  | 'tombstones';

/** What `refold` reads and writes: part of every transaction that calls it. */
export const FOLD_TABLES = [
  'documents',
  'bases',
  'details',
  'commands',
  'meta',
  'users',
  'organizations',
  'document_subjects',
] as const satisfies readonly TableName[];

const closedForGood = new WeakSet<Mirror>();

/** Lets go of the database: what is still on its way to it (a page, a draft) must not make it anew after an erasure. */
export function closeForGood(mirror: Mirror): void {
  closedForGood.add(mirror);
  mirror.close();
}

/**
 * Runs `work` in one strict read-write transaction and resolves once it is complete (I6). A lost connection is reopened and
 * the work done again, once: `work` must be safe to run twice. Throws StorageTrouble when the device cannot keep it; an
 * error of `work` itself aborts everything and comes through as it is.
 */
export async function durably<Result>(
  mirror: Mirror,
  { tables, work }: { tables: readonly TableName[]; work: () => Promise<Result> },
): Promise<Result> {
  // Dexie follows native awaits through a transaction only from an async function.
  const attempt = () => mirror.transaction('rw', [...tables], async () => work());
  try {
    return await attempt();
  } catch (error) {
    if (isQuota(error)) throw new StorageTrouble('quota', error);
    if (!isLost(error)) throw error;
    if (closedForGood.has(mirror)) throw new StorageTrouble('lost', error);
  }
  try {
    mirror.close({ disableAutoOpen: false });
    await mirror.open();
    return await attempt();
  } catch (error) {
    if (isQuota(error)) throw new StorageTrouble('quota', error);
    if (isLost(error)) throw new StorageTrouble('lost', error);
    throw error;
  }
}

const LOST: readonly string[] = [
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'OpenFailedError',
  // What an abort in mid-scope is called by Dexie.
  'PrematureCommitError',
  'TimeoutError',
  'TransactionInactiveError',
  'UnknownError',
];

function isQuota(error: unknown): boolean {
  return namesOf(error).includes('QuotaExceededError');
}

function isLost(error: unknown): boolean {
  return namesOf(error).some((name) => LOST.includes(name));
}

/** Dexie wraps what the browser said: both names count. */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error || error instanceof DOMException)) return [];
  return [error.name, ...namesOf('inner' in error ? error.inner : null)];
}
