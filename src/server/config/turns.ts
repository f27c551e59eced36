// Turns at scarce resources: connections of the database, hashing of passwords, decoding of images.
// A sharer is a tenant, a person or a domain of e-mails, among which the turns are divided. Of
// those that wait, the sharer with the fewest turns in use is next, so that no sharer waits behind
// the crowd of another (S183).

/** Thrown instead of waiting when too many already wait. */
export class NoTurn extends Error {
  constructor() {
    super('too many wait for a turn');
    this.name = 'NoTurn';
  }
}

export type Turns = <Result>(sharer: string | number, work: () => Promise<Result>) => Promise<Result>;

type Waiting = { readonly sharer: string | number; readonly begin: () => void };

/**
 * At most `atATime` turns are in use, `ofOne` of them by one sharer. Up to `waiting` requests for a
 * turn may wait, `waitingOfOne` of them of one sharer and `group.waiting` of one group of sharers.
 */
export function createTurns(bounds: {
  readonly atATime: number;
  readonly ofOne: number;
  readonly waiting?: number;
  readonly waitingOfOne?: number;
  readonly group?: { readonly of: (sharer: string | number) => string; readonly waiting: number };
}): Turns {
  const { atATime, ofOne, waiting = Infinity, waitingOfOne = Infinity, group } = bounds;
  const taken = new Map<string | number, number>();
  const queue: Waiting[] = [];
  let all = 0;

  const mayBegin = (sharer: string | number): boolean => all < atATime && (taken.get(sharer) ?? 0) < ofOne;
  /**
   * The next sharer: the one with the fewest turns, and of equals the one that has waited longest.
   */
  const first = (): Waiting | undefined => {
    let found: Waiting | undefined;
    let least = ofOne;
    for (const one of queue) {
      const has = taken.get(one.sharer) ?? 0;
      if (has < least) [found, least] = [one, has];
      if (least === 0) break;
    }
    return found;
  };
  const take = (sharer: string | number): void => {
    all += 1;
    taken.set(sharer, (taken.get(sharer) ?? 0) + 1);
  };
  const giveBack = (sharer: string | number): void => {
    all -= 1;
    const left = (taken.get(sharer) ?? 1) - 1;
    if (left === 0) taken.delete(sharer);
    else taken.set(sharer, left);
    const next = first();
    if (next === undefined) return;
    queue.splice(queue.indexOf(next), 1);
    take(next.sharer);
    next.begin();
  };
  const isCrowded = (sharer: string | number): boolean =>
    queue.length >= waiting ||
    queue.filter((one) => one.sharer === sharer).length >= waitingOfOne ||
    (group !== undefined && queue.filter((one) => group.of(one.sharer) === group.of(sharer)).length >= group.waiting);

  return async (sharer, work) => {
    if (mayBegin(sharer)) take(sharer);
    else if (isCrowded(sharer)) throw new NoTurn();
    else await new Promise<void>((resolve) => queue.push({ sharer, begin: resolve }));
    try {
      return await work();
    } finally {
      giveBack(sharer);
    }
  };
}
