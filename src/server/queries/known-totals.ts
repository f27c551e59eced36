// The number of documents of a list or of home's tiles, kept until the tenant changes. Counting reads every row that matches
// (7 ms for 20,000, fifteen times the page itself). Between two changes of a tenant the answer is the same for the same
// person and filters.

const KEPT_MAX = 1000;

export type KnownTotals<Total = number> = {
  /** The total counted at change number `rev`; null when it has to be counted again. */
  find(question: string, rev: number): Total | null;
  keep(question: string, counted: { rev: number; total: Total }): void;
};

/**
 * One per server. The number of the tenant's last change says whether a total still holds, whichever server wrote that
 * change.
 */
export function createKnownTotals<Total = number>(): KnownTotals<Total> {
  const kept = new Map<string, { rev: number; total: Total }>();
  return {
    find(question, rev) {
      const known = kept.get(question);
      return known?.rev === rev ? known.total : null;
    },
    keep(question, counted) {
      kept.delete(question);
      kept.set(question, counted);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    },
  };
}
