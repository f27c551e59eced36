import { StorageTrouble } from '#mirror/store/storage.ts';
import { Button } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { START_TROUBLE } from '../../../text/frame/start-trouble.ts';
import styles from './plain-screen.module.css';

/** The page shown when the application could not start: why, what is safe, and a way on. */
export function StartTrouble({ error }: { error: unknown }) {
  useEffect(() => reportError(error), [error]);
  const words = error instanceof StorageTrouble ? START_TROUBLE[error.kind] : START_TROUBLE.refused;
  return (
    <main className={styles.screen} role="alert">
      <h1>O Malote não abriu</h1>
      <EmptyState
        icon={TriangleAlert}
        title={words.what}
        action={
          <Button variant="primary" onPress={() => location.reload()}>
            Tentar de novo
          </Button>
        }
      >
        {words.next.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </EmptyState>
    </main>
  );
}
