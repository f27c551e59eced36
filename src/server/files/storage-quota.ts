// What a tenant and a person may have stored and staged (S158), so that one of them never takes the
// room of the others.

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Config } from '../config/config.ts';
import type { Transaction } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import type { FileStore } from './file-store.ts';

const MB = 1024 * 1024;
/** A tenant's quota where the store has no known size: 100 GiB. */
const TENANT_DEFAULT_BYTES = 100 * 1024 * MB;

export type Storing = {
  readonly files: Pick<FileStore, 'capacity'>;
  readonly config: Pick<Config, 'storagePerTenantMb' | 'storagePerPersonMb'>;
};

type Owner = { readonly tenantId: number; readonly userId: number };

/** Bytes that are stored and staged, and the quotas of the tenant's row, in MB. */
export const StorageUse = v.object({
  tenant: v.number(),
  person: v.number(),
  tenant_mb: v.nullable(v.number()),
  person_mb: v.nullable(v.number()),
});
export type StorageUse = v.InferOutput<typeof StorageUse>;

/**
 * StorageUse as one JSON value. Files that are staged for the command `key` are left out, because
 * the command itself adds their bytes.
 */
export function storageUseJson({ tenantId, userId }: Owner, key: string | null): SQL {
  return sql`(select json_build_object('tenant', s.tenant + u.tenant, 'person', s.person + u.person,
      'tenant_mb', t.storage_quota_mb, 'person_mb', t.person_storage_quota_mb)
    from tenants t,
      (select coalesce(sum(bytes), 0) as tenant, coalesce(sum(bytes) filter (where user_id = ${userId}), 0) as person
        from storage_use where tenant_id = ${tenantId}) s,
      (select coalesce(sum(size), 0) as tenant, coalesce(sum(size) filter (where actor_id = ${userId}), 0) as person
        from staged_uploads where tenant_id = ${tenantId} and key is distinct from ${key}::uuid) u
    where t.id = ${tenantId})`;
}

/**
 * Throws 507 `quota_full` when the tenant or the person would have more than its quota. A quota is
 * that of the tenant's row, else that of the environment, else half of the disk for a tenant and
 * half of the tenant's quota for a person.
 */
export async function judgeStorage(
  use: StorageUse,
  { storing, bytes }: { readonly storing: Storing; readonly bytes: number },
): Promise<void> {
  const { config, files } = storing;
  const tenantMb = use.tenant_mb ?? (config.storagePerTenantMb || null);
  const tenantMax = tenantMb === null ? await halfOf(files) : tenantMb * MB;
  const personMb = use.person_mb ?? (config.storagePerPersonMb || null);
  const personMax = personMb === null ? tenantMax / 2 : personMb * MB;
  if (use.tenant + bytes > tenantMax) throw problems.quota('tenant');
  if (use.person + bytes > personMax) throw problems.quota('person');
}

/** Reads what is stored and staged, and judges it. Throws as judgeStorage. */
export async function guardStorage(
  tx: Transaction,
  { owner, ...added }: { readonly owner: Owner; readonly storing: Storing; readonly bytes: number },
): Promise<void> {
  const [found] = await tx.rowsOf(v.object({ use: StorageUse }), sql`select ${storageUseJson(owner, null)} as use`);
  if (found === undefined) throw new Error('a write belongs to a tenant');
  await judgeStorage(found.use, added);
}

async function halfOf(files: Storing['files']): Promise<number> {
  const capacity = await files.capacity();
  return capacity === null ? TENANT_DEFAULT_BYTES : capacity / 2;
}
