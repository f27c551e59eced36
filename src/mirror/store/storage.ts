// The one wrapper around durable writes (src/sync/promises.md, hazards 26, 27): when it has
// resolved, the data is on the disk; when it could not store, it throws.

import type { MetaName, MetaRow, MetaValues } from './rows.ts';
import type { Mirror } from './schema.ts';

/**
 * The device could not store or read. `quota`: no space left. `lost`: the connection was lost, and
 * again after opening anew. `silent`: the database did not answer.
 */
export class StorageTrouble extends Error {
  readonly kind: 'quota' | 'lost' | 'silent';

  constructor(kind: 'quota' | 'lost' | 'silent', cause: unknown) {
    super(`storage trouble: ${kind}`, { cause });
    this.name = 'StorageTrouble';
    this.kind = kind;
  }
}

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
  | 'holidays'
  | 'commands'
  | 'files'
  | 'chunks'
  | 'drafts'
  | 'meta'
  | 'walk'
  | 'tombstones'
  | 'slices'
  | 'heads'
  | 'receipts';

/** The tables that `refold` reads and writes: part of every transaction that calls it. */
export const FOLD_TABLES = [
  'documents',
  'bases',
  'details',
  'commands',
  'meta',
  'users',
  'organizations',
  'document_subjects',
  'models',
  'alerts',
  'holidays',
  'tombstones',
] as const satisfies readonly TableName[];

/** The tables, with those of slices when `documents` is among them. */
export function withSlices(tables: readonly TableName[]): TableName[] {
  return tables.includes('documents') ? [...tables, 'slices', 'heads'] : [...tables];
}

const closedForGood = new WeakSet<Mirror>();

/**
 * Closes the database permanently, so that a page or a draft that is about to use it does not
 * create it again after an erasure.
 */
export function closeForGood(mirror: Mirror): void {
  closedForGood.add(mirror);
  mirror.close();
}

/**
 * Runs `work` in one strict read-write transaction, and resolves once it is complete (I6). After a
 * lost connection the database is opened again and `work` runs once more, so it must be safe to run
 * twice. When the device is full, copies that can be fetched again are deleted first
 * (mirror/keep/make-space.ts), and `work` runs again. Throws StorageTrouble when the device cannot
 * store it. `isSpare`: what `work` stores is such a copy itself, so no other copy is deleted for
 * it. An error of `work` itself aborts everything and is thrown as it is.
 */
export async function durably<Result>(
  mirror: Mirror,
  given: { tables: readonly TableName[]; work: () => Promise<Result>; isSpare?: boolean },
): Promise<Result> {
  const { tables, work, isSpare = false } = given;
  // Dexie follows native awaits through a transaction only from an async function.
  const attempt = () => mirror.transaction('rw', withSlices(tables), async () => work());
  try {
    return await attempt();
  } catch (error) {
    if (isQuota(error)) {
      if (isSpare || !(await mirror.makeSpace())) throw new StorageTrouble('quota', error);
      return durably(mirror, given);
    }
    if (!isLost(error)) throw error;
    if (closedForGood.has(mirror)) throw new StorageTrouble('lost', error);
  }
  try {
    mirror.close({ disableAutoOpen: false });
    await mirror.open();
    return await attempt();
  } catch (error) {
    throw storageTroubleOf(error) ?? error;
  }
}

/**
 * The StorageTrouble that an error of any IndexedDB database stands for; null for any other error.
 */
export function storageTroubleOf(error: unknown): StorageTrouble | null {
  if (error instanceof StorageTrouble) return error;
  if (isQuota(error)) return new StorageTrouble('quota', error);
  return isLost(error) ? new StorageTrouble('lost', error) : null;
}

const LOST: readonly string[] = [
  'AbortError',
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  // Chromium's name for a value whose file on the disk is gone.
  'NotReadableError',
  'OpenFailedError',
  // Dexie's name for an abort in the middle of a transaction.
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

/**
 * The names of an error and of all errors in it: Dexie wraps the browser's error, and several of a
 * bulk write.
 */
function namesOf(error: unknown): string[] {
  if (!(error instanceof Error || error instanceof DOMException)) return [];
  const failures = 'failures' in error && Array.isArray(error.failures) ? error.failures : [];
  return [error.name, ...namesOf('inner' in error ? error.inner : null), ...failures.flatMap(namesOf)];
}

/** Reads one value of `meta`; undefined when it was never written. */
export async function readMeta<Name extends MetaName>(
  mirror: Mirror,
  name: Name,
): Promise<MetaValues[Name] | undefined> {
  const row = await mirror.meta.get(name);
  return row?.value as MetaValues[Name] | undefined;
}

/** Reads some values of `meta` with one request; those that were never written are missing. */
export async function readMetas<Name extends MetaName>(
  mirror: Mirror,
  names: readonly Name[],
): Promise<{ readonly [One in Name]?: MetaValues[One] | undefined }> {
  const rows = await mirror.meta.bulkGet([...names]);
  return Object.fromEntries(rows.flatMap((row) => (row === undefined ? [] : [[row.name, row.value]]))) as {
    readonly [One in Name]?: MetaValues[One];
  };
}

/** Writes one value of `meta`, inside the caller's transaction if there is one. */
export async function writeMeta<Name extends MetaName>(
  mirror: Mirror,
  { name, value }: { name: Name; value: MetaValues[Name] },
): Promise<void> {
  await mirror.meta.put({ name, value } as MetaRow);
}

/** Writes some values of `meta` at once, inside the caller's transaction if there is one. */
export async function writeMetas(mirror: Mirror, values: Partial<MetaValues>): Promise<void> {
  await mirror.meta.bulkPut(Object.entries(values).map(([name, value]) => ({ name, value }) as MetaRow));
}
