import { FOUND_IN, type FoundDocument, type FoundDocuments } from '#mirror/questions/search-documents.ts';
import { paddedNumber } from '#domain/ticket.ts';
import { Link } from '#ui/actions/link.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { RowMeta } from '#ui/document-look/row-words.tsx';
import { RowList } from '#ui/document-look/surface.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { DocumentRow } from '../../shared/document/document-row.tsx';
import { Marked } from '../../shared/document/marked.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { fullName } from '../../text/names.ts';
import { FOUND_IN_NAME, foundSentence, RESULTS, textScopeText } from '../../text/results.ts';
import { NothingFound } from './nothing-found.tsx';
import { TextResults } from './text-results.tsx';
import type { TextsFound } from './use-text-search.ts';
import styles from './results-screen.module.css';

/**
 * The documents that the text finds, in groups by where it was found (rule C7), and below them those that have it in
 * their texts. `result` is undefined while it is asked for.
 */
export function DocumentResults(props: { text: string; result: FoundDocuments | undefined; texts: TextsFound }) {
  const { text, result, texts } = props;
  if (result === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  const isSearched = typeof texts === 'object';
  const isNothing = texts === 'none' || (isSearched && texts.isDone && texts.total === 0);
  return (
    <>
      {result.total > 0 ? <Listed text={text} result={result} /> : null}
      {result.total === 0 && isNothing ? <NothingFound /> : null}
      {isSearched ? (
        <>
          <TextResults query={text} search={texts} />
          <p className={styles.scope} role={texts.isDone ? 'status' : undefined}>
            {textScopeText(texts)}
          </p>
        </>
      ) : null}
    </>
  );
}

/** What was found in numbers, titles and names. */
function Listed({ text, result }: { text: string; result: FoundDocuments }) {
  const groups = FOUND_IN.map((place) => ({
    place,
    rows: result.found.filter((one) => one.foundIn === place),
  })).filter((group) => group.rows.length > 0);
  return (
    <>
      <p className={styles.count} role="status">
        {foundSentence({ total: result.total, groups })}
      </p>
      {groups.map(({ place, rows }) => (
        <section key={place} aria-labelledby={`achado-${place}`} className={styles.group}>
          <SectionLabel id={`achado-${place}`} count={rows.length}>
            {FOUND_IN_NAME[place]}
          </SectionLabel>
          <RowList label={FOUND_IN_NAME[place]}>
            {rows.map((one) => (
              <DocumentRow
                key={one.document.key}
                document={one.document}
                title={<Marked text={one.document.title} query={text} />}
                line={<ResultLine found={one} query={text} />}
              />
            ))}
          </RowList>
        </section>
      ))}
      {result.total > result.found.length ? (
        <p className={styles.more}>
          <Link href={`/admin/manage-documents?search=${encodeURIComponent(text)}`} tone="action">
            {RESULTS.all}
          </Link>
        </p>
      ) : null}
    </>
  );
}

/** `PMVI 042 · Ofício Nº 042 · Ofício nº 118/2026/SEMOB · Trânsito · com Caio Porto` (rule C7). */
function ResultLine({ found, query }: { found: FoundDocument; query: string }) {
  const { person } = useProfile();
  const { document } = found;
  const [first] = document.responsibles;
  const words = [
    document.number === null ? null : `Ofício Nº ${paddedNumber(document.number)}`,
    document.physical_document_number,
    document.organizations[0]?.name,
    first === undefined ? null : `com ${fullName(first)}`,
  ].filter((part) => part !== null && part !== undefined);
  return (
    <RowMeta>
      <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} /> ·{' '}
      <Marked text={words.join(' · ')} query={query} />
    </RowMeta>
  );
}
