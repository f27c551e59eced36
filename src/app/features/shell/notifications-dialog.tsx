import { Dialog } from '#ui/overlays/dialog.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { DocumentStamps } from '../../shared/document/document-stamps.tsx';
import { hrefOfDocument } from '../../shared/document/document-href.ts';
import { Ticket } from '../../shared/document/ticket.tsx';
import { arrivedAt, markNewsSeen, useRecentDocuments } from '../../shared/document/use-news.ts';
import { usePanel } from '../../shared/screen/use-panel.ts';
import { formatMoment } from '../../text/format.ts';
import { Link } from '#ui/actions/link.tsx';
import styles from './notifications-dialog.module.css';

/** "Avisos": the recent documents. Opening it removes the red dot. */
export function NotificationsDialog() {
  const panel = usePanel('avisos');
  return (
    <Dialog
      isOpen={panel.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) panel.close();
      }}
      title="Avisos"
      icon={Bell}
      size="notices"
    >
      <News />
    </Dialog>
  );
}

function News() {
  const { person, today, zone } = useProfile();
  const documents = useRecentDocuments();
  useEffect(() => {
    if (documents !== undefined) void markNewsSeen(documents, person.userId);
  }, [documents, person.userId]);
  if (documents === undefined) return <SkeletonRows label="Carregando avisos" count={4} />;
  if (documents.length === 0) return <EmptyState icon={Bell} title="Sem documentos recentes." />;
  return (
    <ul className={styles.list}>
      {documents.map((document) => (
        <li key={document.key} className={styles.item}>
          <Link href={hrefOfDocument(document)} tone="plain" className={styles.title}>
            {document.title}
          </Link>
          <p className={styles.meta}>
            <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
            {` · recebido ${formatMoment(arrivedAt(document, person.userId), { today, zone })}`}
          </p>
          <DocumentStamps document={document} />
        </li>
      ))}
    </ul>
  );
}
