// Token buckets, one for each key. A bucket begins full, pays one token for each use, and fills
// again at an even rate.

export type Buckets = {
  /** Takes one token. Returns 0, or the seconds until the next token when the bucket is empty. */
  readonly take: (key: string) => number;
  /** Puts `count` tokens back; a bucket never holds more than its size. */
  readonly give: (key: string, count: number) => void;
};

/** How many buckets are kept. The ones used longest ago are dropped and count as full again. */
const KEPT_MAX = 50_000;

/**
 * `perMs` is how many tokens come back in a millisecond; `now` is in milliseconds and never goes
 * back.
 */
export function createBuckets(bounds: { size: number; perMs: number; now: () => number }): Buckets {
  const { size, perMs, now } = bounds;
  const kept = new Map<string, { left: number; at: number }>();

  const stand = (key: string): { left: number; at: number } => {
    const at = now();
    const known = kept.get(key);
    const left = known === undefined ? size : Math.min(size, known.left + (at - known.at) * perMs);
    const bucket = { left, at };
    kept.delete(key);
    kept.set(key, bucket);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return bucket;
  };

  return {
    take(key) {
      const bucket = stand(key);
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perMs / 1000));
      bucket.left -= 1;
      return 0;
    },
    give(key, count) {
      const bucket = stand(key);
      bucket.left = Math.min(size, bucket.left + count);
    },
  };
}
