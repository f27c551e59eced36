// The key of a command is taken for a transaction by a lock, and its receipt is looked up (src/sync/promises.md, Exactly once; S184).

import { Signed } from '#contract/signed-receipt.ts';
import { Receipt } from '#contract/writes.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../db/database.ts';
import { instantJson } from '../db/json.ts';
import { StorageUse, storageUseJson } from '../files/storage-quota.ts';
import type { Actor } from '../policies/actor.ts';
import { problems } from '../reporting/errors.ts';
import type { Signing } from './receipt-keys.ts';
import { StandingColumn, standingStep } from './standing.ts';

/** A receipt as it is stored, before it is signed for an answer. */
export type KeptReceipt = { readonly receipt: Receipt; readonly signing: Signing | null };

const RECEIPT_PARTS = sql`'key', r.key, 'type', r.type, 'result', r.result, 'ids', r.ids, 'rev', r.rev,
  'at', ${instantJson('r.at')}`;
const RECEIPT_JSON = sql`case when r.key is null then null
  when r.note is null then json_build_object(${RECEIPT_PARTS})
  else json_build_object(${RECEIPT_PARTS}, 'note', r.note) end`;

const ClaimedRow = v.object({
  claimed: v.boolean(),
  standing: StandingColumn,
  use: v.nullable(StorageUse),
  receipt: v.nullable(Receipt),
  fingerprint: v.nullable(v.string()),
  signing: v.nullable(v.omit(Signed, ['signature'])),
});

type Claimed = {
  readonly earlier: (KeptReceipt & { readonly fingerprint: string }) | null;
  readonly standing: boolean | null;
  /** null when no files are added. */
  readonly use: StorageUse | null;
};

/**
 * Takes the key for this transaction, and answers its receipt if there is one, and whether the author still stands. The statement sees what
 * was committed when it began, so it may take the key right after an attempt that has just ended, and miss its receipt: a
 * second receipt of the key fails, and a refusal is looked at again (`orInProgress`).
 */
export async function claimKey(
  tx: Transaction,
  claim: { actor: Actor; key: string; addsFiles?: boolean },
): Promise<Claimed> {
  const { tenantId, userId } = claim.actor;
  const rows = await tx.rowsOf(
    ClaimedRow,
    sql`
    with ${standingStep(claim.actor)}
    select (select unchanged from standing) as standing,
      ${claim.addsFiles === true ? storageUseJson(claim.actor, claim.key) : sql`null::json`} as use, ${takenSql(claim)} as claimed, ${RECEIPT_JSON} as receipt, r.fingerprint, r.signing
    from (select 1) as asked
    left join receipts r on r.tenant_id = ${tenantId} and r.actor_id = ${userId} and r.key = ${claim.key}::uuid`,
  );
  const found = rows[0];
  const { standing = null, use = null } = found ?? {};
  if (found?.receipt && found.fingerprint !== null) {
    const { receipt, fingerprint, signing } = found;
    return { earlier: { receipt, fingerprint, signing }, standing, use };
  }
  if (found?.claimed !== true) throw problems.inProgress();
  return { earlier: null, standing, use };
}

function takenSql({ actor, key }: { actor: Actor; key: string }): SQL {
  return sql`pg_try_advisory_xact_lock(hashtextextended(${`${actor.tenantId}:${actor.userId}:${key}`}, 0))`;
}

/**
 * As claimKey, for those who conclude from a missing receipt that there was no effect. The key is taken in a statement before it, so
 * that the receipt of whoever had it is seen. Both travel together.
 */
export async function claimSurely(tx: Transaction, asked: { actor: Actor; key: string }): Promise<KeptReceipt | null> {
  const claim = { ...asked, actor: unasked(asked.actor) };
  const [[taken], { earlier }] = await Promise.all([
    tx.rowsOf(v.object({ taken: v.boolean() }), sql`select ${takenSql(claim)} as taken`),
    claimKey(tx, claim),
  ]);
  if (earlier === null && taken?.taken !== true) throw problems.inProgress();
  return earlier;
}

/** For a look-up that need not ask whether the author still stands. */
const unasked = (actor: Actor): Actor => ({ ...actor, standing: null });
