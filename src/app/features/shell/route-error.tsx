import { Button } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkButton } from '#ui/actions/link-button.tsx';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { ScreenHeading } from '../../shared/screen/screen-heading.tsx';
import styles from './plain-screen.module.css';

/**
 * The screen shown when another one fails. It says so and offers a way on: written text is in its draft, sent work in the
 * outbox.
 */
export function RouteError({ error, reset }: ErrorComponentProps) {
  useEffect(() => reportError(error), [error]);
  return (
    <div className={styles.screen} role="alert">
      <ScreenHeading windowTitle="Erro">Esta tela não abriu</ScreenHeading>
      <EmptyState
        icon={TriangleAlert}
        title="Não foi possível mostrar esta tela."
        action={
          <div className={styles.actions}>
            <Button variant="primary" onPress={reset}>
              Tentar de novo
            </Button>
            <LinkButton href="/admin/home">Ir para o início</LinkButton>
          </div>
        }
      >
        O que você escreveu e o que está na fila continuam guardados neste aparelho.
      </EmptyState>
    </div>
  );
}
