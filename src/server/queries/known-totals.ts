// How many documents a list or home's tiles have, kept between questions. A count reads every row
// that matches, so it is done once. After a change, only those parts of the documents are counted
// again in which something has changed (S104). Requests that come during a count wait for it: in a
// busy town, most of the work would otherwise be counting.

const KEPT_MAX = 1000;

/**
 * How many documents of one kind are in one part of the document numbers (count-documents.ts).
 * `kind` is null when the part has no document left.
 */
export type PartCount<Kind extends string> = {
  readonly part: number;
  readonly kind: Kind | null;
  readonly total: number;
};

/** Counts all parts, or, given a change number, the parts in which a document has changed since. */
type Count<Kind extends string> = (since: number | null) => Promise<readonly PartCount<Kind>[]>;

export type KnownTotals<Kind extends string> = {
  /**
   * The totals by kind at change number `rev` of the tenant, or at a later one. `rev` must have
   * been read before the call, so that `count` sees every change up to it. The counts may depend
   * only on the question, and on rows whose change gives their document a new number.
   */
  ask(question: string, at: { rev: number; count: Count<Kind> }): Promise<ReadonlyMap<Kind, number>>;
};

type KnownCounts<Kind extends string> = {
  /** Every change up to this number is in the counts. */
  rev: number;
  readonly parts: Map<number, PartCount<Kind>[]>;
  readonly totals: Map<Kind, number>;
};

type Entry<Kind extends string> = {
  known: KnownCounts<Kind> | null;
  /** The greatest number that a request has asked for. */
  wanted: number;
  /** The running count. One runs at a time, because each builds on the one before. */
  counting: Promise<void> | null;
};

/**
 * Makes the totals of one server for one purpose. Change numbers also tell it what other servers
 * have written.
 */
export function createKnownTotals<Kind extends string>(): KnownTotals<Kind> {
  const kept = new Map<string, Entry<Kind>>();

  const entryOf = (question: string): Entry<Kind> => {
    const entry = kept.get(question) ?? { known: null, wanted: 0, counting: null };
    kept.delete(question);
    kept.set(question, entry);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    return entry;
  };

  return {
    async ask(question, { rev, count }) {
      const entry = entryOf(question);
      entry.wanted = Math.max(entry.wanted, rev);
      for (;;) {
        if (entry.known !== null && entry.known.rev >= rev) return new Map(entry.known.totals);
        // A count that failed fails the request that made it, and no other.
        if (entry.counting === null) await begin(entry, count);
        else await entry.counting.catch(() => undefined);
      }
    },
  };
}

function begin<Kind extends string>(entry: Entry<Kind>, count: Count<Kind>): Promise<void> {
  const rev = entry.wanted;
  const known = entry.known ?? { rev, parts: new Map(), totals: new Map() };
  const since = entry.known?.rev ?? null;
  entry.counting = Promise.resolve()
    .then(() => count(since))
    .then((counted) => {
      replaceParts(known, counted);
      known.rev = rev;
      entry.known = known;
    })
    .finally(() => {
      entry.counting = null;
    });
  return entry.counting;
}

function replaceParts<Kind extends string>(known: KnownCounts<Kind>, counted: readonly PartCount<Kind>[]): void {
  const add = (kind: Kind, more: number): void => void known.totals.set(kind, (known.totals.get(kind) ?? 0) + more);
  for (const part of new Set(counted.map((one) => one.part))) {
    for (const { kind, total } of known.parts.get(part) ?? []) if (kind !== null) add(kind, -total);
    known.parts.delete(part);
  }
  for (const one of counted) {
    if (one.kind === null) continue;
    add(one.kind, one.total);
    const together = known.parts.get(one.part);
    if (together === undefined) known.parts.set(one.part, [one]);
    else together.push(one);
  }
}
