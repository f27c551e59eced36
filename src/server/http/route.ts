// How a route is declared: its registration, and the schemas of parameters that several routes
// take.

import { Id } from '#contract/scalars.ts';
import { HEADERS } from '#contract/sync.ts';
import { PERMISSIONS } from '#domain/permissions.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import { hasTooManyWords } from '#domain/search.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { hasWaited, noteHeld } from '../call/held-commands.ts';
import { checkClaimedHashes } from '../files/receive-file.ts';
import type { Done } from '../once/idempotency.ts';
import { RightsChanged, standingDatabase } from '../once/standing.ts';
import type { Actor } from '../policies/actor.ts';
import { HttpProblem, problems } from '../reporting/errors.ts';
import type { Services } from '../services/services.ts';
import { checkActingUser, type CommandHeaders, commandHeadersOf } from './command-headers.ts';
import { readBody, type ReadBody } from './forms/read-body.ts';
import { validate } from './forms/validate.ts';
import { readSession } from './plugins/session.ts';
import type { Access, AnyRoute, Method, RouteDefinition } from './route-declaration.ts';
import { isReplay, withFiles, withoutLeftovers } from './with-files.ts';

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

declare module 'fastify' {
  interface FastifyInstance {
    /** Every declaration by address and method. */
    routeTable: Map<string, Map<Method, AnyRoute>>;
  }
  interface FastifyContextConfig {
    countsAsUse?: boolean;
    /** Whether the session is read at all. It is not for the client's files and for probes. */
    session?: boolean;
    /** Whether the answer carries a tag of its bytes. */
    tagged?: boolean;
  }
}

/**
 * Routes are denied by default: a declaration that passes the compiler without `access` still stops
 * the start (default 3).
 */
const ACCESS: ReadonlySet<string> = new Set(['public', 'authenticated', ...PERMISSIONS]);
const OVERRIDES: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

// How a declaration becomes a Fastify route, and the order in which a request is judged: session
// and CSRF (plugins) → known person → acting user → permission of the effective method → body and
// files → handler.

/** Registers the declaration, and once per address the POST that carries a method override. */
export function mount(app: FastifyInstance, definition: AnyRoute): void {
  if (!ACCESS.has(definition.access))
    throw new Error(`${definition.method} ${definition.url} does not say who may use it`);
  const methods = app.routeTable.get(definition.url) ?? new Map<Method, AnyRoute>();
  if (methods.has(definition.method)) throw new Error(`${definition.method} ${definition.url} is declared twice`);
  const postMounted = methods.has('POST') || [...methods.keys()].some((method) => OVERRIDES.has(method));
  methods.set(definition.method, definition);
  app.routeTable.set(definition.url, methods);
  const { countsAsUse = true, tagged = false } = definition;
  const config = { countsAsUse, tagged, session: true };
  if (definition.method !== 'POST') {
    const candidates = (): AnyRoute[] => [definition];
    app.route({ method: definition.method, url: definition.url, config, ...flow(candidates) });
  }
  if (definition.method !== 'GET' && !postMounted) {
    const candidates = (): AnyRoute[] => [...methods.values()].filter((one) => one.method !== 'GET');
    app.route({ method: 'POST', url: definition.url, config, ...flow(candidates) });
  }
}

function flow(candidates: () => AnyRoute[]) {
  return {
    // Login, acting user and permission are checked before the body is read, so that a refused
    // request costs nothing.
    onRequest: async (request: FastifyRequest): Promise<void> => {
      await admit(request, candidates());
    },
    handler: (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
      withoutLeftovers({ request, reply }, async () => {
        if (request.body instanceof Readable) {
          // The bytes of a part are stored while they come, so its address is judged first.
          for (const one of candidates()) if (one.files?.accept === 'parts') addressOf(request, one);
        }
        const declared = candidates().flatMap((one) => one.files ?? []);
        const read = await readBody(request, declared);
        return request.server.onPlace(request, async () => {
          const definition = effective(request, { candidates: candidates(), override: read.fields['_method'] });
          return answerAsNow({ request, reply, definition, read });
        });
      }),
  };
}

async function admit(request: FastifyRequest, candidates: readonly AnyRoute[]): Promise<void> {
  if (candidates.some((one) => one.access === 'public')) return;
  const actor = request.actor;
  if (actor === null) throw problems.unauthenticated();
  checkActingUser(request, actor);
  const allowed = candidates.some((one) => mayUse(actor, one));
  if (!allowed && !(await isReplay(request, actor))) throw problems.forbidden();
}

function mayUse(actor: Actor, definition: AnyRoute): boolean {
  const { access } = definition;
  return access === 'public' || access === 'authenticated' || actor.permissions.has(access);
}

function effective(request: FastifyRequest, facts: { candidates: readonly AnyRoute[]; override: unknown }): AnyRoute {
  const { override } = facts;
  if (request.method !== 'POST' || override === undefined) {
    const own = facts.candidates.find((one) => one.method === request.method);
    if (own === undefined) throw problems.methodNotAllowed();
    return own;
  }
  const method = typeof override === 'string' ? override.toUpperCase() : '';
  const chosen = OVERRIDES.has(method) ? facts.candidates.find((one) => one.method === method) : undefined;
  if (chosen === undefined) throw problems.methodNotAllowed();
  return chosen;
}

type Answering = { request: FastifyRequest; reply: FastifyReply; definition: AnyRoute; read: ReadBody };

/**
 * How often a request is judged again because its author's rights changed meanwhile. Rights do not
 * change more often than that.
 */
const JUDGED_ANEW_MAX = 2;
const JUDGED_ANEW_RETRY_SECONDS = 1;

/**
 * Answers by the author's present rights. When the effect finds that they have changed since the
 * request was judged, it writes nothing, and the request is judged again.
 */
async function answerAsNow(answering: Answering): Promise<unknown> {
  for (let left = JUDGED_ANEW_MAX; ; left -= 1) {
    try {
      return await answer(answering);
    } catch (error) {
      if (!(error instanceof RightsChanged)) throw error;
      if (left === 0) throw problems.unavailable(JUDGED_ANEW_RETRY_SECONDS);
      await readSession(answering.request);
    }
  }
}

/**
 * The services of a handler. A write for a person gets a database whose transactions ask whether
 * session and rights of the person still stand (S152).
 */
function servicesFor({ server }: FastifyRequest, actor: Actor | undefined): Services {
  const { services } = server;
  const stands = actor === undefined || actor.standing === null;
  return stands ? services : { ...services, database: standingDatabase(services.database, actor) };
}

async function answer({ request, reply, definition, read }: Answering): Promise<unknown> {
  const actor = definition.access === 'public' ? undefined : (request.actor ?? undefined);
  if (definition.access !== 'public') {
    if (actor === undefined) throw problems.unauthenticated();
    if (!mayUse(actor, definition) && !(await isReplay(request, actor))) throw problems.forbidden();
  }
  const services = servicesFor(request, actor);
  const now = services.clock();
  const { _method, ...fields } = read.fields;
  const call = {
    actor,
    ...addressOf(request, definition),
    body: definition.body === undefined ? undefined : validate(definition.body, fields),
    now,
    services,
    log: request.log,
    request,
    reply,
    command: await commandOf(request, { actor, now }),
  };
  const body = await withFiles({ definition, read, call }, (files, rehearsal) => {
    const whole = { ...call, files, rehearsal };
    checkClaimedHashes(whole);
    return definition.handler(whole as never);
  }).catch(async (error: unknown) => {
    if (!(error instanceof RightsChanged) && !isUnderWay(error))
      await noteUntaken(request, { actor, now, command: call.command });
    throw error;
  });
  if (reply.sent) return reply;
  if (body === undefined) return reply.code(204).send();
  return body;
}

/**
 * Whether another copy of the command is being processed, so that this one is neither accepted nor
 * refused.
 */
function isUnderWay(error: unknown): boolean {
  return error instanceof HttpProblem && error.body.type === 'in_progress';
}

/**
 * The headers of a write. A time before a long contact counts only for a command that waited
 * (S157).
 */
async function commandOf(
  request: FastifyRequest,
  facts: { actor: Actor | undefined; now: number },
): Promise<CommandHeaders> {
  const { ifWaited, ...command } = commandHeadersOf(request, facts);
  const { key } = command;
  if (ifWaited === undefined || key === null || facts.actor === undefined) return command;
  const held = { actor: facts.actor, key, target: targetOf(request), performedAt: ifWaited };
  const isBelieved = await hasWaited(request.server.services.database, held);
  return isBelieved ? { ...command, performedAt: ifWaited, clockSuspect: false } : command;
}

/**
 * Remembers a command whose time is believed and that was not accepted. When this fails, the answer
 * to the command stays the same.
 */
async function noteUntaken(
  request: FastifyRequest,
  { actor, now, command }: { actor: Actor | undefined; now: number; command: CommandHeaders },
): Promise<void> {
  const { key, clockSuspect, performedAt } = command;
  if (actor === undefined || key === null || clockSuspect) return;
  const held = { actor, key, target: targetOf(request), performedAt, now };
  await noteHeld(request.server.services.database, held).catch((error: unknown) => {
    request.log.warn({ event: 'waiting_not_noted', err: error }, 'a command that waits was not noted');
  });
}

const targetOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '';

function addressOf(request: FastifyRequest, definition: AnyRoute): { params: unknown; query: unknown } {
  const query = definition.query === undefined ? undefined : validate(definition.query, request.query);
  return { params: paramsOf(request, definition), query };
}

/**
 * The parameters of an address. An address with an impossible value (id 0, letters) is answered as
 * one that does not exist.
 */
function paramsOf(request: FastifyRequest, definition: AnyRoute): unknown {
  if (definition.params === undefined) return undefined;
  try {
    return validate(definition.params, request.params);
  } catch {
    throw problems.notFound();
  }
}

/** Marks a replay with a header: nothing was done now, and the receipt is from the first time. */
export function markReplay(reply: FastifyReply, done: Done): void {
  if (done.replayed) reply.header(HEADERS.replayed, 'true');
}

/**
 * A write's answer with its receipt, if a key was sent. The receipt is answered even when the
 * object of a replay is gone (src/sync/promises.md, Exactly once).
 */
export function withReceipt<Answer extends object>(answer: Answer, { receipt }: Done) {
  return receipt === null ? answer : { ...answer, receipt };
}
