import { PATHS } from '#contract/paths.ts';
import { readWithdrawal } from '#contract/read-receipts.ts';
import { HEADERS } from '#contract/sync.ts';
import { unsentIds } from '#mirror/questions/outbox-summary.ts';
import { changeLostWork, readLostWork } from '#mirror/keep/lost-work.ts';
import type { LostWork } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { isSealed } from '#mirror/store/sealed-row.ts';
import { readingOf, successOf } from '#sync/reading.ts';
import { noteUnsent, readWitness, type Witness } from '../leaving/steps/witness.ts';
import { client } from './client.ts';

/**
 * Withdraws every attempt that a device may have made, so that a delayed request has no effect
 * (src/sync/promises.md, Exactly once).
 */
const ALL_ATTEMPTS = 999_999_999;

/**
 * At a login: finds unsent commands that the browser has evicted from the mirror, stores their ids
 * and asks the server about them (S100). Returns what is lost; null when nothing is missing. Throws
 * StorageTrouble.
 */
export async function findLostWork(
  mirror: Mirror,
  { userId, nowMs }: { userId: number; nowMs: number },
): Promise<LostWork | null> {
  const witness = readWitness(userId);
  const rows = witness === null ? [] : await mirror.commands.toCollection().raw().toArray();
  // Sealed work may be among the noted commands, and its ids can't be read.
  if (witness === null || rows.some(isSealed)) return null;
  const here = new Set(rows.map(({ id }) => id));
  const missing = witness.ids.filter((id) => !here.has(id));
  if (missing.length > 0) await keepMissing(mirror, { witness, missing });
  noteUnsent(userId, { ids: await unsentIds(mirror), nowMs });
  return missing.length === 0 ? null : checkLostWork(mirror, userId);
}

async function keepMissing(
  mirror: Mirror,
  { witness, missing }: { witness: Witness; missing: readonly string[] },
): Promise<void> {
  // Commands without a noted id can't be looked up. They are here if any other noted command is,
  // because the browser evicts a whole database.
  const withoutId = missing.length === witness.ids.length ? witness.count - witness.ids.length : 0;
  await changeLostWork(mirror, (before) => ({
    unchecked: [...new Set([...(before?.unchecked ?? []), ...missing])],
    lost: (before?.lost ?? 0) + withoutId,
    notedAtMs: witness.notedAtMs,
  }));
}

/**
 * Asks the server whether each missing command is registered, and withdraws those that are not, so
 * that their author can repeat them without doubling them. Returns what is lost or can't be known
 * yet; null when everything was registered. Throws StorageTrouble.
 */
export async function checkLostWork(mirror: Mirror, userId: number): Promise<LostWork | null> {
  const missing = (await readLostWork(mirror))?.unchecked ?? [];
  for (const id of missing) {
    const answer = await client.request({
      method: 'DELETE',
      path: PATHS.receipt(id),
      query: { attempts: ALL_ATTEMPTS },
      headers: { [HEADERS.actingUser]: String(userId) },
    });
    const withdrawal = readWithdrawal(successOf(readingOf(answer)), id);
    if (withdrawal === null) break;
    await changeLostWork(mirror, (before) => ({
      unchecked: (before?.unchecked ?? []).filter((one) => one !== id),
      lost: (before?.lost ?? 0) + (withdrawal.receipt === null ? 1 : 0),
      notedAtMs: before?.notedAtMs ?? 0,
    }));
  }
  return (await readLostWork(mirror)) ?? null;
}
