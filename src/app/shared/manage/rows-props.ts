import type { ReactNode } from 'react';
import type { Column, ManagedRow, ManageWords, RowActs, RowGroup } from './managed-row.ts';
import type { RowAsking } from './use-row-asking.tsx';
import type { Selection } from './use-selection.ts';

/** What draws the rows: the table, the cards, or a grid of the screen's own. */
export type RowsProps<Row extends ManagedRow> = {
  readonly groups: readonly RowGroup<Row>[];
  readonly selection: Selection<Row>;
  readonly acts: RowActs<Row>;
  readonly asking: RowAsking<Row>;
  readonly words: ManageWords;
  readonly columns: readonly Column<Row>[];
  /** Drawn before the name, such as a photo. */
  readonly leadOf?: ((row: Row) => ReactNode) | undefined;
  /** The second line of the name's cell. */
  readonly detailOf: (row: Row) => ReactNode;
  /** The lines under the name on a card. */
  readonly linesOf: (row: Row) => readonly ReactNode[];
};
