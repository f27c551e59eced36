import { Id } from '#contract/scalars.ts';
import * as v from 'valibot';

/** An address with a row's id. */
export const IdParams = v.object({ id: Id });

/** A number of the query that is brought into its range instead of refused (rules F1, F2). */
export function clamped(range: { min: number; max: number; fallback: number }) {
  return v.optional(
    v.pipe(
      v.fallback(v.pipe(v.number(), v.finite()), range.fallback),
      v.transform((value) => Math.min(range.max, Math.max(range.min, Math.trunc(value)))),
    ),
    range.fallback,
  );
}

/** Lists that come whole take a search only (rule F2). */
export const SearchQuery = v.object({ search: v.optional(v.string(), '') });
