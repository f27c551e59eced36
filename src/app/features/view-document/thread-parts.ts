// How the entries of a document become parts of its thread: the line above new entries, replies
// joined by person, folded acts.

import type { ThreadEntry } from '#mirror/questions/view-document.ts';

type Message = Extract<ThreadEntry, { kind: 'message' }>;
type Act = Exclude<ThreadEntry, { kind: 'message' }>;

/**
 * `news`: the line above new entries. `letter`: the registered text of the document. `message`: a
 * reply, or the text of a document in pencil; `after` is an earlier reply of the same person that
 * it joins. `act`: one act. `acts`: several, folded.
 */
export type ThreadPart =
  | { readonly kind: 'news'; readonly key: string; readonly since: string; readonly replies: number }
  | { readonly kind: 'letter'; readonly key: string; readonly entry: Message }
  | { readonly kind: 'message'; readonly key: string; readonly entry: Message; readonly after: Message | null }
  | { readonly kind: 'act'; readonly key: string; readonly entry: Act }
  | { readonly kind: 'acts'; readonly key: string; readonly entries: readonly Act[] };

/** The key of the part `news`. */
export const NEWS = 'novas';

type Reading = {
  readonly readerId: number;
  /** When the reader last saw the document; null = never, and then nothing is set apart as new. */
  readonly since: string | null;
  /**
   * Keys of entries that turned from pencil to ink since the document was opened. They are not
   * folded while the reader watches.
   */
  readonly ownNow: ReadonlySet<string>;
};

/** The parts of a thread, in the order of its entries. */
export function partsOf(thread: readonly ThreadEntry[], { readerId, since, ownNow }: Reading): ThreadPart[] {
  const isNews = (entry: ThreadEntry) =>
    since !== null && entry.pencil === null && entry.author.id !== readerId && arrivedAt(entry) > Date.parse(since);
  const firstNew = thread.findIndex(isNews);
  const parts: ThreadPart[] = [];
  for (const [at, entry] of thread.entries()) {
    if (at === firstNew && since !== null) {
      const replies = thread.filter((one) => one.kind === 'message' && isNews(one)).length;
      parts.push({ kind: 'news', key: NEWS, since, replies });
    }
    const last = parts.at(-1);
    if (entry.kind === 'message') {
      const isLetter = entry.letter && entry.pencil === null;
      parts.push(
        isLetter
          ? { kind: 'letter', key: entry.key, entry }
          : { kind: 'message', key: entry.key, entry, after: joinedTo(last, entry) },
      );
      continue;
    }
    const before = foldedWith(last, ownNow);
    const isFolded = before !== null && entry.pencil === null && !ownNow.has(entry.key);
    if (isFolded) parts[parts.length - 1] = { kind: 'acts', key: before.key, entries: [...before.acts, entry] };
    else parts.push({ kind: 'act', key: entry.key, entry });
  }
  return parts;
}

const arrivedAt = ({ receivedAt, at }: ThreadEntry) => Date.parse(receivedAt ?? at);

/**
 * The reply to which `entry` is joined: the previous part, if both are in ink and by the same
 * person.
 */
function joinedTo(last: ThreadPart | undefined, entry: Message): Message | null {
  if (last?.kind !== 'message' || last.entry.pencil !== null || entry.pencil !== null) return null;
  const { author, authorThen } = last.entry;
  return author.id === entry.author.id && authorThen === entry.authorThen ? last.entry : null;
}

/** The registered acts right before this one, with which it is folded; null when there are none. */
function foldedWith(last: ThreadPart | undefined, ownNow: ReadonlySet<string>) {
  if (last?.kind === 'acts') return { key: last.key, acts: last.entries };
  if (last?.kind !== 'act' || last.entry.pencil !== null || ownNow.has(last.key)) return null;
  return { key: `atos-${last.key}`, acts: [last.entry] };
}

/** What folded acts changed in all: `SEMOB → GAB → SEMTRAN · prazo para 23/11`, in parts. */
export type ActsSum = {
  readonly stops: readonly string[];
  readonly limitDate: string | null;
  /** Which came last, completing or reopening; null = neither. */
  readonly end: 'completion' | 'reopening' | null;
};

/** Sums up acts in their order. A transfer without sectors is named by its people's first names. */
export function sumOf(acts: readonly Act[]): ActsSum {
  const stops = acts.flatMap((act) => {
    if (act.kind !== 'transfer') return [];
    const sectors = act.organizations.map((one) => one.acronym);
    return [(sectors.length > 0 ? sectors : act.responsibles.map((one) => one.name)).join(', ')];
  });
  const limitDate = acts.findLast((act) => act.limitDate !== null)?.limitDate ?? null;
  const end = acts.findLast((act) => act.kind === 'completion' || act.kind === 'reopening')?.kind ?? null;
  return {
    stops: stops.filter((stop, at) => stop !== stops[at - 1]),
    limitDate,
    end: end === 'completion' || end === 'reopening' ? end : null,
  };
}
