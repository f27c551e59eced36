/**
 * Does `work` for each tenant in turn. What fails for one is told to `onFault`, and the others get
 * theirs.
 */
export async function eachTenant<Tenant extends { readonly id: number }>(
  tenants: readonly Tenant[],
  each: { work: (tenant: Tenant) => Promise<unknown>; onFault: (tenantId: number, error: unknown) => void },
): Promise<void> {
  for (const tenant of tenants) {
    try {
      await each.work(tenant);
    } catch (error) {
      each.onFault(tenant.id, error);
    }
  }
}
