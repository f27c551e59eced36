import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './device-data.module.css';

type Props = {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly tone?: 'danger';
  readonly title: string;
  readonly children: ReactNode;
};

/**
 * A section of "Dados neste aparelho". `id` is the element id of its heading, which names the
 * section.
 */
export function Card({ id, icon: Icon, tone, title, children }: Props) {
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.cardTitle}>
        <Icon size={20} strokeWidth={1.75} aria-hidden className={tone === undefined ? undefined : styles[tone]} />
        <span>{title}</span>
      </h2>
      {children}
    </section>
  );
}
