import type { AlertRow } from '#contract/reference-data.ts';
import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { toneOfDays } from '../../text/words/document.ts';
import { HOME, remaining } from '../../text/lists/home.ts';
import styles from './alert-banner.module.css';

/**
 * A deadline alert, as the home shows it. It concerns the whole tenant. The icon of Alertas tells
 * it apart from a document, and from a deadline of the person. `days`: until the date of the alert.
 * `tools`: drawn at the end of the banner, such as the button that dismisses it.
 */
export function AlertBanner(props: {
  alert: Pick<AlertRow, 'title' | 'description'>;
  days: number;
  tools?: ReactNode;
  label: string;
}) {
  const { alert, days, tools, label } = props;
  const { lead, rest } = remaining(days);
  return (
    <section className={`${styles.banner} ${styles[toneOfDays(days)] ?? ''}`} aria-label={label}>
      <p className={styles.stub}>
        <Megaphone size={22} strokeWidth={1.75} aria-hidden className={styles.icon} />
        <span className={styles.lead}>{lead} </span>
        <span>{rest}</span>
      </p>
      <div className={styles.words}>
        <p className={styles.kind}>{HOME.alertKind}</p>
        <p className={styles.title}>{alert.title}</p>
        <p className={styles.text}>{alert.description}</p>
      </div>
      {tools === undefined ? null : <div className={styles.close}>{tools}</div>}
    </section>
  );
}
