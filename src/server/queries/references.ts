import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { anyOf } from '../db/json.ts';

/** A person to whom a document may go, with the words by which searches find the document. */
export const ReferencedPerson = v.object({
  id: v.number(),
  active: v.boolean(),
  organizationId: v.nullable(v.number()),
  name: v.string(),
  lastName: v.string(),
});
export type ReferencedPerson = v.InferOutput<typeof ReferencedPerson>;

export const ReferencedOrganization = v.object({
  id: v.number(),
  active: v.boolean(),
  name: v.string(),
  acronym: v.string(),
});
export type ReferencedOrganization = v.InferOutput<typeof ReferencedOrganization>;

/**
 * Stands for a look-up of no people: most writes name none, and PostgreSQL would prepare the empty
 * look-up each time.
 */
const NONE = sql`'[]'::json`;

/** People of the tenant among `ids`, as JSON. Deleted people are left out. */
export function referencedPeople(tenantId: number, ids: readonly number[]): SQL {
  if (ids.length === 0) return NONE;
  return sql`coalesce((select json_agg(json_build_object('id', u.id, 'active', u.status = 'active',
      'organizationId', u.organization_id, 'name', u.name, 'lastName', u.last_name))
    from users u where u.tenant_id = ${tenantId} and u.id = ${anyOf(ids)} and u.deleted_at is null), '[]'::json)`;
}

/**
 * Sectors of the tenant among `ids`, or the sectors of the people among `userIds`, as JSON. Deleted
 * sectors are left out.
 */
export function referencedOrganizations(
  tenantId: number,
  among: { ids: readonly number[]; userIds: readonly number[] },
): SQL {
  if (among.ids.length === 0 && among.userIds.length === 0) return NONE;
  return sql`coalesce((select json_agg(json_build_object('id', o.id, 'active', o.status = 'active', 'name', o.name,
      'acronym', o.acronym))
    from organizations o where o.tenant_id = ${tenantId} and o.deleted_at is null and (o.id = ${anyOf(among.ids)}
      or o.id in (select ou.organization_id from users ou where ou.tenant_id = ${tenantId}
        and ou.id = ${anyOf(among.userIds)}))), '[]'::json)`;
}

/** The rows in the order of `ids`; null for an id that no row has. */
export function inOrder<Row extends { readonly id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): (Row | null)[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}
