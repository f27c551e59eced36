import { RowList } from '#ui/document-look/surface.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { memo } from 'react';
import { DocumentRow } from '../../shared/document/document-row.tsx';
import { Marked } from '../../shared/document/marked.tsx';
import type { FoundGroup, FoundRow } from './found-groups.ts';
import { FoundLine } from './found-lines.tsx';
import styles from './results-screen.module.css';

/** What was found as one list per group, on phones and tablets. */
export function FoundLists({ groups, query }: { groups: readonly FoundGroup[]; query: string }) {
  return groups.map(({ id, name, count, rows }) => (
    <section key={id} aria-labelledby={`achado-${id}`} className={styles.group}>
      <SectionLabel id={`achado-${id}`} count={count}>
        {name}
      </SectionLabel>
      <RowList label={name}>
        {rows.map((found) => (
          <FoundListRow key={found.document.key} document={found.document} passage={found.passage} query={query} />
        ))}
      </RowList>
    </section>
  ));
}

/** Not drawn again while more is being found. */
const FoundListRow = memo(function FoundListRow({ document, passage, query }: FoundRow & { query: string }) {
  return (
    <DocumentRow
      document={document}
      title={<Marked text={document.title} query={query} />}
      line={<FoundLine found={{ document, passage }} query={query} />}
    />
  );
});
