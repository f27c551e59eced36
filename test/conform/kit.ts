// The cases of the protocol, run against one server over its own HTTP.

import { Broken } from './broken.ts';
import { CONFLICTS } from './cases/conflicts.ts';
import { EXACTLY_ONCE } from './cases/exactly-once.ts';
import { FEED } from './cases/feed.ts';
import { HOSTILE } from './cases/hostile.ts';
import { ORDER_AND_AUTHOR } from './cases/order-and-author.ts';
import { RECEIPTS } from './cases/receipts.ts';
import { enterTown, type Accounts } from './town.ts';

const AREAS = {
  'exactly once': EXACTLY_ONCE,
  receipts: RECEIPTS,
  'order and author': ORDER_AND_AUTHOR,
  conflicts: CONFLICTS,
  'the feed': FEED,
  'hostile input': HOSTILE,
};

/** `seen`: what was seen instead of the promise; null when it is kept. */
export type Verdict = { readonly area: string; readonly promise: string; readonly seen: string | null };

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
      const verdict = { area, promise, seen: await run(town).then(() => null, whatWasSeen) };
      verdicts.push(verdict);
      tell(verdict);
    }
  return verdicts;
}

const whatWasSeen = (error: unknown): string =>
  error instanceof Broken ? error.message : `the case could not run: ${String(error)}`;
