import { sql, type SQL } from 'drizzle-orm';
import type { TenantViewer } from '../policies/actor.ts';
import type { AskedOf } from '../policies/visibility.ts';
import { wholeNumber } from '../db/json.ts';

/**
 * Documents are counted in parts of this many document numbers. After a change only the part of the
 * changed document is counted again. A count of 200,000 documents returns some 800 parts.
 */
const PART_SIZE = 256;

type Counting = {
  readonly viewer: Pick<TenantViewer, 'tenantId'>;
  /** The condition over alias `d` that counted documents meet. */
  readonly where: (asked: AskedOf) => SQL;
  /** A text over alias `d` by which documents are grouped. */
  readonly kind: SQL;
  /** null for all parts; a change number for those in which a document has changed since. */
  readonly since: number | null;
};

/** Selects the counts that known-totals.ts keeps: part, kind and total. */
export function countDocuments({ viewer, where, kind, since }: Counting): SQL {
  const size = wholeNumber(PART_SIZE);
  if (since === null) {
    return sql`select d.number / ${size} as part, ${kind} as kind, count(*)::int as total
      from documents d where ${where('many')} group by 1, 2`;
  }
  return sql`with changed as (select distinct c.number / ${size} as part from documents c
      where c.tenant_id = ${viewer.tenantId} and c.rev > ${since})
    select changed.part, found.kind, coalesce(found.total, 0) as total from changed
    left join lateral (select ${kind} as kind, count(*)::int as total from documents d
      where d.tenant_id = ${viewer.tenantId} and d.number >= changed.part * ${size} and d.number < (changed.part + 1) * ${size}
        and ${where('few')} group by 1) found on true`;
}
