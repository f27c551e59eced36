import type { RowCollection, RowOf } from '#contract/row-writes.ts';
import type { FormCommand } from '#mirror/store/outbox-row.ts';
import type { FileRow } from '#mirror/store/rows.ts';
import type { FieldErrors } from '../../shared/manage/form-fields.ts';
import type { ShownRow } from './use-rows.ts';

/** A row as its form shows it. */
export type FormRow<Collection extends RowCollection> = Pick<
  ShownRow<Collection>,
  'key' | 'serverId' | 'name' | 'data' | 'waitingFiles'
>;

/** A command that is corrected in a form, refused or not sent yet. */
export type Correcting<Collection extends RowCollection> = {
  readonly command: FormCommand;
  /** The row as the command makes it. It still has the server's files that the command removes. */
  readonly row: FormRow<Collection>;
  /** The row without the command; null for a creation. */
  readonly before: RowOf<Collection> | null;
  /** The files that are sent with the command. */
  readonly files: readonly FileRow[];
  /** What the server refused, sentences by the wire's names; empty for a command that waits. */
  readonly refused: FieldErrors;
};

/**
 * What a form is about: a row (null: a new one) or, with `correcting`, the command that makes or
 * changes it.
 */
export type FormAbout<Collection extends RowCollection> = {
  readonly row: FormRow<Collection> | null;
  readonly correcting?: Correcting<Collection> | undefined;
};

/** Whether saving the form makes a row. */
export function makesRow<Collection extends RowCollection>({ row, correcting }: FormAbout<Collection>): boolean {
  return row === null || correcting?.command.type === 'create-row';
}

/** The row without the changes of the form; null for a new one. */
export function rowBefore<Collection extends RowCollection>(about: FormAbout<Collection>): RowOf<Collection> | null {
  return about.correcting === undefined ? (about.row?.data ?? null) : about.correcting.before;
}

/** Where "Cancelar" leads: back to Pendências from a correction, else to `list`. */
export function cancelHrefOf<Collection extends RowCollection>(about: FormAbout<Collection>, list: string): string {
  return about.correcting === undefined ? list : '/admin/outbox';
}
