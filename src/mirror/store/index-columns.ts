// The index of documents as it is kept in memory and stored (src/mirror/engine/document-index.ts).

/**
 * Raised when an entry of the index gets another field or meaning, so that stored indexes are built
 * anew.
 */
export const INDEX_FORMAT = 5;

/**
 * What the index has of each document as a number; 0 for null, 1 for true. Instants are epoch ms.
 */
export const INDEX_NUMBERS = [
  'serverId',
  'rev',
  'number',
  'createdBy',
  'subjectId',
  'createdMs',
  'lastActivityMs',
  'isException',
] as const;
/** As a text, of which there are few different ones. */
export const INDEX_TEXTS = ['storedStatus', 'limitDate'] as const;
/** As a list of numbers. */
export const INDEX_LISTS = ['responsibleIds', 'responsibleIdsEver', 'organizationIds', 'arrivalsMs'] as const;

/** As narrow as its greatest number allows. */
export type NumberColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Each different text stands once, in `all`. */
export type TextColumn = { readonly places: NumberColumn; readonly all: readonly string[] };

/** Each different list stands once, from `starts[place]` on in `items`. */
export type ListColumn = { readonly places: NumberColumn; readonly starts: NumberColumn; readonly items: NumberColumn };

/**
 * The index of documents in columns and in its order, as it is kept in memory and stored, so that a
 * start reads one value instead of every row. Typed arrays are read and kept as they are.
 */
export type IndexColumns = {
  readonly numbers: Readonly<Record<(typeof INDEX_NUMBERS)[number], NumberColumn>>;
  readonly texts: Readonly<Record<(typeof INDEX_TEXTS)[number], TextColumn>>;
  readonly lists: Readonly<Record<(typeof INDEX_LISTS)[number], ListColumn>>;
  /** The keys of documents made here, by place; the others have the key of their id. */
  readonly localKeys: ReadonlyMap<number, string>;
  readonly words: WordColumns;
};

/** The words by which documents are found. */
export type WordColumns = {
  /**
   * By lines, each once: words of titles and of numbers, and whole names of people, sectors,
   * subjects and tags. A text that is searched for has no spaces, so it is in a word of a name if
   * it is in the name. One text is read faster than many.
   */
  readonly all: string;
  /** The lines of one document after the other as places in `all`, the words of its title first. */
  readonly places: NumberColumn;
  /** Where the lines of each document begin in `places`, and where the last ones end. */
  readonly starts: NumberColumn;
  /** How many words each title has, at the beginning of the document's. */
  readonly titles: NumberColumn;
};

/**
 * How many documents there are of each limit date and stored status; the date of finished ones is
 * empty.
 */
export type DayColumns = {
  /** Each once, in no order. */
  readonly dates: readonly string[];
  /** For each date as many as there are stored statuses, in their order. */
  readonly counts: Uint32Array;
};

/**
 * Never trusted further than `version`: what changed since is read again, or everything when that
 * is not known.
 */
export type StoredIndex = {
  readonly format: number;
  /** Version of `documentChanges` whose rows it holds. */
  readonly version: number;
  readonly columns: IndexColumns;
  readonly days: DayColumns;
};

const NARROW = [
  [Uint8Array, 0xff],
  [Uint16Array, 0xffff],
  [Uint32Array, 0xffff_ffff],
] as const;

/** Numbers from 0 up, each kept as it is; own numbers of changes are no whole ones (S106). */
export function columnOf(values: readonly number[]): NumberColumn {
  let most = 0;
  for (const value of values) if (value > most) most = Number.isInteger(value) ? value : Infinity;
  const [Column] = NARROW.find(([, limit]) => most <= limit) ?? [Float64Array];
  return Column.from(values);
}
