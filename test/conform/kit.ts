// The cases of the protocol, run against one server over its own HTTP.

import { Broken, NotOffered } from './broken.ts';
import { CONFLICTS } from './cases/conflicts.ts';
import { EXACTLY_ONCE } from './cases/exactly-once.ts';
import { FEED } from './cases/feed.ts';
import { HOSTILE } from './cases/hostile.ts';
import { ORDER_AND_AUTHOR } from './cases/order-and-author.ts';
import { SENT_AHEAD } from './cases/sent-ahead.ts';
import { RECEIPTS } from './cases/receipts.ts';
import { enterTown, type Accounts } from './town.ts';

const AREAS = {
  'exactly once': EXACTLY_ONCE,
  receipts: RECEIPTS,
  'order and author': ORDER_AND_AUTHOR,
  conflicts: CONFLICTS,
  'the feed': FEED,
  'files sent ahead': SENT_AHEAD,
  'hostile input': HOSTILE,
};

export type Verdict = {
  readonly area: string;
  readonly promise: string;
  /** What was seen instead of the promise; null when it is kept or not offered. */
  readonly seen: string | null;
  /** False when the server lacks calls that a server may lack. */
  readonly isOffered: boolean;
};

/**
 * Runs every case, one after the other, and tells each verdict as it falls. The server gets documents that the kit leaves there.
 * @throws Broken when a login or the tenant does not allow the kit to begin.
 */
export async function conform(
  server: URL,
  { accounts, tell }: { accounts: Accounts; tell: (verdict: Verdict) => void },
): Promise<readonly Verdict[]> {
  const town = await enterTown(server, accounts);
  const verdicts: Verdict[] = [];
  for (const [area, cases] of Object.entries(AREAS))
    for (const { promise, run } of cases) {
      const error: unknown = await run(town).catch((thrown: unknown) => thrown);
      const isOffered = !(error instanceof NotOffered);
      const verdict = { area, promise, seen: isOffered && error !== undefined ? whatWasSeen(error) : null, isOffered };
      verdicts.push(verdict);
      tell(verdict);
    }
  return verdicts;
}

const whatWasSeen = (error: unknown): string =>
  error instanceof Broken ? error.message : `the case could not run: ${String(error)}`;
