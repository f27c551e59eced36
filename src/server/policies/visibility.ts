// The one SQL form of `canSee` (rule B1). Every query that reads documents for a person uses it. A table of cases in
// test/server/documents/visibility.test.ts compares it with the domain's predicate.

import { sql, type SQL } from 'drizzle-orm';
import type { TenantViewer } from './actor.ts';

/**
 * Of how many documents a condition is asked. Of many, the planner may read everything that concerns the person once, which takes
 * longer the more that is. Of few, each document is looked up by itself: PostgreSQL makes no set of a subquery with OFFSET. Often: of
 * many, in more than one part of a statement that begins with `sightSets`.
 */
export type AskedOf = 'many' | 'few' | 'often';

type Set = { readonly name: string; readonly table: string; readonly column: string; readonly value: number | null };

/** Documents that the person is or was responsible for. */
const inHands = ({ userId }: TenantViewer): Set => ({
  name: 'in_hands',
  table: 'document_responsibles',
  column: 'user_id',
  value: userId,
});
/** Documents with a tag that names the person. */
const tagged = ({ userId }: TenantViewer): Set => ({
  name: 'tagged',
  table: 'document_tags',
  column: 'user_id',
  value: userId,
});
/** Documents that were sent to the sector of the person. */
const inSector = ({ organizationId }: TenantViewer): Set => ({
  name: 'in_sector',
  table: 'document_organizations',
  column: 'organization_id',
  value: organizationId,
});

/** The sets for conditions that are asked often, as parts of WITH. One that no condition names is not read. */
export function sightSets(viewer: TenantViewer): SQL {
  const sets = [inHands, tagged, inSector].map((setOf) => {
    const { name, table, column, value } = setOf(viewer);
    return sql`${sql.raw(name)} as (select document_id from ${sql.raw(table)}
      where tenant_id = ${viewer.tenantId} and ${sql.raw(column)} = ${value}::bigint)`;
  });
  return sql.join(sets, sql`, `);
}

function isAmong(
  setOf: (viewer: TenantViewer) => Set,
  { viewer, asked }: { viewer: TenantViewer; asked: AskedOf },
): SQL {
  const { name, table, column, value } = setOf(viewer);
  if (asked === 'often') return sql`d.id in (select document_id from ${sql.raw(name)})`;
  return sql`exists (select 1 from ${sql.raw(table)} v where v.tenant_id = d.tenant_id and v.document_id = d.id
    and v.tenant_id = ${viewer.tenantId} and ${sql.raw(`v.${column}`)} = ${value}${asked === 'few' ? sql` offset 0` : sql``})`;
}

/** The predicate over the table alias `d` (documents): same tenant, and in the person's sight. */
export function visibleTo(viewer: TenantViewer, asked: AskedOf = 'many'): SQL {
  if (!viewer.readsDocuments) return sql`false`;
  const tenant = sql`d.tenant_id = ${viewer.tenantId}`;
  if (viewer.superAdmin) return tenant;
  const of = { viewer, asked };
  const sector =
    viewer.organizationId === null
      ? sql``
      : sql` or d.origin_organization_id = ${viewer.organizationId} or ${isAmong(inSector, of)}`;
  return sql`${tenant} and (d.created_by = ${viewer.userId}${sector} or ${isAmong(inHands, of)} or ${isAmong(tagged, of)})`;
}

/** Documents that the person created, or is or was responsible for: the tab 'Administrador' of the two (rule F3). */
export function concerns(viewer: TenantViewer, asked: AskedOf = 'many'): SQL {
  return sql`(d.created_by = ${viewer.userId} or ${isAmong(inHands, { viewer, asked })})`;
}
