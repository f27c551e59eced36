import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { useProfile } from '../../profile/profile.tsx';
import styles from './document-line.module.css';
import { Ticket } from './ticket.tsx';

/** The meta line of a document: `SEMSUR · PMVI 044 · Ofício nº 087/2026/SEMSUR`. */
export function DocumentLine({ document }: { document: ListedDocument }) {
  const { person } = useProfile();
  return (
    <span className={styles.line}>
      {document.origin === null ? null : <span>{`${document.origin.acronym} · `}</span>}
      <Ticket acronym={person.acronym} number={document.number} localCode={document.localCode} />
      <span translate="no">{` · ${document.physical_document_number}`}</span>
    </span>
  );
}
