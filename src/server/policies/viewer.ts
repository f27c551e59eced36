import type { Viewer } from '#domain/visibility.ts';
import type { Actor } from './actor.ts';

/** Who is looking, as queries need it: the tenant and the rules' own view of a person. */
export type TenantViewer = Viewer & {
  readonly tenantId: number;
  /** Whether any role reads documents at all: without it nothing is in sight. */
  readonly readsDocuments: boolean;
};

/** Narrows an actor to what sight depends on. */
export function viewerOf(actor: Actor): TenantViewer {
  return {
    tenantId: actor.tenantId,
    userId: actor.userId,
    organizationId: actor.organizationId,
    superAdmin: actor.superAdmin,
    readsDocuments: actor.permissions.has('read_documents'),
  };
}
