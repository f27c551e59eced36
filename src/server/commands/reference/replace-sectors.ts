import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { anyOf } from '../../db/json.ts';

/**
 * Makes the given sectors the only ones of a subject, model or holiday. Throws 422 on `field` when
 * one is not the tenant's.
 */
export async function replaceSectors(
  tx: Transaction,
  replaced: {
    actor: Actor;
    table: 'subject_exempt_organizations' | 'model_organizations' | 'holiday_exempt_organizations';
    owner: 'subject_id' | 'model_id' | 'holiday_id';
    id: number;
    organizationIds: readonly number[];
    field: string;
  },
): Promise<void> {
  const { tenantId } = replaced.actor;
  const ids = [...new Set(replaced.organizationIds)];
  const table = sql.raw(replaced.table);
  const owner = sql.raw(replaced.owner);
  const rows = await tx.rowsOf(
    v.object({ id: v.number() }),
    sql`select id from organizations
    where tenant_id = ${tenantId} and id = ${anyOf(ids)} and deleted_at is null`,
  );
  if (rows.length < ids.length) throw problems.invalid({ [replaced.field]: [REFUSAL_TEXT.organization_unknown] });
  await tx.execute(sql`with gone as (delete from ${table} where tenant_id = ${tenantId} and ${owner} = ${replaced.id}
      and organization_id <> all(${sql.param(ids)}::bigint[]))
    insert into ${table} (tenant_id, ${owner}, organization_id)
    select ${tenantId}::bigint, ${replaced.id}::bigint, listed.id from unnest(${sql.param(ids)}::bigint[]) as listed (id)
    on conflict do nothing`);
}
