import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkButton } from '#ui/actions/button.tsx';
import { SearchX } from 'lucide-react';
import { PublicHead } from '../../../shared/screen/public-head.tsx';
import { ScreenHeading } from '../../../shared/screen/screen-heading.tsx';
import styles from './plain-screen.module.css';

/** The screen for an unknown address. */
export function RouteMissing() {
  return (
    <div className={styles.screen}>
      <ScreenHeading windowTitle="Página não encontrada">Página não encontrada</ScreenHeading>
      <EmptyState
        icon={SearchX}
        title="Não há nada neste endereço."
        action={<LinkButton href="/admin/home">Ir para o início</LinkButton>}
      />
    </div>
  );
}

/** `RouteMissing` outside of the admin area, where no frame provides the `main`. */
export function PublicMissing() {
  return (
    <>
      <PublicHead />
      <main id="conteudo" tabIndex={-1}>
        <RouteMissing />
      </main>
    </>
  );
}
