// The SQL form of sight (rule B1): one condition for each reason of src/domain/visibility.ts. Every
// query that reads documents for a person uses it. A table of cases in
// test/server/documents/visibility.test.ts compares it with the domain's function.

import type { Permission } from '#domain/permissions.ts';
import { SIGHT_REASONS, type SightReason } from '#domain/visibility.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { Actor, TenantViewer } from './actor.ts';

/**
 * For how many documents a condition is asked. For many, the planner may first read everything that
 * concerns the person, which takes longer the more there is. For few, each document is looked up by
 * itself, because PostgreSQL makes no set of a subquery with OFFSET.
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
 * Documents that the person created, or is or was responsible for: the tab `scope=mine` of a Super
 * Admin (rule F3).
 */
export function concerns(viewer: TenantViewer, asked: AskedOf = 'many'): SQL {
  return sql`(d.created_by = ${viewer.userId} or exists (
      select 1 from document_responsibles cr where cr.tenant_id = d.tenant_id and cr.document_id = d.id
        and cr.tenant_id = ${viewer.tenantId} and cr.user_id = ${viewer.userId}${lookUp(asked)}))`;
}

const hasAny = (actor: Actor, permissions: readonly Permission[]): boolean =>
  permissions.some((permission) => actor.permissions.has(permission));

// Which people see and manage people, sectors, subjects, models and alerts (rules B2, B12, B13).

/**
 * Whether the person manages anybody at all. A person who may only read people uses the directory
 * instead.
 */
function managesUsers(actor: Actor): boolean {
  return hasAny(actor, ['create_users', 'update_users', 'delete_users']);
}

/**
 * Condition over alias `u`: the people whom the actor manages. A Super Admin manages everyone;
 * others manage those of their own sector who are not Super Admins (rule B2).
 */
export function managedUsers(actor: Actor): SQL {
  if (!managesUsers(actor)) return sql`false`;
  if (actor.superAdmin) return sql`true`;
  if (actor.organizationId === null) return sql`false`;
  return sql`(u.organization_id = ${actor.organizationId} and not exists (
    select 1 from user_roles mr join roles m on m.tenant_id = mr.tenant_id and m.id = mr.role_id
      where mr.tenant_id = u.tenant_id and mr.user_id = u.id and m.name = 'Super Admin'))`;
}

/** Whether the person also sees inactive models of their own sector. */
function managesModels(actor: Actor): boolean {
  return hasAny(actor, ['create_models', 'update_models', 'delete_models']);
}

/**
 * Condition over alias `m`: the models that the actor sees (rule B13). These are the active ones of
 * the actor's sector; a Super Admin sees all.
 */
export function visibleModels(actor: Actor): SQL {
  if (actor.superAdmin) return sql`m.deleted_at is null`;
  if (actor.organizationId === null) return sql`false`;
  const active = managesModels(actor) ? sql`` : sql` and m.status = 'active'`;
  return sql`(m.deleted_at is null${active} and exists (select 1 from model_organizations vm
    where vm.tenant_id = m.tenant_id and vm.model_id = m.id and vm.organization_id = ${actor.organizationId}))`;
}

/**
 * Condition over alias `m`: the models that the actor may change. These are the ones of the actor's
 * sector alone; a Super Admin may change all.
 */
export function manageableModels(actor: Actor): SQL {
  if (actor.superAdmin) return sql`true`;
  return sql`not exists (select 1 from model_organizations em where em.tenant_id = m.tenant_id and em.model_id = m.id
    and em.organization_id is distinct from ${actor.organizationId}::bigint)`;
}

/**
 * Condition over alias `a`: the alerts that the actor sees. These are the active ones; a person who
 * manages alerts sees all (rule B12).
 */
export function visibleAlerts(actor: Actor): SQL {
  const all = hasAny(actor, ['create_alerts', 'update_alerts', 'delete_alerts']);
  return all ? sql`a.deleted_at is null` : sql`(a.deleted_at is null and a.status = 'active')`;
}

/** Whether the person sees subjects that can't be chosen for new documents any more. */
export function seesAllSubjects(actor: Actor): boolean {
  return hasAny(actor, ['read_all_document_subjects', 'read_document_subjects', 'update_document_subjects']);
}
