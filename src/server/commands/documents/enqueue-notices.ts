// Queues notices (rules B9, G10) as a part of the statement that has the effect, so that every
// effect is announced and nothing else is. The author of an effect gets no notice of it, and
// neither does a person without a device that asked for notices.

import type { EffectNotice } from '#domain/notices.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Writer } from './writing-sql.ts';

export type NoticeFor = { readonly notice: EffectNotice; readonly userIds: readonly number[] };

/**
 * Steps of a `with`. A person gets the first of several notices. Empty when there is no recipient.
 */
export function enqueueNotices(writer: Writer, notices: readonly NoticeFor[]): SQL[] {
  const told = new Set([writer.userId]);
  const rows: { notice: EffectNotice; user_id: number }[] = [];
  for (const { notice, userIds } of notices) {
    for (const userId of userIds) {
      if (told.has(userId)) continue;
      told.add(userId);
      rows.push({ notice, user_id: userId });
    }
  }
  if (rows.length === 0) return [];
  return [
    sql`noticed as (insert into jobs (tenant_id, kind, key, payload, run_at)
      select ${writer.tenantId}::bigint, 'push', 'push:' || n.notice || ':' || p.id || ':' || gen_random_uuid(),
        jsonb_build_object('notice', n.notice, 'document_id', ${writer.document}, 'user_id', p.user_id,
          'subscription_id', p.id),
        ${writer.moment.at}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (notice text, user_id bigint)
      join push_subscriptions p on p.tenant_id = ${writer.tenantId}::bigint and p.user_id = n.user_id)`,
  ];
}
