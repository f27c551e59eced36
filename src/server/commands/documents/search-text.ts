import { searchTextOf } from '#domain/search.ts';
import { ticketOf } from '#domain/ticket.ts';

type SectorName = { readonly name: string; readonly acronym: string };

/** The words by which a document is found; stored in `documents.search_text` (rule F10). */
export type SearchWords = {
  /** null while the number is not taken: SQL then puts the ticket in front. */
  readonly ticket: { readonly acronym: string; readonly number: number } | null;
  readonly title: string;
  readonly physicalDocumentNumber: string;
  readonly subject: string;
  readonly tags: readonly string[];
  readonly responsibles: readonly { readonly name: string; readonly lastName: string }[];
  readonly sectors: readonly (SectorName | null)[];
};

export function searchTextFor(words: SearchWords): string {
  return searchTextOf({
    ...words,
    ticket: words.ticket === null ? null : ticketOf(words.ticket.acronym, words.ticket.number),
    responsibles: words.responsibles.map((person) => `${person.name} ${person.lastName}`),
    sectors: words.sectors.flatMap((sector) => (sector === null ? [] : [sector.acronym, sector.name])),
  });
}
