// Turns at what few may use at a time: connections of the database, hashing of passwords, decoding of images. Among those that
// wait, the first whose share has room goes next, so that nobody waits behind another one's crowd.

/** Thrown to those who come when too many wait. */
export class NoTurn extends Error {
  constructor() {
    super('too many wait for a turn');
    this.name = 'NoTurn';
  }
}

export type Turns = <Result>(sharer: string | number, work: () => Promise<Result>) => Promise<Result>;

/** Of `atATime` turns a sharer has `ofOne` at most, and may wait for `waitingOfOne` more; all together wait for `waiting`. */
export function createTurns(bounds: {
  readonly atATime: number;
  readonly ofOne: number;
  readonly waiting?: number;
  readonly waitingOfOne?: number;
}): Turns {
  const { atATime, ofOne, waiting = Infinity, waitingOfOne = Infinity } = bounds;
  const taken = new Map<string | number, number>();
  const queue: { readonly sharer: string | number; readonly begin: () => void }[] = [];
  let all = 0;

  const mayBegin = (sharer: string | number): boolean => all < atATime && (taken.get(sharer) ?? 0) < ofOne;
  const take = (sharer: string | number): void => {
    all += 1;
    taken.set(sharer, (taken.get(sharer) ?? 0) + 1);
  };
  const giveBack = (sharer: string | number): void => {
    all -= 1;
    const left = (taken.get(sharer) ?? 1) - 1;
    if (left === 0) taken.delete(sharer);
    else taken.set(sharer, left);
    const at = queue.findIndex((one) => mayBegin(one.sharer));
    const [next] = at < 0 ? [] : queue.splice(at, 1);
    if (next === undefined) return;
    take(next.sharer);
    next.begin();
  };
  const isCrowded = (sharer: string | number): boolean =>
    queue.length >= waiting || queue.filter((one) => one.sharer === sharer).length >= waitingOfOne;

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
