// How a route is declared: its registration, and the schemas of parameters that several routes
// take.

import type { FastifyInstance } from 'fastify';
import { mount } from './mount-route.ts';
import type { Access, AnyRoute, RouteDefinition } from './route-declaration.ts';
import { Id } from '#contract/scalars.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import { hasTooManyWords } from '#domain/search.ts';
import * as v from 'valibot';

/**
 * Registers a route: the only way to do so (default 3). Throws at the start when the same method
 * and address are declared twice.
 */
export function route<
  const Who extends Access,
  Params extends v.GenericSchema | undefined = undefined,
  Query extends v.GenericSchema | undefined = undefined,
  Body extends v.GenericSchema | undefined = undefined,
>(app: FastifyInstance, definition: RouteDefinition<Who, Params, Query, Body>): void {
  mount(app, definition as unknown as AnyRoute);
}

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

/** A search, absent or of a few words (default 14). */
export const Search = v.optional(
  v.pipe(
    v.string(),
    v.check((text) => !hasTooManyWords(text), 'too_many_words' satisfies RefusalCode),
  ),
  '',
);

/** The query of lists that come whole: a search is all they take (rule F2). */
export const SearchQuery = v.object({ search: Search });
