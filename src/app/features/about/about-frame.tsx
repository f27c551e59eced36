import { Link } from '#ui/actions/link.tsx';
import { SkipLinks } from '#ui/frame/skip-links.tsx';
import type { ReactNode } from 'react';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import styles from './about.module.css';

const SKIPS = [{ href: '#conteudo', label: 'Ir para o conteúdo', accessKey: '1' }];

/** A public page of plain text. */
export function AboutFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <SkipLinks links={SKIPS} />
      <main className={styles.page} id="conteudo" tabIndex={-1}>
        <Link href="/admin/home" tone="action">
          Voltar ao Malote
        </Link>
        <ScreenHeading windowTitle={title}>{title}</ScreenHeading>
        <div className={styles.text}>{children}</div>
      </main>
    </>
  );
}
