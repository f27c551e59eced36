import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { PushTokenPatch } from '#contract/reference-writes.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { isKnownPushEndpoint } from '../../push/push-sender.ts';
import type { Services } from '../../services/services.ts';

const Owner = v.object({ tenant_id: v.number(), user_id: v.number() });
type Owner = v.InferOutput<typeof Owner>;

/** How many devices a person may have; a further one replaces the one saved longest ago. */
export const DEVICES_MAX = 20;

const BASE64URL = /^[\w-]+=*$/;

const Subscription = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(2000), v.check(isKnownPushEndpoint)),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.minLength(80), v.maxLength(102), v.regex(BASE64URL)),
    auth: v.pipe(v.string(), v.minLength(20), v.maxLength(32), v.regex(BASE64URL)),
  }),
});

export type PushTokenCall = {
  readonly body: v.InferOutput<typeof PushTokenPatch>;
  readonly services: Services;
  readonly now: number;
  /** Hash of the token of the session that sends this call. */
  readonly sessionHash: Buffer;
};

/**
 * PATCH /api/profile/fcm-token: keeps this device's Web Push subscription, or ends it (rule G10).
 * When another person uses the device, its subscription becomes theirs, even across tenants. So the
 * statements run as the system role, and the session says whose subscription it is.
 */
export async function savePushToken({ body, services, now, sessionHash }: PushTokenCall): Promise<void> {
  const kept = body.fcm_token === null || body.fcm_token === '' ? null : subscriptionOf(body.fcm_token);
  await services.database.asSystem(async (tx) => {
    // Locks the session's row until the commit. A logout at the same moment waits for it, and then
    // also removes the subscription that is written here.
    const rows = await tx.rowsOf(
      Owner,
      sql`select tenant_id, user_id from sessions
      where token_hash = ${sessionHash} for no key update`,
    );
    const owner = rows[0];
    if (owner === undefined) throw problems.unauthenticated();
    await tx.execute(sql`delete from push_subscriptions
      where session_hash = ${sessionHash} and endpoint is distinct from ${kept?.endpoint ?? null}`);
    if (kept === null) return;
    await tx.execute(sql`
      insert into push_subscriptions (tenant_id, user_id, session_hash, endpoint, subscription, saved_at)
      values (${owner.tenant_id}, ${owner.user_id}, ${sessionHash}, ${kept.endpoint}, ${JSON.stringify(kept)},
        ${new Date(now).toISOString()})
      on conflict (endpoint) do update set tenant_id = excluded.tenant_id, user_id = excluded.user_id,
        session_hash = excluded.session_hash, subscription = excluded.subscription, saved_at = excluded.saved_at`);
    await makeRoom(tx, owner);
  });
}

async function makeRoom(tx: Transaction, { tenant_id, user_id }: Owner): Promise<void> {
  const theirs = sql`tenant_id = ${tenant_id} and user_id = ${user_id}`;
  await tx.execute(sql`delete from push_subscriptions where ${theirs} and id in (select id from push_subscriptions
    where ${theirs} order by saved_at desc, id desc offset ${DEVICES_MAX})`);
}

/** Reads a subscription from JSON and drops unknown fields. Throws 422 for anything else. */
function subscriptionOf(text: string): v.InferOutput<typeof Subscription> {
  try {
    return v.parse(Subscription, JSON.parse(text));
  } catch {
    throw problems.invalid({ fcm_token: [REFUSAL_TEXT.invalid] });
  }
}
