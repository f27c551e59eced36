import type { AlertInput, AlertPatch } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { dayAt } from '#domain/dates.ts';
import { sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { changedColumns } from '../frame/changed-columns.ts';
import type { CommandCall } from '../../once/command-call.ts';
import { lockRows } from '../frame/lock-rows.ts';
import { asStored } from '../frame/stored-text.ts';

/** POST /api/alerts. The limit date is today or later in the zone, judged on the day on which the alert was written. */
export function createAlert(call: CommandCall<v.InferOutput<typeof AlertInput>>): Promise<Done> {
  const { actor, command } = call;
  const body = asStored(call.body);
  return once(call, {
    write: { type: 'create-alert', fields: call.body, fileHashes: [] },
    effect: async (tx) => {
      if (body.limit_date < dayAt(Date.parse(command.performedAt), actor.timeZone)) throw past();
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into alerts (tenant_id, title, description, limit_date, status)
        values (${actor.tenantId}, ${body.title}, ${body.description}, ${body.limit_date}, ${body.status}) returning id`);
      const id = rows[0]?.id ?? 0;
      return { touched: { alerts: [id] }, result: 'applied', ids: { row_id: id } };
    },
  });
}

/** PUT /api/alerts. A past date may stay as it is, but a date can't be changed to a past one. */
export function updateAlert(call: CommandCall<v.InferOutput<typeof AlertPatch>>, id: number): Promise<Done> {
  const { actor, command } = call;
  const body = asStored(call.body);
  return once(call, {
    write: { type: 'update-alert', fields: { id, ...call.body }, fileHashes: [] },
    effect: async (tx) => {
      await lockRows(tx, { actor, table: 'alerts', ids: [id] });
      const today = dayAt(Date.parse(command.performedAt), actor.timeZone);
      if (body.limit_date !== undefined && body.limit_date < today) {
        const { rows } = await tx.execute(sql`select 1 from alerts
          where tenant_id = ${actor.tenantId} and id = ${id} and limit_date::text = ${body.limit_date}`);
        if (rows.length === 0) throw past();
      }
      const { title, description, limit_date, status } = body;
      const sets = changedColumns({ title, description, limit_date, status });
      if (sets !== null) {
        await tx.execute(sql`update alerts set ${sets} where tenant_id = ${actor.tenantId} and id = ${id}`);
      }
      return { touched: { alerts: [id] }, result: 'applied', ids: { row_id: id } };
    },
  });
}

function past() {
  return problems.invalid({ limit_date: [REFUSAL_TEXT.limit_date_before_today] });
}
