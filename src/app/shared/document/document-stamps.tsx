import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { Stamp } from '#ui/document-look/stamp.tsx';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Clock } from 'lucide-react';
import {
  EXCEPTION_HEADER_TAG,
  EXCEPTION_TAG,
  LOCAL_LABEL,
  STATUS_LABEL,
  statusMeaning,
  type Due,
} from '../../text/words/document.ts';
import { hasClock } from './document-marks.ts';
import styles from './document-stamps.module.css';

/**
 * The stamps of a document, in the same order everywhere: a clock while another change waits, the
 * status (in pencil while it is only on this device), the exception. In a document's header the
 * exception says `Exceções`.
 */
export function DocumentStamps(props: {
  document: ListedDocument;
  size?: 'row' | 'header';
  isStacked?: boolean;
  /** Whether a press on the status explains it. Not within another button or link. */
  hasHint?: boolean;
}) {
  const { document, size = 'row', isStacked = false, hasHint = true } = props;
  const { pencil, status } = document;
  const exception = document.is_exception ? (
    <Stamp tone="exception" label={size === 'header' ? EXCEPTION_HEADER_TAG : EXCEPTION_TAG} size={size} />
  ) : null;
  return (
    <span className={isStacked ? styles.stack : styles.line}>
      {hasClock(document) ? (
        <span className={styles.clock}>
          <Clock size={18} strokeWidth={1.75} aria-hidden />
          <VisuallyHidden>com alteração ainda não enviada</VisuallyHidden>
        </span>
      ) : null}
      {pencil.document ? (
        <Stamp tone="local" label={LOCAL_LABEL} size={size} isPencil />
      ) : (
        <Stamp
          tone={status}
          label={STATUS_LABEL[status]}
          size={size}
          isPencil={pencil.status}
          meaning={hasHint ? statusMeaning(status, document.facts.seen_by_responsible) : undefined}
        />
      )}
      {exception}
    </span>
  );
}

/**
 * When a document is due, such as `Vence em 4 dias`, in the colour of its urgency. The words alone
 * carry the meaning.
 */
export function DueLine({ due, isStrong = true }: { due: Due; isStrong?: boolean }) {
  return <span className={`${styles[due.tone] ?? ''} ${isStrong ? (styles.strong ?? '') : ''}`}>{due.text}</span>;
}
