// The places of running requests, and the shares that people, tenants and strangers have of them.
// Their number stays true whatever happens to a socket: a request holds at most one place, and a
// place that is not given back within PLACE_MAX_MS is taken back.

import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The places for requests. */
    places: Places<FastifyRequest>;
    /** Runs work on a place of the request. Throws 503 when its share has none free. */
    onPlace: <Result>(request: FastifyRequest, work: () => Promise<Result>) => Promise<Result>;
  }
}

/**
 * How many requests run at once. A tenant has half of them, a few for each database connection:
 * with more, all would only wait longer, refused ones too, because each turn of the event loop
 * accepts one new connection (S88).
 */
export const INSIDE_MAX = 64;
/**
 * No work lasts this long: a statement ends after 5 s, and no place is held while a body arrives or
 * files are joined.
 */
export const PLACE_MAX_MS = 60_000;
/** The weight of the latest stay in the mean. */
const LATEST_SHARE = 0.05;
const FIRST_MEAN_MS = 100;

/** Throws 503 with a time to come back. */
export type Refuse = (request: FastifyRequest) => void;

/** How many places those have at most who share under a name. */
export type Share = { readonly of: string; readonly max: number };

export type Places<Holder> = {
  readonly size: () => number;
  /**
   * From whose shares a place of this holder is taken, now and later. One that it has is moved
   * there.
   */
  readonly assign: (holder: Holder, shares: readonly Share[]) => void;
  /** Whether the holder has a place, or one is free for it, in total and in each of its shares. */
  readonly hasRoomFor: (holder: Holder) => boolean;
  /** Whether the narrowest share of the holder, its first, has a place. */
  readonly isServed: (holder: Holder) => boolean;
  /** Whether a share of the holder has more places than it may. */
  readonly isOver: (holder: Holder) => boolean;
  /** The mean time that a request holds its place. */
  readonly meanStayMs: () => number;
  /** For how long all places have been taken with none given back; 0 while a place is free. */
  readonly stuckForMs: () => number;
  /** A holder that has a place keeps it. */
  readonly take: (holder: Holder) => void;
  /** Giving back without holding a place is no error. */
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
