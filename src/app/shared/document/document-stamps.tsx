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
 * The stamps of a document, in this order everywhere: its status (in pencil while only this device
 * has it), the exception, and a clock when something else of it waits to be sent. In the header of
 * a document the exception's tag says `Exceções`.
 */
export function DocumentStamps(props: {
  document: ListedDocument;
  size?: 'row' | 'header';
  isStacked?: boolean;
  /**
   * Whether the status explains itself when it is pressed; not inside of something that is pressed
   * itself.
   */
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

/** `Vence em 4 dias` in its tone. The words carry the meaning; the colour only repeats it. */
export function DueLine({ due, isStrong = true }: { due: Due; isStrong?: boolean }) {
  return <span className={`${styles[due.tone] ?? ''} ${isStrong ? (styles.strong ?? '') : ''}`}>{due.text}</span>;
}
