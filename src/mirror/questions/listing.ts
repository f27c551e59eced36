// What a list of documents is queried by, and what the query returns (rules F).

import type { CalendarDay } from '#domain/dates.ts';
import type { StatusFilter } from '#domain/status.ts';
import type { DueChoice, DueCounts } from './due-order.ts';
import type { ListedDocument } from './listed-document.ts';

/** Rows a page of the list (rule F2). */
export const PER_PAGE = 10;

/** By creation, newest or oldest first, or by limit date, nearest or farthest first. */
export type DocumentOrder = 'desc' | 'asc' | 'due' | 'due_desc';

export type DocumentFilters = DueChoice & {
  readonly search?: string | undefined;
  /** Creation day from, inclusive (rule F6). */
  readonly from?: CalendarDay | undefined;
  /** Creation day to, inclusive. */
  readonly to?: CalendarDay | undefined;
  readonly status?: StatusFilter | undefined;
  /** A destination sector. */
  readonly organizationId?: number | undefined;
  /** A current responsible. */
  readonly responsibleId?: number | undefined;
  readonly subjectId?: number | undefined;
  /** The chip "Criados por mim" (rule A5). */
  readonly createdByMe?: boolean | undefined;
  /**
   * The Super Admin's two tabs (rule F3): the documents that they made or answer for, or the rest.
   */
  readonly scope?: 'mine' | 'others' | undefined;
  readonly exceptionsOnly?: boolean | undefined;
  readonly order: DocumentOrder;
  /** 1-based; anything below is page 1 (rule F1). */
  readonly page: number;
};

export type DocumentListing = {
  readonly rows: readonly ListedDocument[];
  readonly total: number;
  /** The page shown: within 1 … pages. */
  readonly page: number;
  readonly pages: number;
  readonly perPage: typeof PER_PAGE;
  /** Documents of this device in any list. */
  readonly kept: number;
  /**
   * How many documents are in each group of deadlines, under the same filters without the choice of
   * deadlines.
   */
  readonly due: DueCounts;
  /** How many documents of the whole list are in each group of deadlines. */
  readonly groups: DueCounts;
  /** How many each tab holds under the same filters; for a Super Admin only (rules F3, F13). */
  readonly counts?: { readonly mine: number; readonly others: number };
};
