// The one SQL form of `canSee` (rule B1). Every query that reads documents for a person uses it. A table of cases in
// test/server/documents/visibility.test.ts compares it with the domain's predicate.

import { sql, type SQL } from 'drizzle-orm';
import type { TenantViewer } from './actor.ts';

/**
 * Of how many documents a condition is asked. Of many, the planner may read everything that concerns the person once, which takes
 * longer the more that is. Of few, each document is looked up by itself: PostgreSQL makes no set of a subquery with OFFSET.
 */
export type AskedOf = 'many' | 'few';
const lookUp = (asked: AskedOf): SQL => (asked === 'few' ? sql` offset 0` : sql``);

/** The predicate over the table alias `d` (documents): same tenant, and in the person's sight. */
export function visibleTo(viewer: TenantViewer, asked: AskedOf = 'many'): SQL {
  const each = lookUp(asked);
  if (!viewer.readsDocuments) return sql`false`;
  const tenant = sql`d.tenant_id = ${viewer.tenantId}`;
  if (viewer.superAdmin) return tenant;
  const sector =
    viewer.organizationId === null
      ? sql``
      : sql` or d.origin_organization_id = ${viewer.organizationId} or exists (
          select 1 from document_organizations vo where vo.tenant_id = d.tenant_id and vo.document_id = d.id
            and vo.tenant_id = ${viewer.tenantId} and vo.organization_id = ${viewer.organizationId}${each})`;
  return sql`${tenant} and (d.created_by = ${viewer.userId}${sector} or exists (
      select 1 from document_responsibles vr where vr.tenant_id = d.tenant_id and vr.document_id = d.id
        and vr.tenant_id = ${viewer.tenantId} and vr.user_id = ${viewer.userId}${each}) or exists (
      select 1 from document_tags vt where vt.tenant_id = d.tenant_id and vt.document_id = d.id
        and vt.tenant_id = ${viewer.tenantId} and vt.user_id = ${viewer.userId}${each}))`;
}

/** Documents that the person created, or is or was responsible for: the tab 'Administrador' of the two (rule F3). */
export function concerns(viewer: TenantViewer, asked: AskedOf = 'many'): SQL {
  return sql`(d.created_by = ${viewer.userId} or exists (
      select 1 from document_responsibles cr where cr.tenant_id = d.tenant_id and cr.document_id = d.id
        and cr.tenant_id = ${viewer.tenantId} and cr.user_id = ${viewer.userId}${lookUp(asked)}))`;
}
