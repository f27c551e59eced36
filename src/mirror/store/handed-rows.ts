// Rows that this context has just written, for what it keeps of them in memory, which then does not read them again. A transaction
// hands its rows over when it has been committed (document-writes.ts), each time with the version that it gave to the note of
// changes. So whoever knows the rows as of one version knows them as of the next one, whatever other contexts write.

import type { MirrorDocument } from './rows.ts';
import type { Mirror } from './schema.ts';

export type HandedRows = {
  /** Of the note with which they were written. */
  readonly version: number;
  /** Undefined for a key whose row was removed. */
  readonly rows: readonly (readonly [key: string, row: MirrorDocument | undefined])[];
};

/** What is known in memory of rows, in their order, and the version of the note as of which it is. */
export type KnownRevs = { readonly version: number; readonly revs: readonly number[] };

type Taker = {
  /** Takes them when no more can wait. */
  readonly takeNow: (mirror: Mirror) => void;
  /** Is told of rows that are being written, and may never be: their transaction is not over. */
  readonly prepare: (mirror: Mirror, rows: HandedRows['rows']) => void;
  /** Undefined when it does not know all of them. */
  readonly revsOf: (
    mirror: Mirror,
    rows: readonly { readonly key: string; readonly createdMs: number }[],
  ) => KnownRevs | undefined;
};
type WaitingRows = Taker & { readonly all: HandedRows[] };
const waiting = new WeakMap<Mirror, WaitingRows>();

/** From now on this context keeps what it writes until it is taken. */
export function expectRows(mirror: Mirror, taker: Taker): void {
  if (!waiting.has(mirror)) waiting.set(mirror, { ...taker, all: [] });
}

/** What waits to be taken, in the order of the versions; undefined where nothing is expected. */
export function waitingRows(mirror: Mirror): WaitingRows | undefined {
  return waiting.get(mirror);
}

/**
 * Takes what was written after `version` and up to `upTo`, without a gap; empty when nothing was, or when another context wrote
 * first.
 */
export function takeRows(mirror: Mirror, { version, upTo }: { version: number; upTo: number }): HandedRows[] {
  const rows = waiting.get(mirror)?.all ?? [];
  const taken: HandedRows[] = [];
  for (let [first] = rows; first !== undefined && first.version <= upTo; [first] = rows) {
    if (first.version > version + taken.length + 1) break;
    if (first.version > version) taken.push(first);
    rows.shift();
  }
  return taken;
}
