// The places of requests at work. Their number stays true whatever happens to a socket: a request holds at most one
// place, and a place that is not given back within PLACE_MAX_MS is taken back.

/** No work lasts this long: a statement ends after 5 s, and no place is held while a body arrives or files are joined. */
export const PLACE_MAX_MS = 60_000;
/** The weight of the latest stay in the mean. */
const LATEST_SHARE = 0.05;
const FIRST_MEAN_MS = 100;

export type Places<Holder> = {
  readonly size: () => number;
  readonly isFull: () => boolean;
  /** How long a request stays, in the mean. */
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
  /** Takes back places held for too long. Answers their holders and for how long they held them. */
  readonly sweep: () => { readonly holder: Holder; readonly heldMs: number }[];
};

/** `now` gives milliseconds that never go back. */
export function createPlaces<Holder extends object>(facts: { max: number; now: () => number }): Places<Holder> {
  const { max, now } = facts;
  const since = new Map<Holder, number>();
  let meanStayMs = FIRST_MEAN_MS;
  let lastMove = now();

  const take = (holder: Holder): void => {
    if (since.has(holder)) return;
    lastMove = now();
    since.set(holder, lastMove);
  };
  const giveBack = (holder: Holder): void => {
    const taken = since.get(holder);
    if (taken === undefined) return;
    since.delete(holder);
    lastMove = now();
    meanStayMs += LATEST_SHARE * (lastMove - taken - meanStayMs);
  };

  return {
    size: () => since.size,
    isFull: () => since.size >= max,
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
      for (const { holder } of swept) since.delete(holder);
      return swept;
    },
  };
}
