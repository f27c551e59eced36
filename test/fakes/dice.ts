// Seeded chance: the same seed gives the same numbers on every machine.

export type Dice = {
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  /** Integer, 0 ≤ n < below. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** A name drawn by its weight. */
  readonly weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name;
  readonly uuid: () => string;
};

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    random,
    below,
    chance: (probability) => random() < probability,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      throw new Error('nothing to draw from');
    },
    uuid() {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}
