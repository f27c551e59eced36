// Overload (default 11): a request that comes when all places are taken, or all of its share
// (S158), is told at once when to come back, before a query is made for it. So the requests inside
// are answered in time. A request holds a place from its arrival until its body begins to arrive.
// It holds one again while it is answered (route.ts), except while files are joined for it
// (with-files.ts). The first hold ends at preParsing or onSend, one of which Fastify always
// reaches. Later holds end with their work, whatever happens to the socket. No event of a socket
// takes a place.

import { PATHS } from '#contract/paths.ts';
import fastifyUnderPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sharerOfTenant } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { every } from '../../reporting/timers.ts';
import { whenOver } from './connections.ts';
import { isBringing } from './early-answers.ts';
import { readsSession } from './session.ts';

// The places of running requests, and the shares that people, tenants and strangers have of
// them. Their number stays true whatever happens to a socket: a request holds at most one place,
// and a place that is not given back within PLACE_MAX_MS is taken back.

/**
 * How many requests run at once. A tenant has half of them, which is a few for each database
 * connection. With more, all requests would only wait longer. Refused ones would wait too, because
 * each turn of the event loop accepts one new connection (S88).
 */
export const INSIDE_MAX = 64;
/**
 * No work lasts this long: a statement ends after 5 s, and no place is held while a body arrives or
 * files are joined.
 */
export const PLACE_MAX_MS = 60_000;
/** The weight of the latest request in the mean time for which a place is held. */
const LATEST_SHARE = 0.05;
const FIRST_MEAN_MS = 100;

/** Throws 503 with a time to come back. */
type Refuse = (request: FastifyRequest) => void;

/** A share of the places: all requests under the name `of` together hold at most `max`. */
type Share = { readonly of: string; readonly max: number };

type Places<Holder> = {
  readonly size: () => number;
  /**
   * Sets the shares in which a place of the holder counts. A place that the holder has is counted
   * in them from now on.
   */
  readonly assign: (holder: Holder, shares: readonly Share[]) => void;
  /** Whether the holder has a place, or one is free for it, in total and in each of its shares. */
  readonly hasRoomFor: (holder: Holder) => boolean;
  /** Whether a request has a place in the holder's first share, which is the narrowest one. */
  readonly isServed: (holder: Holder) => boolean;
  /** Whether one of the holder's shares has more places taken than its `max`. */
  readonly isOver: (holder: Holder) => boolean;
  /** The mean time that a request holds its place. */
  readonly meanStayMs: () => number;
  /** For how long all places have been taken with none given back; 0 while a place is free. */
  readonly stuckForMs: () => number;
  /** Takes a place for the holder, unless it has one. */
  readonly take: (holder: Holder) => void;
  /** Gives back the holder's place, if it has one. */
  readonly giveBack: (holder: Holder) => void;
  /** Runs `work` on a place, which is given back when the work ends. */
  readonly during: <Result>(holder: Holder, work: () => Promise<Result>) => Promise<Result>;
  /** Runs `work` without the holder's place, which is taken again afterwards. */
  readonly outside: <Result>(holder: Holder, work: () => Promise<Result>) => Promise<Result>;
  /** Takes back places held for too long. Returns their holders and for how long they held them. */
  readonly sweep: () => { readonly holder: Holder; readonly heldMs: number }[];
};

/** `now` gives milliseconds that never go back. */
export function createPlaces<Holder extends object>(facts: { max: number; now: () => number }): Places<Holder> {
  const { max, now } = facts;
  const since = new Map<Holder, number>();
  const sharesOf = new WeakMap<Holder, readonly Share[]>();
  const taken = new Map<string, number>();
  let meanStayMs = FIRST_MEAN_MS;
  let lastMove = now();

  const countShares = (holder: Holder, by: 1 | -1): void => {
    for (const { of } of sharesOf.get(holder) ?? []) {
      const count = (taken.get(of) ?? 0) + by;
      if (count === 0) taken.delete(of);
      else taken.set(of, count);
    }
  };
  const take = (holder: Holder): void => {
    if (since.has(holder)) return;
    lastMove = now();
    since.set(holder, lastMove);
    countShares(holder, 1);
  };
  const giveBack = (holder: Holder): void => {
    const taken = since.get(holder);
    if (taken === undefined) return;
    since.delete(holder);
    countShares(holder, -1);
    lastMove = now();
    meanStayMs += LATEST_SHARE * (lastMove - taken - meanStayMs);
  };

  return {
    size: () => since.size,
    assign(holder, shares) {
      const has = since.has(holder);
      if (has) countShares(holder, -1);
      sharesOf.set(holder, shares);
      if (has) countShares(holder, 1);
    },
    hasRoomFor: (holder) =>
      since.has(holder) ||
      (since.size < max && (sharesOf.get(holder) ?? []).every((share) => (taken.get(share.of) ?? 0) < share.max)),
    isServed: (holder) => {
      const [own] = sharesOf.get(holder) ?? [];
      return own === undefined ? since.size > 0 : taken.has(own.of);
    },
    isOver: (holder) => (sharesOf.get(holder) ?? []).some((share) => (taken.get(share.of) ?? 0) > share.max),
    meanStayMs: () => meanStayMs,
    stuckForMs: () => (since.size >= max ? now() - lastMove : 0),
    take,
    giveBack,
    async during(holder, work) {
      take(holder);
      try {
        return await work();
      } finally {
        giveBack(holder);
      }
    },
    async outside(holder, work) {
      giveBack(holder);
      try {
        return await work();
      } finally {
        take(holder);
      }
    },
    sweep() {
      const late = [...since].map(([holder, taken]) => ({ holder, heldMs: now() - taken }));
      const swept = late.filter(({ heldMs }) => heldMs > PLACE_MAX_MS);
      for (const { holder } of swept) {
        since.delete(holder);
        countShares(holder, -1);
      }
      return swept;
    },
  };
}

const EVENT_LOOP_DELAY_MAX_MS = 1500;
const RETRY_MAX_MS = 30_000;
const SWEEP_EVERY_MS = 5000;

/**
 * Must be added after addSecurity, whose headers every answer bears, and addSessionCookie, and
 * before all other hooks that cost anything.
 */
export async function addOverload(app: FastifyInstance, shares: Shares): Promise<Refuse> {
  const places = createPlaces<FastifyRequest>({ max: INSIDE_MAX, now: () => performance.now() });
  app.decorate('places', places);
  let lastTurn = 0;

  /**
   * Throws 503. Each refused request gets its own time to come back, at the pace at which places
   * become free, so that clients refused together do not come back together.
   */
  const refuse: Refuse = (request) => {
    if (!readsSession(request)) return;
    const now = performance.now();
    lastTurn = Math.min(Math.max(lastTurn, now) + places.meanStayMs() / INSIDE_MAX, now + RETRY_MAX_MS);
    throw problems.unavailable(Math.ceil((lastTurn - now) / 1000));
  };
  const leave = async (request: FastifyRequest): Promise<void> => places.giveBack(request);

  app.decorate('onPlace', async <Result>(request: FastifyRequest, work: () => Promise<Result>) => {
    if (!places.hasRoomFor(request)) refuse(request);
    return places.during(request, work);
  });

  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    pressureHandler: (request) => {
      // A person with one request at work is refused with Retry-After. The first request of
      // everybody is let in, however slow the machine is.
      places.assign(request, shares.of(request));
      if (places.isServed(request)) refuse(request);
    },
  });
  app.addHook('onRequest', async (request) => {
    // Event streams have a bound of their own.
    if (!readsSession(request) || request.routeOptions.url === PATHS.events) return;
    places.assign(request, shares.of(request));
    if (!places.hasRoomFor(request)) refuse(request);
    places.take(request);
  });
  app.addHook('preParsing', async (request, reply) => {
    if (request.raw.socket.destroyed) {
      // The rest of the body will never come, and no client waits for an answer.
      places.giveBack(request);
      reply.hijack();
    } else if (isBringing(request)) {
      // A request that still brings bytes gives its place back until they have arrived: neither a
      // slow upload nor a slow attacker keeps others out.
      places.giveBack(request);
    }
  });
  // Gives the place back before the answer is sent: a client that reads slowly must not keep others
  // out.
  app.addHook('onSend', leave);

  const sweep = (): void => {
    for (const { holder, heldMs } of places.sweep()) {
      const facts = {
        method: holder.method,
        path: holder.routeOptions.url,
        ms: Math.round(heldMs),
      };
      holder.log.error({ event: 'place_kept', ...facts }, 'a request kept its place for too long');
    }
  };
  const watchdog = every(SWEEP_EVERY_MS, { name: 'places', log: app.log, work: sweep });
  app.addHook('onClose', watchdog.stop);
  return refuse;
}

const QUARTER = INSIDE_MAX / 4;
const HALF = INSIDE_MAX / 2;
const STRANGERS: readonly Share[] = [{ of: 'strangers', max: QUARTER }];
const NEWCOMERS: readonly Share[] = [{ of: 'newcomers', max: QUARTER }];
/** The name of the widest share: the tenant of a known person, otherwise newcomers or strangers. */
const widestOf = (shares: readonly Share[]): string => shares.at(-1)?.of ?? 'strangers';
/**
 * How many requests of a person may be under way: the running ones, and some more whose body
 * arrives or whose answer is read. Event streams have a bound of their own.
 */
const UNDER_WAY_MAX = QUARTER + 20;
const REMEMBERED_MAX = 50_000;
/** How many characters of a session's token name the session here: enough of the random part. */
const NAME_LENGTH = 22;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The sharer of the connections of asSystem, on which this request's session is looked up
     * (S183).
     */
    sharerOf: (request: FastifyRequest) => string;
  }
}

/**
 * The shares in which a request takes a place (S158): those of the person and of their tenant, or
 * that of all strangers together. A place is taken before the database is queried, so the shares of
 * a session are remembered from earlier requests. Until a session has been looked up once, it
 * counts as a newcomer's. A session can't be invented: its token is signed.
 */
type Shares = {
  readonly of: (request: FastifyRequest) => readonly Share[];
  /** Remembers the shares of the request's session, after the session was looked up. */
  readonly learn: (request: FastifyRequest) => void;
};

export function createShares(): Shares {
  /** Shares by session; null for a session that is over. */
  const known = new Map<string, readonly Share[] | null>();
  const nameOf = ({ sessionToken, sessionKind }: FastifyRequest): string | null =>
    sessionToken === null || sessionKind !== 'person' ? null : sessionToken.slice(0, NAME_LENGTH);
  return {
    of(request) {
      const name = nameOf(request);
      if (name === null) return STRANGERS;
      const shares = known.get(name);
      return shares === undefined ? NEWCOMERS : (shares ?? STRANGERS);
    },
    learn(request) {
      const name = nameOf(request);
      if (name === null) return;
      known.delete(name);
      known.set(name, sharesOfActor(request));
      const [oldest] = known.keys();
      if (known.size > REMEMBERED_MAX && oldest !== undefined) known.delete(oldest);
    },
  };
}

function sharesOfActor({ actor }: FastifyRequest): readonly Share[] | null {
  if (actor === null) return null;
  return [
    { of: `person ${actor.tenantId}:${actor.userId}`, max: QUARTER },
    { of: sharerOfTenant(actor.tenantId), max: HALF },
  ];
}

/** Must be added before addSessions. */
export function addSharers(app: FastifyInstance, shares: Shares): void {
  app.decorate('sharerOf', (request: FastifyRequest) => widestOf(shares.of(request)));
}

/** Must be added after addSessions. */
export function addShares(app: FastifyInstance, { shares, refuse }: { shares: Shares; refuse: Refuse }): void {
  const underWay = new Map<string, number>();
  app.addHook('onRequest', async (request, reply) => {
    if (!readsSession(request)) return;
    shares.learn(request);
    app.places.assign(request, shares.of(request));
    if (app.places.isOver(request)) refuse(request);
    const { actor } = request;
    if (actor === null || request.routeOptions.url === PATHS.events) return;
    const person = `${actor.tenantId}:${actor.userId}`;
    const count = underWay.get(person) ?? 0;
    if (count >= UNDER_WAY_MAX) refuse(request);
    underWay.set(person, count + 1);
    whenOver({ request, reply }, () => {
      const left = (underWay.get(person) ?? 1) - 1;
      if (left === 0) underWay.delete(person);
      else underWay.set(person, left);
    });
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    places: Places<FastifyRequest>;
    /** Runs work on a place of the request. Throws 503 when its share has none free. */
    onPlace: <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>;
  }
}
