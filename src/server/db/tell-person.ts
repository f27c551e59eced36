import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** The changes of an account about which its person gets an e-mail. */
export const TOLD_CHANGES = ['password', 'email', 'roles'] as const;
export type ToldChange = (typeof TOLD_CHANGES)[number];

export type AccountChange = {
  readonly tenantId: number;
  readonly userId: number;
  readonly changed: readonly ToldChange[];
  /** `oneself` is the person of the account, also by a recovery link. */
  readonly by: 'oneself' | 'another';
  /** Epoch milliseconds. */
  readonly now: number;
  /** The address before the change: it gets an e-mail beside the present address. */
  readonly emailBefore?: string | undefined;
};

/**
 * Queues the e-mails about a change of an account (S151), in the transaction of the change. They
 * name the changed field, and no value of it.
 */
export async function tellPerson(tx: Transaction, change: AccountChange): Promise<void> {
  const { tenantId, userId, changed, by, emailBefore } = change;
  if (changed.length === 0) return;
  const at = new Date(change.now).toISOString();
  const told = { user_id: userId, changed, by, at };
  const payloads = emailBefore === undefined ? [told] : [told, { ...told, to: emailBefore }];
  await tx.execute(sql`insert into jobs (tenant_id, kind, key, payload, run_at)
    select ${tenantId}::bigint, 'account-mail', 'account:' || ${userId}::bigint || ':' || gen_random_uuid(), p.payload,
      ${at}::timestamptz
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as p (payload)`);
}
