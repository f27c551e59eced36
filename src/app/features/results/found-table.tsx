import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { FOUND_IN, type FoundDocuments, type TextSearch } from '#mirror/questions/search-texts.ts';
import { FOUND_IN_NAME, type FoundCounts, RESULTS } from '../../text/lists/results.ts';
import { RegisterGroup, RegisterRow } from '#ui/document-look/register.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { CornerDownRight } from 'lucide-react';
import { RowMenu } from '../../acts/listing/row-menu.tsx';
import { useRowActs } from '../../acts/listing/use-row-acts.tsx';
import { DueCell, ResponsibleCell, TicketCell, TitleCell } from '../../shared/document/document-cells.tsx';
import { DocumentsRegister } from '../../shared/document/documents-register.tsx';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { Marked } from '../../shared/document/marked.tsx';
import styles from './found-table.module.css';
import { paddedNumber } from '#domain/ticket.ts';
import { RowMeta } from '#ui/document-look/row-words.tsx';
import { foundPlaces } from '#domain/search.ts';
import { useProfile } from '../../profile/profile.tsx';
import { hrefOfDocument, hrefOfFound } from '../../shared/document/document-marks.ts';
import { Ticket } from '../../shared/document/ticket.tsx';
import { excerptAround } from '../../text/words/document.ts';
import { fullName } from '../../text/words/format.ts';

/**
 * One document that was found. `passage`: the plain text of the message with the match; `place`:
 * the key of that message in its thread. Both are null when the match is not in a text.
 */
export type FoundRow = {
  readonly document: ListedDocument;
  readonly passage: string | null;
  readonly place: string | null;
};

/** The address of a found row: the message in which the words were found, else the document. */
export function foundHref({ document, place }: FoundRow, query: string): string {
  return place === null ? hrefOfDocument(document) : hrefOfFound(document, { place, words: query });
}

/**
 * Documents with the match in one place, such as the title. `count` is undefined while the group
 * may have more rows than are shown.
 */
export type FoundGroup = {
  readonly id: string;
  readonly name: string;
  readonly count: number | undefined;
  readonly rows: readonly FoundRow[];
};

/** The groups that have rows, in the order of the screen: number, title, other data, text. */
export function groupsOf(listed: FoundDocuments, texts: TextSearch | null): FoundGroup[] {
  const isCut = listed.found.length < listed.total;
  const groups = FOUND_IN.map((place): FoundGroup => {
    const rows = listed.found
      .filter((one) => one.foundIn === place)
      .map(({ document }) => ({ document, passage: null, place: null }));
    return { id: place, name: FOUND_IN_NAME[place], count: isCut ? undefined : rows.length, rows };
  });
  if (texts !== null) {
    groups.push({ id: 'texto', name: RESULTS.inTexts, count: texts.total, rows: texts.hits });
  }
  return groups.filter(({ rows }) => rows.length > 0);
}

/** The numbers in the sentence above the groups. */
export function countsOf(listed: FoundDocuments, texts: TextSearch | null): FoundCounts {
  const places = FOUND_IN.map((place) => ({
    place,
    shown: listed.found.filter((one) => one.foundIn === place).length,
  }));
  return {
    listed: { total: listed.total, shown: listed.found.length, places: places.filter(({ shown }) => shown > 0) },
    texts: { total: texts?.total ?? 0, shown: texts?.hits.length ?? 0 },
  };
}

const COLUMNS = ['title', 'ticket', 'due', 'person', 'status', 'tools'] as const;

/** The found documents as a table, one body per group, without tick boxes. */
export function FoundTable({ groups, query }: { groups: readonly FoundGroup[]; query: string }) {
  const { acts, dialogs } = useRowActs();
  return (
    <>
      <DocumentsRegister columns={COLUMNS} className={styles.table}>
        {groups.map(({ id, name, count, rows }) => (
          <tbody key={id}>
            <RegisterGroup>
              <th scope="rowgroup" colSpan={COLUMNS.length}>
                <SectionLabel count={count}>{name}</SectionLabel>
              </th>
            </RegisterGroup>
            {rows.map(({ document, passage, place }) => (
              <RegisterRow key={document.key} rowKey={document.key} isPencil={document.pencil.document}>
                <TitleCell
                  document={document}
                  query={query}
                  meta={sectorsOf(document)}
                  href={foundHref({ document, passage, place }, query)}
                  isFirst
                >
                  {passage === null ? null : (
                    <p className={styles.passage}>
                      <CornerDownRight size={16} strokeWidth={1.75} aria-hidden />
                      <span>
                        <Marked text={excerptOf(passage, query)} query={query} />
                      </span>
                    </p>
                  )}
                </TitleCell>
                <TicketCell document={document} query={query} meta={numbersOf(document)} />
                <DueCell document={document} />
                <ResponsibleCell document={document} query={query} />
                <td>
                  <DocumentStamps document={document} isStacked />
                </td>
                <td>
                  <RowMenu document={document} acts={acts} />
                </td>
              </RegisterRow>
            ))}
          </tbody>
        ))}
      </DocumentsRegister>
      {dialogs}
    </>
  );
}

/** `Obras e Infraestrutura · para SEMTRAN`: where the document comes from and its first sector. */
function sectorsOf({ origin, organizations }: ListedDocument): string {
  const [first] = organizations;
  const from = origin?.name ?? 'Sem setor de origem';
  return first === undefined || first.id === origin?.id ? from : `${from} · para ${first.acronym}`;
}

/**
 * The meta line of a found row: the numbers and people of the document, or the passage with the
 * match.
 */
export function FoundLine({ found, query }: { found: Omit<FoundRow, 'place'>; query: string }) {
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

/** The numbers of a document: `Ofício Nº 042 · Ofício nº 118/2026/SEMOB` (rule C7). */
function numbersOf({ number, physical_document_number }: ListedDocument): string {
  return [number === null ? null : `Ofício Nº ${paddedNumber(number)}`, physical_document_number]
    .filter((part) => part !== null)
    .join(' · ');
}

/**
 * What identifies a found document: `Ofício Nº 042 · Ofício nº 118/2026/SEMOB · Trânsito · com Caio
 * Porto` (rule C7).
 */
function factsOf(document: ListedDocument): string {
  const [first] = document.responsibles;
  return [numbersOf(document), document.organizations[0]?.name, first === undefined ? null : `com ${fullName(first)}`]
    .filter((part) => part !== null && part !== undefined)
    .join(' · ');
}

const PASSAGE_LENGTH = 160;

/** The part of a passage around its first match: `…solicito a interdição da rua…` */
function excerptOf(passage: string, query: string): string {
  const [from, to] = foundPlaces(passage, query)[0] ?? [0, 0];
  return excerptAround(passage, { from, to, length: PASSAGE_LENGTH });
}
