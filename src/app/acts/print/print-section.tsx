import type { ReactNode } from 'react';
import styles from './print-sheet.module.css';

export function PrintSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
