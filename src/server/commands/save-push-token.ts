import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { PushTokenPatch } from '#contract/reference-writes.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { problems } from '../errors.ts';
import { isKnownPushEndpoint } from '../push/known-endpoint.ts';
import type { CommandCall } from './command-call.ts';

const Subscription = v.object({
  endpoint: v.pipe(v.string(), v.check(isKnownPushEndpoint)),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{80,100}=*$/)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{20,30}=*$/)),
  }),
});

/** PATCH /api/profile/fcm-token: keeps the device's Web Push subscription, or forgets it (decisions G10). */
export async function savePushToken(call: CommandCall<v.InferOutput<typeof PushTokenPatch>>): Promise<void> {
  const { actor, body, services } = call;
  const subscription = body.fcm_token === null || body.fcm_token === '' ? null : subscriptionOf(body.fcm_token);
  await services.database.inTenant(actor.tenantId, (tx) =>
    tx.execute(sql`update users set push_subscription = ${subscription}
      where tenant_id = ${actor.tenantId} and id = ${actor.userId}`),
  );
}

/** Only what a subscription consists of is kept, as JSON text. */
function subscriptionOf(text: string): string {
  try {
    return JSON.stringify(v.parse(Subscription, JSON.parse(text)));
  } catch {
    throw problems.invalid({ fcm_token: [REFUSAL_TEXT.invalid] });
  }
}
