import { listDocuments } from '#mirror/questions/list-documents.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { paddedNumber } from '#domain/ticket.ts';
import { Link } from '#ui/actions/link.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Row, RowList } from '#ui/document-look/surface.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { hrefOfDocument } from '../../shared/document/document-href.ts';
import { spineOf } from '../../shared/document/document-marks.ts';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { foundText } from '../../text/list.ts';
import { RESULTS } from '../../text/results.ts';
import { NothingFound } from './nothing-found.tsx';
import styles from './results-screen.module.css';

/** `Ofício Nº 042` with the physical number, the title and the first sector (rule C7). */
export function DocumentResults({ text }: { text: string }) {
  const { mirror, person, today, zone } = useProfile();
  const found = useLiveQuery(
    () => listDocuments(mirror, { filters: { search: text, order: 'desc', page: 1 }, person, today, zone }),
    [mirror, text, person, today, zone],
  );
  if (found === undefined) return <SkeletonRows label={RESULTS.loading} count={4} />;
  if (found.total === 0) return <NothingFound />;
  return (
    <>
      <p className={styles.count} role="status">
        {foundText(found.total)}
      </p>
      <RowList label={RESULTS.documents}>
        {found.rows.map((document) => (
          <ResultRow key={document.key} document={document} />
        ))}
      </RowList>
      {found.pages > 1 ? (
        <p className={styles.more}>
          <Link href={`/admin/manage-documents?search=${encodeURIComponent(text)}`} tone="action">
            {RESULTS.all}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function ResultRow({ document }: { document: ListedDocument }) {
  const number = document.number === null ? 'Sem número' : `Ofício Nº ${paddedNumber(document.number)}`;
  return (
    <Row spine={spineOf(document)} isPencil={document.pencil.document}>
      <span className={styles.words}>
        <Link href={hrefOfDocument(document)} tone="plain" className={styles.title}>
          {document.title}
        </Link>
        <span className={styles.meta}>
          {[number, document.physical_document_number, document.organizations[0]?.name].filter(Boolean).join(' · ')}
        </span>
      </span>
      <DocumentStamps document={document} />
    </Row>
  );
}
