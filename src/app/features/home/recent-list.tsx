import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Link } from '#ui/actions/link.tsx';
import { SectionLabel } from '#ui/frame/section-label.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { RowList } from '#ui/document-look/surface.tsx';
import { CloudOff, Inbox } from 'lucide-react';
import { DocumentCard } from '../../shared/document/document-card.tsx';
import { DocumentRow } from '../../shared/document/document-row.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useSyncState } from '../../shared/connection/use-sync-state.ts';
import { HOME } from '../../text/home.ts';
import { NOT_ON_DEVICE } from '../../text/not-on-device.ts';
import styles from './home-screen.module.css';

type Received = { documents: readonly ListedDocument[] | undefined; hasCopy: boolean | undefined };

/**
 * "ÚLTIMOS QUE RECEBEU": the ten documents that reached the person last and for which they are a current responsible (rule
 * G6). `hasCopy`: enough has come that they stay. Undefined until it is read.
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
      <Recent {...received} />
    </section>
  );
}

function Recent({ documents, hasCopy }: Received) {
  const kind = useLayoutKind();
  const { summary, connection } = useSyncState();
  const isComing = hasCopy === false && !connection.isOffline;
  if (documents === undefined || isComing) {
    return <SkeletonRows label="Carregando documentos" count={5} />;
  }
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
