import { acronymOf } from '#domain/text.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type pg from 'pg';
import { openDatabase } from '../db/database.ts';

const MOST_MB = 2_147_483_647;
/** What stands for "as the server is configured". */
const DEFAULT = 'padrao';

const Quotas = v.object({
  id: v.number(),
  tenant: v.nullable(v.number()),
  person: v.nullable(v.number()),
  used: v.number(),
});

/**
 * What a tenant and each of its people may have stored, in MB; null means what the server is
 * configured with.
 */
export type Quotas = Omit<v.InferOutput<typeof Quotas>, 'id'>;

/**
 * Sets the quotas that are given, as a number of MB or `padrao`, and answers all of them and what
 * the tenant has stored (S163). Throws one Portuguese sentence when there is no such tenant or
 * quota.
 */
export async function setQuota(
  connection: pg.ClientConfig,
  given: { readonly acronym: string; readonly tenant?: string; readonly person?: string },
): Promise<Quotas> {
  const [tenant, person] = [given.tenant, given.person].map(quotaOf);
  const database = await openDatabase({ connection, onError: () => undefined });
  try {
    const [found] = await database.onceAsSystem((tx) =>
      tx.rowsOf(
        v.object({ id: v.number() }),
        sql`select id from tenants where lower(acronym) = lower(${acronymOf(given.acronym)})`,
      ),
    );
    if (found === undefined) throw new Error(`não há órgão com a sigla ${acronymOf(given.acronym)}`);
    const [quotas] = await database.inTenant(found.id, async (tx) => {
      // Devices do not know the quotas, so no change is stamped.
      if (tenant !== undefined)
        await tx.execute(sql`update tenants set storage_quota_mb = ${tenant}::int where id = ${found.id}`);
      if (person !== undefined)
        await tx.execute(sql`update tenants set person_storage_quota_mb = ${person}::int where id = ${found.id}`);
      return tx.rowsOf(
        Quotas,
        sql`select t.id, t.storage_quota_mb as tenant, t.person_storage_quota_mb as person,
            coalesce((select ceil(sum(s.bytes) / 1048576.0) from storage_use s where s.tenant_id = t.id), 0)::float8 as used
          from tenants t where t.id = ${found.id}`,
      );
    });
    if (quotas === undefined) throw new Error(`não há órgão com a sigla ${acronymOf(given.acronym)}`);
    return quotas;
  } finally {
    await database.close();
  }
}

/** undefined when nothing was given, and null for what the server is configured with. */
function quotaOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === DEFAULT) return null;
  if (!/^\d{1,10}$/.test(text) || Number(text) > MOST_MB)
    throw new Error(`a cota é um número de MB, ou ${DEFAULT} para a do servidor: ${text} não é`);
  return Number(text);
}
