// Which rows a management list shows, how many it counts, and what ticked rows allow. Pure.

import { matchesSearch } from '#domain/search.ts';
import type { ManageSearch } from './manage-search.ts';
import type { ManagedRow, RowGroup, RowLocks } from './managed-row.ts';

/** The rows that match the words and the status; an empty search matches every row. */
export function searchRows<Row extends ManagedRow>(
  rows: readonly Row[],
  asked: { readonly search: ManageSearch; readonly textOf: (row: Row) => string },
): Row[] {
  const { busca, situacao } = asked.search;
  return rows.filter(
    (row) =>
      (situacao === undefined || row.isActive === (situacao === 'ativos')) &&
      (busca === undefined || matchesSearch(asked.textOf(row), busca)),
  );
}

/**
 * How many rows the server knows, and how many of them are active: what waits in pencil is not
 * counted.
 */
export function countInk(rows: readonly ManagedRow[]): { readonly all: number; readonly active: number } {
  const ink = rows.filter((row) => !row.pencil.isNew);
  return { all: ink.length, active: ink.filter((row) => row.isActive !== row.pencil.status).length };
}

/** Whether all, some or none of a group's rows are ticked. */
export function tickOf<Row extends ManagedRow>(
  group: RowGroup<Row>,
  has: (key: string) => boolean,
): 'all' | 'some' | 'none' {
  const ticked = group.rows.filter((row) => has(row.key)).length;
  if (ticked === 0) return 'none';
  return ticked === group.rows.length ? 'all' : 'some';
}

/** The first reason why an action is not offered on all of these rows, or null. */
export function lockOn<Row>(
  rows: readonly Row[],
  asked: { readonly act: keyof RowLocks; readonly locksOf: (row: Row) => RowLocks },
): string | null {
  for (const row of rows) {
    const reason = asked.locksOf(row)[asked.act];
    if (reason !== null) return reason;
  }
  return null;
}
