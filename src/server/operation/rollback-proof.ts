// Whether the database is an older state of itself (S169). What it says of itself is compared with
// what was noted beside the files.

import * as v from 'valibot';
import { Numbers, type HighWater } from './high-water.ts';

/** What the database says of itself in one moment. */
export const Standing = v.object({
  /** Null before a server has noted anything. */
  beat: v.nullable(v.number()),
  /** As it was noted, and as it is; null where PostgreSQL does not say it. */
  timeline: v.nullable(v.number()),
  present: v.nullable(v.number()),
  numbers: Numbers,
});
export type Standing = v.InferOutput<typeof Standing>;

const TIMELINE = '(select timeline_id from pg_control_checkpoint())';

/**
 * The statement that answers one Standing, as `standing`. `mayAsk`: whether this role may ask for
 * the timeline.
 */
export function standingSql(mayAsk: boolean): string {
  return `select json_build_object(
    'beat', (select beat from lineage), 'timeline', (select timeline from lineage),
    'present', ${mayAsk ? TIMELINE : 'null'},
    'numbers', json_build_object(
      'tenants', coalesce((select json_agg(json_build_object('id', tenant_id, 'rev', value, 'number', last_document_number)
        order by tenant_id) from counters), '[]'::json),
      'ids', coalesce((select json_object_agg(sequencename, last_value) from pg_sequences
        where schemaname = 'public' and last_value is not null), '{}'::json))) as standing`;
}

/** Whether this role may ask for the timeline: a hosted PostgreSQL may keep it to itself. */
export const MAY_ASK_SQL = `select has_function_privilege('pg_control_checkpoint()', 'execute') as may`;

export const PROOFS = ['beat', 'counter', 'timeline', 'cursor', 'operator'] as const;
export type Proof = (typeof PROOFS)[number];

/** The proof that the database went back, or null. */
export function proofOf(standing: Standing, noted: HighWater | null): Proof | null {
  if (noted !== null) {
    // The beat rises in the database before it is noted.
    if ((standing.beat ?? -1) < noted.beat) return 'beat';
    const before = new Map(noted.tenants.map((tenant) => [tenant.id, tenant.rev]));
    if (standing.numbers.tenants.some(({ id, rev }) => rev < (before.get(id) ?? 0))) return 'counter';
  }
  const { timeline, present } = standing;
  return timeline !== null && present !== null && timeline !== present ? 'timeline' : null;
}

/** Whether something was written since the note. */
export function hasMoved(standing: Standing, noted: HighWater | null): boolean {
  if (noted === null || standing.beat === null) return true;
  return JSON.stringify(standing.numbers.tenants) !== JSON.stringify(noted.tenants);
}
