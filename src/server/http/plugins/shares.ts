// Whose place a request takes (S158): a person's and their tenant's, or that of all strangers
// together. A place is taken before the database is asked, so what is known of a session from
// earlier requests is remembered. The first request of a session is a newcomer's until it has been
// looked up. Nobody can invent one: its token is signed.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PATHS } from '#contract/paths.ts';
import { sharerOfTenant } from '../../db/database.ts';
import { whenOver } from '../when-over.ts';
import { INSIDE_MAX, type Refuse, type Share } from './places.ts';
import { readsSession } from './session.ts';

const QUARTER = INSIDE_MAX / 4;
const HALF = INSIDE_MAX / 2;
const STRANGERS: readonly Share[] = [{ of: 'strangers', max: QUARTER }];
const NEWCOMERS: readonly Share[] = [{ of: 'newcomers', max: QUARTER }];
/** Newcomers and strangers name themselves, all others their tenant. */
const widestOf = (shares: readonly Share[]): string => shares.at(-1)?.of ?? 'strangers';
/**
 * Beside those at work: bodies that arrive and answers that are read. Event streams have a bound of
 * their own.
 */
const UNDER_WAY_MAX = QUARTER + 20;
const REMEMBERED_MAX = 50_000;
/** The random part of a token, or enough of it. */
const NAME_LENGTH = 22;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * In whose share of the system's connections the session of this request is looked up (S183).
     */
    sharerOf: (request: FastifyRequest) => string;
  }
}

export type Shares = {
  readonly of: (request: FastifyRequest) => readonly Share[];
  /** Remembers whose session it is, after it was looked up. */
  readonly learn: (request: FastifyRequest) => void;
};

export function createShares(): Shares {
  /** By session; null for one that is over. */
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
