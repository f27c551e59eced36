// The person who acts: read from the session's rows on every request, never from what the client
// says (defaults 1 and 3).

import { PERMISSIONS, isSuperAdmin, type Permission, type RoleLike } from '#domain/permissions.ts';
import type { Viewer } from '#domain/visibility.ts';

export type Actor = {
  readonly tenantId: number;
  readonly userId: number;
  readonly organizationId: number | null;
  readonly roles: readonly RoleLike[];
  readonly superAdmin: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** IANA zone in which this tenant's calendar days begin and end. */
  readonly timeZone: string;
  readonly tenantAcronym: string;
  readonly tenantName: string;
  /** First and last name, as signed receipts have them. */
  readonly name: string;
  readonly email: string;
  /**
   * The spans, as ISO instants, in which a device's clock is believed (S34); null means no end on
   * that side. The time of an act before `settledUntil` is believed only if its command had to wait
   * (S157).
   */
  readonly believed: readonly {
    readonly from: string | null;
    readonly until: string | null;
    readonly settledUntil: string | null;
  }[];
  /**
   * What must still hold when the actor's write is made (S152); null for a request that only reads.
   */
  readonly standing: Standing | null;
};

/** The session that a write came with, and the version of the rights that it was judged by. */
export type Standing = { readonly sessionHash: Buffer; readonly scopeEpoch: number };

/** The actor for a person's roles. Unknown names of permissions grant nothing. */
export function actorOf(person: Omit<Actor, 'superAdmin' | 'permissions'>): Actor {
  const names = new Set(person.roles.flatMap((role) => role.permissions.map((permission) => permission.name)));
  return {
    ...person,
    superAdmin: isSuperAdmin(person.roles),
    permissions: new Set(PERMISSIONS.filter((permission) => names.has(permission))),
  };
}

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
