// The SQL form of sight (rule B1): one condition for each reason of src/domain/visibility.ts. Every
// query that reads documents for a person uses it. A table of cases in
// test/server/documents/visibility.test.ts holds it to the domain's.

import { SIGHT_REASONS, type SightReason } from '#domain/visibility.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { TenantViewer } from './actor.ts';

/**
 * How many documents a condition is for. For many, the planner may read everything that concerns
 * the person once, which takes longer the more there is. For few, each document is looked up by
 * itself: PostgreSQL makes no set of a subquery with OFFSET.
 */
export type AskedOf = 'many' | 'few';
const lookUp = (asked: AskedOf): SQL => (asked === 'few' ? sql` offset 0` : sql``);

/** The predicate over the table alias `d` (documents): same tenant, and in the person's sight. */
export function visibleTo(viewer: TenantViewer, of: AskedOf = 'many'): SQL {
  const each = lookUp(of);
  if (!viewer.readsDocuments) return sql`false`;
  const tenant = sql`d.tenant_id = ${viewer.tenantId}`;
  if (viewer.superAdmin) return tenant;
  const { userId, organizationId, tenantId } = viewer;
  const conditions: Record<SightReason, SQL | null> = {
    created: sql`d.created_by = ${userId}`,
    origin: organizationId === null ? null : sql`d.origin_organization_id = ${organizationId}`,
    destination:
      organizationId === null
        ? null
        : sql`exists (
          select 1 from document_organizations vo where vo.tenant_id = d.tenant_id and vo.document_id = d.id
            and vo.tenant_id = ${tenantId} and vo.organization_id = ${organizationId}${each})`,
    responsible: sql`exists (
      select 1 from document_responsibles vr where vr.tenant_id = d.tenant_id and vr.document_id = d.id
        and vr.tenant_id = ${tenantId} and vr.user_id = ${userId}${each})`,
    mentioned: sql`exists (
      select 1 from document_tags vt where vt.tenant_id = d.tenant_id and vt.document_id = d.id
        and vt.tenant_id = ${tenantId} and vt.user_id = ${userId}${each})`,
  };
  const asked = SIGHT_REASONS.flatMap((reason) => conditions[reason] ?? []);
  return sql`${tenant} and (${sql.join(asked, sql` or `)})`;
}

/**
 * Documents that the person created, or is or was responsible for: the tab 'Administrador' of the
 * two (rule F3).
 */
export function concerns(viewer: TenantViewer, asked: AskedOf = 'many'): SQL {
  return sql`(d.created_by = ${viewer.userId} or exists (
      select 1 from document_responsibles cr where cr.tenant_id = d.tenant_id and cr.document_id = d.id
        and cr.tenant_id = ${viewer.tenantId} and cr.user_id = ${viewer.userId}${lookUp(asked)}))`;
}
