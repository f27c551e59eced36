// The number of documents of a list or of home's tiles, kept until the tenant changes. Counting reads every row that matches
// (7 ms for 20,000, fifteen times the page itself). Between two changes of a tenant the answer is the same for the same
// person and filters. Requests that ask while it is being counted wait for that count: in a busy town, where a change comes
// every few milliseconds, most of the work would otherwise be counting.

const KEPT_MAX = 1000;

export type KnownTotals<Total = number> = {
  /**
   * The total at change number `rev` of the tenant. Calls `count` unless it has been counted, or is being counted, at this
   * number. `rev` must have been read before, so that the total is at least as new as its number.
   */
  ask(question: string, at: { rev: number; count: () => Promise<Total> }): Promise<Total>;
};

/**
 * One per server. The number of the tenant's last change says whether a total still holds, whichever server wrote that
 * change.
 */
export function createKnownTotals<Total = number>(): KnownTotals<Total> {
  const kept = new Map<string, { readonly rev: number; readonly total: Promise<Total> }>();
  return {
    async ask(question, { rev, count }) {
      const known = kept.get(question);
      // A count that failed fails the request that made it, and no other.
      if (known?.rev === rev) return known.total.catch(count);
      const counting = { rev, total: count() };
      kept.delete(question);
      kept.set(question, counting);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      try {
        return await counting.total;
      } catch (error) {
        if (kept.get(question) === counting) kept.delete(question);
        throw error;
      }
    },
  };
}
