import { Link } from '#ui/actions/link.tsx';
import type { ReactNode } from 'react';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import styles from './about.module.css';

/** A public page of plain text. */
export function AboutFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page} id="conteudo">
      <Link href="/admin/home" tone="action">
        Voltar ao Malote
      </Link>
      <ScreenHeading windowTitle={title}>{title}</ScreenHeading>
      <div className={styles.text}>{children}</div>
    </main>
  );
}
