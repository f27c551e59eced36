// Invitations: links with which a person without a password chooses one (S209). They are links for
// a new password that last for days. Each one ends the earlier ones of its person, and the first
// password ends it.

import { sql } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { INVITATION_MS } from './live.ts';
import { hashOf, LINK_MARK } from './password-reset.ts';
import { newSlipCode } from './slip-code.ts';
import { hasNoPassword } from './without-password.ts';

const TOKEN_BYTES = 32;

/** Where a link is used, below the address of the server. */
export function linkPath(token: string, email: string): string {
  return `/password-reset/${token}?email=${encodeURIComponent(email)}`;
}

type Invited = { readonly tenantId: number; readonly now: number };

/** Queues the messages: one a day for each address of a person. Answers how many were queued. */
export async function queueInvitations(
  tx: Transaction,
  { tenantId, userIds, now }: Invited & { readonly userIds: readonly number[] },
): Promise<number> {
  const at = new Date(now).toISOString();
  const { rows } = await tx.execute(sql`insert into jobs (tenant_id, kind, key, payload, run_at)
    select u.tenant_id, 'invitation', 'invitation:' || u.id || ':' || ${at.slice(0, 10)}::text || ':' || md5(lower(u.email)),
      jsonb_build_object('user_id', u.id), ${at}::timestamptz
    from users u where u.tenant_id = ${tenantId} and u.id = any(${sql.param([...userIds])}::bigint[])
    on conflict (tenant_id, key) do nothing returning 1`);
  return rows.length;
}

/**
 * A new code for each of these people, by their ids. The caller has judged that they may be
 * invited.
 */
export async function issueSlips(
  tx: Transaction,
  { tenantId, userIds, now }: Invited & { readonly userIds: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  const codes = new Map(userIds.map((id) => [id, newSlipCode()]));
  await keepTokens(tx, { tenantId, now, tokens: codes });
  return codes;
}

const Account = v.object({ name: v.string(), email: v.string(), tenant: v.string() });
export type IssuedInvitation = v.InferOutput<typeof Account> & { readonly token: string };

/**
 * The link of a message, made when it is written. null when the person has a password by now, or
 * may not log in.
 */
export function issueInvitation(
  database: Database,
  { tenantId, userId, now }: Invited & { readonly userId: number },
): Promise<IssuedInvitation | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return database.asSystem(async (tx) => {
    const [account] = await tx.rowsOf(
      Account,
      sql`select u.name, u.email, t.name as tenant from users u join tenants t on t.id = u.tenant_id
        where u.tenant_id = ${tenantId} and u.id = ${userId} and u.status = 'active' and u.deleted_at is null
          and ${hasNoPassword()}`,
    );
    if (account === undefined) return null;
    await keepTokens(tx, { tenantId, now, tokens: new Map([[userId, token]]) });
    return { token, ...account };
  });
}

async function keepTokens(
  tx: Transaction,
  { tenantId, now, tokens }: Invited & { readonly tokens: ReadonlyMap<number, string> },
): Promise<void> {
  const given = [...tokens].map(([id, token]) => ({ id, hash: hashOf(token).toString('hex') }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id bigint, hash text)`;
  await tx.execute(sql`delete from password_resets r using ${rows}
    where r.tenant_id = ${tenantId} and r.user_id = g.id and r.invitation`);
  await tx.execute(sql`insert into password_resets (token_hash, tenant_id, user_id, expires_at, mark, invitation)
    select decode(g.hash, 'hex'), u.tenant_id, u.id, ${new Date(now + INVITATION_MS).toISOString()}::timestamptz,
      ${LINK_MARK}, true
    from ${rows} join users u on u.tenant_id = ${tenantId} and u.id = g.id`);
}
