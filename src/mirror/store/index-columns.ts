// The index of documents as it is kept in memory and stored (src/mirror/engine/document-index.ts).

/**
 * Raised when an entry of the index gets another field or meaning, so that stored indexes are built
 * anew.
 */
export const INDEX_FORMAT = 6;

/** The fields of the index that are numbers; 0 for null, 1 for true. Instants are epoch ms. */
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
/** The fields of the index that are texts with few different values. */
export const INDEX_TEXTS = ['storedStatus', 'limitDate'] as const;
/** The fields of the index that are lists of numbers. */
export const INDEX_LISTS = [
  'responsibleIds',
  'responsibleIdsEver',
  'organizationIds',
  'arrivalsMs',
  'mentionedIds',
] as const;

/** A column of numbers, in the narrowest array that holds the greatest of them. */
export type NumberColumn = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/**
 * A column of texts. Each different text is stored once, in `all`; `places` has its position there
 * for each document.
 */
export type TextColumn = { readonly places: NumberColumn; readonly all: readonly string[] };

/**
 * A column of lists. Each different list is stored once, from `starts[place]` on in `items`;
 * `places` has its place for each document.
 */
export type ListColumn = { readonly places: NumberColumn; readonly starts: NumberColumn; readonly items: NumberColumn };

/**
 * The index of documents as columns in the index's order, in memory and stored: a start reads one
 * value instead of every row. Typed arrays are stored without conversion.
 */
export type IndexColumns = {
  readonly numbers: Readonly<Record<(typeof INDEX_NUMBERS)[number], NumberColumn>>;
  readonly texts: Readonly<Record<(typeof INDEX_TEXTS)[number], TextColumn>>;
  /** An index that was stored before there was `mentionedIds` has no column of it. */
  readonly lists: Readonly<Partial<Record<(typeof INDEX_LISTS)[number], ListColumn>>>;
  /** The keys of documents made here, by position; the key of any other is made from its id. */
  readonly localKeys: ReadonlyMap<number, string>;
  readonly words: WordColumns;
};

/** The words by which documents are found. */
export type WordColumns = {
  /**
   * One line for each different word of titles and numbers, and for each whole name of a person,
   * sector, subject or tag. A searched word has no spaces, so a line contains it exactly when a
   * word of that name does. One long text is read faster than many.
   */
  readonly all: string;
  /** The line numbers of each document one after the other, the words of its title first. */
  readonly places: NumberColumn;
  /** Where the lines of each document begin in `places`, and where the last ones end. */
  readonly starts: NumberColumn;
  /** How many of the first line numbers of each document belong to its title. */
  readonly titles: NumberColumn;
};

/**
 * How many documents there are of each limit date and stored status; finished ones have an empty
 * date.
 */
export type DayColumns = {
  /** Each different limit date once, in no order. */
  readonly dates: readonly string[];
  /**
   * How many documents there are: for each date one number for each stored status, in the order of
   * `STORED_STATUSES`.
   */
  readonly counts: Uint32Array;
};

/**
 * The stored index is valid as of `version`: rows that changed since are read again, or all rows
 * when it is not known which.
 */
export type StoredIndex = {
  readonly format: number;
  /** The version of `documentChanges` as of which the index was stored. */
  readonly version: number;
  readonly columns: IndexColumns;
  readonly days: DayColumns;
};

const NARROW = [
  [Uint8Array, 0xff],
  [Uint16Array, 0xffff],
  [Uint32Array, 0xffff_ffff],
] as const;

/**
 * A column of numbers from 0 up, each stored exactly. Change numbers that the mirror gives itself
 * are not whole (S106).
 */
export function columnOf(values: readonly number[]): NumberColumn {
  let most = 0;
  for (const value of values) if (value > most) most = Number.isInteger(value) ? value : Infinity;
  const [Column] = NARROW.find(([, limit]) => most <= limit) ?? [Float64Array];
  return Column.from(values);
}
