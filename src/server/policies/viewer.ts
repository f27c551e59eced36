import type { Viewer } from '#domain/visibility.ts';
import type { Actor } from './actor.ts';

/** The person who reads, as queries need it: the tenant and the domain's view of a person. */
export type TenantViewer = Viewer & {
  readonly tenantId: number;
  /** Whether any role may read documents at all. Without that, no document is in sight. */
  readonly readsDocuments: boolean;
};

/** Reduces an actor to what sight depends on. */
export function viewerOf(actor: Actor): TenantViewer {
  return {
    tenantId: actor.tenantId,
    userId: actor.userId,
    organizationId: actor.organizationId,
    superAdmin: actor.superAdmin,
    readsDocuments: actor.permissions.has('read_documents'),
  };
}
