import type { AlertInput, AlertPatch } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { dayAt } from '#domain/dates.ts';
import { sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Transaction } from '../../db/database.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { problems } from '../../reporting/errors.ts';
import { lockRows, saved, saving, writeRow } from '../frame/save-row.ts';
import { asStored } from '../frame/stored-text.ts';

type Patch = v.InferOutput<typeof AlertPatch>;
type Saving = { readonly call: CommandCall<Patch>; readonly id: number | null };

/**
 * POST /api/alerts. The limit date is today or later in the zone, judged on the day on which the
 * alert was written.
 */
export function createAlert(call: CommandCall<v.InferOutput<typeof AlertInput>>): Promise<Done> {
  return save({ call, id: null });
}

/** PUT /api/alerts. A past date may stay as it is, but a date can't be changed to a past one. */
export function updateAlert(call: CommandCall<Patch>, id: number): Promise<Done> {
  return save({ call, id });
}

function save({ call, id }: Saving): Promise<Done> {
  const { actor } = call;
  const row = { table: 'alerts', id } as const;
  return once(call, {
    ...saving(call, { kind: 'alert', ...row }),
    effect: async (tx) => {
      if (id !== null) await lockRows(tx, { actor, table: row.table, ids: [id] });
      await guardDate(tx, { call, id });
      const { title, description, limit_date, status } = asStored(call.body);
      const columns = { title, description, limit_date, status };
      return saved(row.table, await writeRow(tx, { ...row, tenantId: actor.tenantId, columns }));
    },
  });
}

async function guardDate(tx: Transaction, { call, id }: Saving): Promise<void> {
  const { actor, command, body } = call;
  const { limit_date } = body;
  if (limit_date === undefined || limit_date >= dayAt(Date.parse(command.performedAt), actor.timeZone)) return;
  const { rows } = await tx.execute(sql`select 1 from alerts
    where tenant_id = ${actor.tenantId} and id = ${id} and limit_date::text = ${limit_date}`);
  if (rows.length === 0) throw problems.invalid({ limit_date: [REFUSAL_TEXT.limit_date_before_today] });
}
