// What a route declares: method, address, access, and what comes in. A declaration without `access`
// does not compile. The method override and the OpenAPI description read these declarations too.

import type { Permission } from '#domain/permissions.ts';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import type { FilesDeclaration, ReceivedFile } from '../files/receive-file.ts';
import type { Actor } from '../policies/actor.ts';
import type { CommandHeaders } from './command-headers.ts';
import type { Services } from '../services/services.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** 'authenticated' means any person who is logged in. */
export type Access = 'public' | 'authenticated' | Permission;

type OutputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/** What a handler gets. */
export type Call<Params = unknown, Query = unknown, Body = unknown, Who extends Access = 'authenticated'> = {
  readonly actor: Who extends 'public' ? undefined : Actor;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /**
   * The files of the request in the order in which they arrived; empty when the route declares
   * none.
   */
  readonly files: readonly ReceivedFile[];
  /** Epoch milliseconds by the server's clock. */
  readonly now: number;
  readonly services: Services;
  readonly log: FastifyBaseLogger;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly command: CommandHeaders;
};

export type RouteDefinition<
  Who extends Access,
  Params extends v.GenericSchema | undefined,
  Query extends v.GenericSchema | undefined,
  Body extends v.GenericSchema | undefined,
> = {
  readonly method: Method;
  readonly url: string;
  readonly access: Who;
  /** One English sentence for the OpenAPI description. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly files?: FilesDeclaration;
  /**
   * Whether a request counts as use of the session; sync, events and probes do not. Default: true.
   */
  readonly countsAsUse?: boolean;
  /**
   * Whether the answer carries a tag, for clients that keep it (src/server/http/plugins/tags.ts).
   * Default: false.
   */
  readonly tagged?: boolean;
  /** Returns the body of the answer; undefined means 204. Other statuses are set on `reply`. */
  readonly handler: (call: Call<OutputOf<Params>, OutputOf<Query>, OutputOf<Body>, Who>) => Promise<unknown>;
};

/** A declaration without its types, as the table of routes holds it. */
export type AnyRoute = Omit<
  RouteDefinition<Access, undefined, undefined, undefined>,
  'handler' | 'params' | 'query' | 'body'
> & {
  readonly params?: v.GenericSchema;
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  readonly handler: (call: never) => Promise<unknown>;
};
