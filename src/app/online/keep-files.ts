// Fetches files ahead of time, so that documents in work open without a network
// (src/app/experience.md, experience P21): one file at a time, when the browser is idle, and over a
// metered network only pinned files (S70).

import { mimeOf } from '#domain/files.ts';
import { CACHE_MAX_BYTES, cacheServerFile, dropUnused, keptBytes } from '#mirror/keep/cached-files.ts';
import { type WantedFile, wantedFiles } from '#mirror/questions/wanted-files.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { retryPause } from '../device/retry-pause.ts';
import { FileRefused, openFile, openModelFile } from './open-file.ts';

type KeepingParts = {
  readonly mirror: Mirror;
  readonly userId: number;
  readonly organizationId: number | null;
  readonly now: () => number;
  /** Over a network that costs something, only pinned files are fetched. Asked before each file. */
  readonly isMetered: () => boolean;
  /** On a device with little space, only pinned files are fetched. Asked once for each run. */
  readonly isStorageLow: () => Promise<boolean>;
  /** Resolves when the browser has nothing else to do. */
  readonly atRest: () => Promise<void>;
  readonly locks: Pick<LockManager, 'request'>;
  readonly signal: AbortSignal;
};

/** The most files of one run. The next run continues. */
const FILES_AT_ONCE = 40;

/** After so many failures a file rests: for an hour, then twice as long after each further one. */
const FAILURES_MAX = 5;
const HOUR_MS = 3_600_000;

/** Files that this page could not fetch for one person, by their server ids. */
type FailedFiles = {
  /** Files that the server does not give, or that this device can't store, are requested once. */
  readonly refused: Set<number>;
  /**
   * How often each file has ended a run. Those that failed most are requested last, so that one
   * that always fails does not prevent the others.
   */
  readonly troubled: Map<number, Trouble>;
};

type Trouble = { readonly failures: number; readonly lastAtMs: number };

/**
 * Whether the file has failed so often that it is not downloaded again yet. Without this rule a
 * transfer that always breaks would be repeated each minute, over a metered network too.
 */
function isResting({ failures, lastAtMs }: Trouble, nowMs: number): boolean {
  return failures >= FAILURES_MAX && nowMs < lastAtMs + HOUR_MS * 2 ** (failures - FAILURES_MAX);
}

const NO_TROUBLE: Trouble = { failures: 0, lastAtMs: 0 };

const failedOf = new WeakMap<Mirror, FailedFiles>();

/**
 * `complete`: every wanted file that can be fetched is on the device. `spared`: files were left
 * out, because they are not pinned or rest. `more`: the run ended before the last file.
 */
export type KeptFiles = {
  readonly fetched: number;
  readonly end: 'complete' | 'spared' | 'more' | 'trouble';
};

/**
 * Runs until every wanted file that can be fetched is on the device, with a growing pause after
 * trouble. Returns false when files are spared, or when `signal` ended it.
 */
export async function keepAllFiles(parts: KeepingParts): Promise<boolean> {
  const { signal } = parts;
  let failures = 0;
  while (!signal.aborted) {
    const { fetched, end } = await keepFiles(parts);
    if (end === 'complete' || end === 'spared') return end === 'complete';
    failures = fetched > 0 ? 1 : failures + 1;
    if (end === 'trouble') await pauseAfter(failures, signal);
  }
  return false;
}

async function pauseAfter(failures: number, signal: AbortSignal): Promise<void> {
  const { over, end } = retryPause(failures);
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  await over;
  signal.removeEventListener('abort', end);
}

/**
 * One run. It ends at trouble of the network, the session or the server, and the next run asks
 * again. A lock lets tabs run one after the other.
 */
export function keepFiles(parts: KeepingParts): Promise<KeptFiles> {
  const name = `files:${parts.mirror.name}`;
  return parts.locks.request(name, { signal: parts.signal }, async () => {
    await parts.atRest();
    return fetchAll(parts);
  });
}

async function fetchAll(parts: KeepingParts): Promise<KeptFiles> {
  const { mirror, userId, organizationId, now, isMetered: isCostly, signal } = parts;
  await dropUnused(mirror, now());
  const { refused, troubled } = knownFailures(mirror);
  const wanted = await wantedFiles(mirror, { userId, organizationId, nowMs: now() });
  const troubleOf = (file: WantedFile) => troubled.get(file.serverFileId) ?? NO_TROUBLE;
  const isLow = await parts.isStorageLow();
  const kept = await keptBytes(mirror);
  let count = 0;
  let isSpared = false;
  for (const file of wanted.toSorted((left, right) => troubleOf(left).failures - troubleOf(right).failures)) {
    if (signal.aborted || count === FILES_AT_ONCE) return { fetched: count, end: 'more' };
    if (refused.has(file.serverFileId)) continue;
    const isSparing = !file.isPinned && (isLow || isCostly());
    if (isSparing || isResting(troubleOf(file), now())) {
      isSpared = true;
      continue;
    }
    // A file fetched ahead must not push out an opened file, nor a pinned one another pinned one:
    // the next run would fetch the lost file again.
    if ((file.isPinned ? kept.pinned : kept.all) + file.size > CACHE_MAX_BYTES) continue;
    const blob = await fetched(file);
    if (blob === 'trouble') {
      troubled.set(file.serverFileId, { failures: troubleOf(file).failures + 1, lastAtMs: now() });
      return { fetched: count, end: 'trouble' };
    }
    // Counted as refused until it is stored, so that a file that can't be stored is requested once.
    refused.add(file.serverFileId);
    if (blob === 'refused') continue;
    const { serverFileId, name } = file;
    await cacheServerFile(mirror, { serverFileId, name, mime: mimeOf(name), blob, nowMs: now() });
    refused.delete(serverFileId);
    kept.all += blob.size;
    if (file.isPinned) kept.pinned += blob.size;
    count += 1;
  }
  return { fetched: count, end: isSpared ? 'spared' : 'complete' };
}

function knownFailures(mirror: Mirror): FailedFiles {
  const known = failedOf.get(mirror) ?? { refused: new Set<number>(), troubled: new Map<number, Trouble>() };
  failedOf.set(mirror, known);
  return known;
}

/** Never throws: a file that can't be fetched ahead is fetched when a person opens it. */
function fetched({ serverFileId: id, size, sha256 }: WantedFile): Promise<Blob | 'refused' | 'trouble'> {
  return (sha256 === null ? openModelFile({ id, size }) : openFile({ id, sha256 })).catch((error: unknown) =>
    error instanceof FileRefused ? 'refused' : 'trouble',
  );
}

// What the browser tells about the network. Firefox and Safari tell nothing.

type NetworkInformation = { readonly type?: string; readonly saveData?: boolean };

/**
 * Whether the person pays for each byte or has asked to save data. False where the browser does not
 * tell.
 */
export function isMetered(): boolean {
  const { connection } = navigator as { readonly connection?: NetworkInformation };
  return connection?.saveData === true || connection?.type === 'cellular';
}

const REST_MS = 2_000;

/** Resolves when the browser is idle; after two seconds where it does not report that. */
export function atRest(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve());
    else setTimeout(resolve, REST_MS);
  });
}
