import type { Viewer } from '#domain/visibility.ts';

/** Who is looking, as queries need it: the tenant and the rules' own view of a person. */
export type TenantViewer = Viewer & { readonly tenantId: number };

/** Narrows an actor to what sight depends on. */
export function viewerOf(actor: TenantViewer): TenantViewer {
  return {
    tenantId: actor.tenantId,
    userId: actor.userId,
    organizationId: actor.organizationId,
    superAdmin: actor.superAdmin,
  };
}
