import type { FastifyInstance } from 'fastify';
import type * as v from 'valibot';
import { mount } from './mount-route.ts';
import type { Access, AnyRoute, RouteDefinition } from './route-declaration.ts';

/**
 * Registers a route: the only way to do so (default 3). Throws at the start when the same method and address are declared
 * twice.
 */
export function route<
  const Who extends Access,
  Params extends v.GenericSchema | undefined = undefined,
  Query extends v.GenericSchema | undefined = undefined,
  Body extends v.GenericSchema | undefined = undefined,
>(app: FastifyInstance, definition: RouteDefinition<Who, Params, Query, Body>): void {
  mount(app, definition as unknown as AnyRoute);
}
