import type { TextHit, TextSearch } from '#mirror/questions/search-texts.ts';
import { RowMeta } from '#ui/document-look/row-words.tsx';
import { RowList } from '#ui/document-look/surface.tsx';
import { matchLetters } from '#ui/fields/match-letters.ts';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { useProfile } from '../../profile/profile.tsx';
import { DocumentRow } from '../../shared/document/document-row.tsx';
import { Marked } from '../../shared/document/marked.tsx';
import { Ticket } from '../../shared/document/ticket.tsx';
import { excerptAround } from '../../text/excerpt.ts';
import { RESULTS } from '../../text/results.ts';
import styles from './results-screen.module.css';

/** The documents that have the words in a text on this device, each with the words around them. */
export function TextResults({ query, search }: { query: string; search: TextSearch }) {
  if (search.total === 0) return null;
  return (
    <section aria-labelledby="achado-texto" className={styles.group}>
      <SectionLabel id="achado-texto" count={search.total}>
        {RESULTS.inTexts}
      </SectionLabel>
      <RowList label={RESULTS.inTexts}>
        {search.hits.map((hit) => (
          <DocumentRow
            key={hit.document.key}
            document={hit.document}
            title={<Marked text={hit.document.title} query={query} />}
            line={<Passage hit={hit} query={query} />}
          />
        ))}
      </RowList>
    </section>
  );
}

const PASSAGE_LENGTH = 160;

/** `PMVI 042 · …solicito a interdição da rua…` */
function Passage({ hit, query }: { hit: TextHit; query: string }) {
  const { person } = useProfile();
  const { document, passage } = hit;
  const places = query.split(/\s+/).map((word) => matchLetters(passage, word));
  const [from, to] = places.find((place) => place !== null) ?? [0, 0];
  return (
    <RowMeta>
      <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} /> ·{' '}
      <Marked text={excerptAround(passage, { from, to, length: PASSAGE_LENGTH })} query={query} />
    </RowMeta>
  );
}
