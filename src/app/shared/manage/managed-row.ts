// What the shared parts of management screens need of a row, for every collection.

import type { ReactNode } from 'react';
import type { KeyedRow } from './use-selection.ts';

/**
 * Which parts of a row exist only on this device, and are therefore drawn in pencil
 * (src/ui/look.md, look 7).
 */
export type RowPencil = {
  /** The row was made on this device and is not registered. */
  readonly isNew: boolean;
  /** The row is new, or a change other than its status waits. */
  readonly row: boolean;
  readonly status: boolean;
};

/**
 * The state, in the words of the queue, of the commands that wait on a row (src/ui/look.md, look
 * 6).
 */
export type RowMark = {
  readonly text: string;
  /** `danger`: the author must decide; the mark then leads to Pendências. */
  readonly tone: 'pencil' | 'danger';
};

/** A row of a management list, folded with the commands that wait on this device. */
export type ManagedRow = KeyedRow & {
  /** What the row is called, for its own cell and for the names of its buttons. */
  readonly name: string;
  readonly isActive: boolean;
  readonly pencil: RowPencil;
  readonly mark: RowMark | null;
};

/** Why an action on a row is not offered, as a sentence; null when it is. */
export type RowLocks = { readonly on: string | null; readonly off: string | null; readonly remove: string | null };

export function isUnlocked({ on, off, remove }: RowLocks): boolean {
  return on === null && off === null && remove === null;
}

export const UNLOCKED: RowLocks = { on: null, off: null, remove: null };

/** A column between the name and the status. `width` in px, in the table only. */
export type Column<Row> = {
  readonly id: string;
  readonly head: string;
  readonly width: number;
  readonly cell: (row: Row) => ReactNode;
};

/** Rows under one heading. */
export type RowGroup<Row> = { readonly id: string; readonly label: string; readonly rows: readonly Row[] };

/** One line about a consequence of deleting rows. */
export type Consequence = {
  readonly id: string;
  readonly icon: 'people' | 'documents' | 'models' | 'history';
  readonly text: ReactNode;
};

/** The acts of a person on rows. An undefined act is not permitted, and not shown. */
export type RowActs<Row> = {
  readonly editHref?: ((row: Row) => string) | undefined;
  readonly toggle?: ((rows: readonly Row[], isActive: boolean) => Promise<void>) | undefined;
  readonly remove?: ((rows: readonly Row[]) => Promise<void>) | undefined;
  readonly locksOf?: ((row: Row) => RowLocks) | undefined;
  /** What deleting these rows brings with it, counted from the mirror when the question opens. */
  readonly consequencesOf?: ((rows: readonly Row[]) => Promise<readonly Consequence[]>) | undefined;
  /** Whether deactivating asks first (`ManageWords.off`). */
  readonly asksBeforeOff?: boolean | undefined;
};

/** Whether ticked rows have an act. Without one, rows have no checkbox. */
export function hasBulkActs({ toggle, remove }: Pick<RowActs<never>, 'toggle' | 'remove'>): boolean {
  return toggle !== undefined || remove !== undefined;
}

/** The words of one management screen; sentences of rule J1 are passed as they are. */
export type ManageWords = {
  readonly title: string;
  readonly phoneTitle: string;
  readonly create: string;
  readonly search: string;
  readonly placeholder: string;
  readonly loading: string;
  readonly nameHead: string;
  readonly empty: string;
  /** What to do where nothing exists yet. */
  readonly emptyNext: string;
  readonly emptyLink: string;
  readonly noMatch: string;
  /** `27 setores, 26 ativos`. */
  readonly count: (all: number, active: number) => string;
  readonly remove: { readonly one: string; readonly many: (count: number) => string };
  /** A sentence before the link that deactivates instead of deleting. */
  readonly insteadOfRemove: string;
  readonly off?: { readonly title: string; readonly body: string; readonly confirm: string };
};
