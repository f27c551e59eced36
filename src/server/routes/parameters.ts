import { Id } from '#contract/scalars.ts';
import * as v from 'valibot';

/** The parameters of an address with a row's id. */
export const IdParams = v.object({ id: Id });

/** A number of the query that is moved into its range instead of refused (rules F1, F2). */
export function clamped(range: { min: number; max: number; fallback: number }) {
  return v.optional(
    v.pipe(
      v.fallback(v.pipe(v.number(), v.finite()), range.fallback),
      v.transform((value) => Math.min(range.max, Math.max(range.min, Math.trunc(value)))),
    ),
    range.fallback,
  );
}

/** The query of lists that come whole: a search is all they take (rule F2). */
export const SearchQuery = v.object({ search: v.optional(v.string(), '') });
