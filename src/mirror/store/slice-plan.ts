// How pages of rows change the slices. Pure.

import type { MirrorDocument, SliceHead, SliceRow } from './rows.ts';
import { keyOfServerId } from './server-key.ts';
import { SLICE, type SliceDocument } from './slices.ts';

/** With so many rows for it a slice is written anew; fewer are records of their own. */
export const WORTH = 4;

export function fitsSlice(row: MirrorDocument): row is SliceDocument {
  return (
    row.serverId !== null &&
    row.gone === undefined &&
    row.key === keyOfServerId(row.serverId) &&
    Object.values(row.pencil).every((part) => part === false || part === 0)
  );
}

function packed({ key: _key, serverId: _id, localCode: _code, pencil: _pencil, ...row }: SliceDocument): string {
  return JSON.stringify(row);
}

export type SliceChange = {
  readonly fits: readonly SliceDocument[];
  /** Server ids. */
  readonly removed: ReadonlySet<number>;
};

type Change = { readonly head: SliceHead | undefined; readonly puts: readonly SliceDocument[] };

export type SlicePlan = {
  /** The rows that go into slices. */
  readonly rows: ReadonlySet<SliceDocument>;
  /** The slices that change, by the key of each; undefined for new ones after all others. */
  readonly changes: readonly Change[];
  readonly removed: ReadonlySet<number>;
};

/**
 * Which slices change when `removed` (server ids) go and `fits` come. `heads`: those of all slices that hold these ids, or would,
 * ascending.
 */
export function planOf(heads: readonly SliceHead[], { fits, removed }: SliceChange): SlicePlan {
  const changes: Change[] = [];
  const sorted = [...fits].sort((left, right) => left.serverId - right.serverId);
  let from = 0;
  for (const head of [...heads, undefined]) {
    const start = from;
    while (from < sorted.length && (sorted[from]?.serverId ?? 0) <= (head?.upTo ?? Infinity)) from += 1;
    const puts = from - start < WORTH ? [] : sorted.slice(start, from);
    if (puts.length > 0 || head?.ids.some((id) => removed.has(id)) === true) changes.push({ head, puts });
  }
  return { rows: new Set(changes.flatMap(({ puts }) => puts)), changes, removed };
}

export type WrittenSlices = {
  readonly slices: readonly SliceRow[];
  readonly heads: readonly SliceHead[];
  /** Slices of which nothing is left. */
  readonly emptied: readonly number[];
};

/** What is written in the place of the slices that change, which are `before`. */
export function writtenSlices({ changes, removed }: SlicePlan, before: ReadonlyMap<number, SliceRow>): WrittenSlices {
  const slices: SliceRow[] = [];
  const heads: SliceHead[] = [];
  const emptied: number[] = [];
  for (const { head, puts } of changes) {
    const parts = new Map<number, Part>();
    for (const [at, id] of head?.ids.entries() ?? []) {
      const text = before.get(head?.upTo ?? 0)?.rows[at] ?? '';
      if (!removed.has(id)) parts.set(id, { id, rev: head?.revs[at] ?? -1, text });
    }
    for (const row of puts) parts.set(row.serverId, { id: row.serverId, rev: row.rev, text: packed(row) });
    const all = [...parts.values()].sort((left, right) => left.id - right.id);
    if (head !== undefined && all.length === 0) emptied.push(head.upTo);
    for (const some of divided(all)) {
      const ids = some.map(({ id }) => id);
      const last = ids.at(-1) ?? 0;
      const upTo = last === all.at(-1)?.id ? (head?.upTo ?? last) : last;
      slices.push({ upTo, ids, rows: some.map(({ text }) => text) });
      heads.push({ upTo, ids, revs: some.map(({ rev }) => rev) });
    }
  }
  return { slices, heads, emptied };
}

type Part = { readonly id: number; readonly rev: number; readonly text: string };

/** In slices of nearly one length. */
function divided(all: readonly Part[]): (readonly Part[])[] {
  const count = Math.max(all.length === 0 ? 0 : 1, Math.round(all.length / SLICE));
  const place = (part: number) => Math.round((part * all.length) / count);
  return Array.from({ length: count }, (_none, part) => all.slice(place(part), place(part + 1)));
}
