// A small seeded generator (mulberry32), so that the same day and number of documents give the same
// demonstration.

export type Random = {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** `count` different elements, or all of them when the list is shorter. */
  some<T>(list: readonly T[], count: number): T[];
  chance(probability: number): boolean;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick(list) {
      const picked = list[between(0, list.length - 1)];
      if (picked === undefined) throw new Error('nothing to pick from');
      return picked;
    },
    some(list, count) {
      const rest = [...list];
      return Array.from({ length: Math.min(count, rest.length) }, () =>
        rest.splice(between(0, rest.length - 1), 1),
      ).flat();
    },
    chance: (probability) => next() < probability,
  };
}
