import { Card } from '#ui/document-look/surface.tsx';
import { ThreadItem, ThreadMark } from '#ui/document-look/thread.tsx';
import { VisuallyHidden } from '#ui/base/visually-hidden.tsx';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import styles from './create-document.module.css';

const SECTIONS = 4;

/**
 * One numbered section. Its number becomes a check when nothing in it is missing; help is shown in
 * the wide margin.
 */
export function FormSection(props: {
  number: number;
  title: string;
  isComplete: boolean;
  note?: ReactNode;
  children: ReactNode;
}) {
  const { number, title, isComplete, note, children } = props;
  const id = useId();
  const layout = useLayoutKind();
  const mark = (
    <ThreadMark isDone={isComplete}>
      {isComplete ? <Check size={18} strokeWidth={2} aria-hidden /> : <span aria-hidden>{number}</span>}
      <VisuallyHidden>{isComplete ? `Parte ${number}, completa` : `Parte ${number}`}</VisuallyHidden>
    </ThreadMark>
  );
  const heading = (
    <h2 id={id} className={styles.sectionTitle}>
      {title}
    </h2>
  );
  if (layout === 'phone') {
    return (
      <li className={styles.phoneSection}>
        <div className={styles.phoneHead}>
          {mark}
          {heading}
          <span className={styles.count} aria-hidden>
            {number} de {SECTIONS}
          </span>
        </div>
        <div className={styles.fields}>{children}</div>
      </li>
    );
  }
  return (
    <ThreadItem lead={mark} line={number === SECTIONS ? 'none' : 'pencil'}>
      <div className={styles.sectionRow}>
        <Card as="section" padding="none" aria-labelledby={id} className={styles.section}>
          {heading}
          <div className={styles.fields}>{children}</div>
        </Card>
        {note === undefined ? null : <div className={styles.margin}>{note}</div>}
      </div>
    </ThreadItem>
  );
}
