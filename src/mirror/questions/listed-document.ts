import { documentStateOf } from '#contract/document-state.ts';
import { abilitiesOf, type Abilities } from '#domain/document-state.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { statusAt, type Status } from '#domain/status.ts';
import { ticketOf } from '#domain/ticket.ts';
import type { MirrorDocument } from '../store/rows.ts';

/** A document as a list or a page shows it to one person on one day. */
export type ListedDocument = MirrorDocument & {
  readonly status: Status;
  readonly abilities: Abilities;
  /** `PMVI042`; null until registered. */
  readonly ticket: string | null;
};

/** The person who asks; `acronym` is the tenant's. */
export type Asker = { readonly userId: number; readonly superAdmin: boolean; readonly acronym: string };

type AskedBy = { readonly person: Pick<Asker, 'userId' | 'acronym'>; readonly today: CalendarDay };

/** `listedDocumentOf` for several rows; missing rows are left out. */
export function listedRows(rows: readonly (MirrorDocument | undefined)[], asked: AskedBy): ListedDocument[] {
  return rows.flatMap((row) => (row === undefined ? [] : [listedDocumentOf(row, asked)]));
}

/** Adds the parts that depend on the person and the day (rules A2, B3, C5). */
export function listedDocumentOf(document: MirrorDocument, { person, today }: AskedBy): ListedDocument {
  const state = documentStateOf(document);
  return {
    ...document,
    status: statusAt(state, today),
    abilities: abilitiesOf(state, { userId: person.userId, today }),
    ticket: document.number === null ? null : ticketOf(person.acronym, document.number),
  };
}
