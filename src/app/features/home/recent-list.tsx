import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { RowList } from '#ui/document-look/surface.tsx';
import { CloudOff, Inbox } from 'lucide-react';
import { DocumentCard } from '../../shared/document/document-card.tsx';
import { DocumentRow } from '../../shared/document/document-row.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { HOME } from '../../text/home.ts';
import { NOT_ON_DEVICE } from '../../text/not-on-device.ts';
import styles from './home-screen.module.css';

type Received = { documents: readonly ListedDocument[] | undefined; isLater: boolean };

/**
 * "ÚLTIMOS QUE RECEBEU": the ten documents that reached the person last and for which they are a current responsible (rule
 * G6). Undefined until they are read, and until enough has come that they stay. `isLater`: other rows are drawn first.
 */
export function RecentList(received: Received) {
  return (
    <section aria-labelledby="recebidos" className={styles.below}>
      <div className={styles.sectionHead}>
        <SectionLabel id="recebidos">{HOME.received}</SectionLabel>
        <Link href="/admin/manage-documents" tone="action">
          {HOME.seeAll}
        </Link>
      </div>
      {received.isLater ? null : <Recent documents={received.documents} />}
    </section>
  );
}

function Recent({ documents }: Pick<Received, 'documents'>) {
  const kind = useLayoutKind();
  const { summary } = useSyncState();
  // Nothing of the home is seen meanwhile (drawn-at-once.tsx).
  if (documents === undefined) return <div aria-busy="true" />;
  if (documents.length === 0) {
    return summary.refreshedAtMs === null ? (
      <EmptyState icon={CloudOff} title={NOT_ON_DEVICE} />
    ) : (
      <EmptyState icon={Inbox} title={HOME.nothingReceived} />
    );
  }
  if (kind === 'phone') {
    return (
      <ul className={styles.cards}>
        {documents.map((document) => (
          <DocumentCard key={document.key} document={document} />
        ))}
      </ul>
    );
  }
  return (
    <RowList label={HOME.received}>
      {documents.map((document) => (
        <DocumentRow key={document.key} document={document} />
      ))}
    </RowList>
  );
}
