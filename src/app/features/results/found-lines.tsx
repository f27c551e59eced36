import { paddedNumber } from '#domain/ticket.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { RowMeta } from '#ui/document-look/row-words.tsx';
import { matchLetters } from '#ui/fields/match-letters.ts';
import { useProfile } from '../../profile/profile.tsx';
import { Marked } from '../../shared/document/marked.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { excerptAround } from '../../text/words/document.ts';
import { fullName } from '../../text/words/format.ts';
import type { FoundRow } from './found-groups.ts';

/**
 * The meta line of a row: what identifies the document, or the words of its text in which it was
 * found.
 */
export function FoundLine({ found, query }: { found: FoundRow; query: string }) {
  const { person } = useProfile();
  const { document, passage } = found;
  const words = passage === null ? factsOf(document) : excerptOf(passage, query);
  return (
    <RowMeta>
      <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} /> ·{' '}
      <Marked text={words} query={query} />
    </RowMeta>
  );
}

/** `Ofício Nº 042 · Ofício nº 118/2026/SEMOB` (rule C7). */
export function numbersOf({ number, physical_document_number }: ListedDocument): string {
  return [number === null ? null : `Ofício Nº ${paddedNumber(number)}`, physical_document_number]
    .filter((part) => part !== null)
    .join(' · ');
}

/** `Ofício Nº 042 · Ofício nº 118/2026/SEMOB · Trânsito · com Caio Porto` (rule C7). */
function factsOf(document: ListedDocument): string {
  const [first] = document.responsibles;
  return [numbersOf(document), document.organizations[0]?.name, first === undefined ? null : `com ${fullName(first)}`]
    .filter((part) => part !== null && part !== undefined)
    .join(' · ');
}

const PASSAGE_LENGTH = 160;

/** `…solicito a interdição da rua…` */
export function excerptOf(passage: string, query: string): string {
  const places = query.split(/\s+/).map((word) => matchLetters(passage, word));
  const [from, to] = places.find((place) => place !== null) ?? [0, 0];
  return excerptAround(passage, { from, to, length: PASSAGE_LENGTH });
}
