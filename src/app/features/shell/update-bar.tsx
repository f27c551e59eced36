import { Button } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { appUpdate } from '../../device/app-update.ts';
import styles from './update-bar.module.css';

/** "Nova versão disponível." (experience P9): a quiet bar, never a dialog; nothing is replaced while a person works. */
export function UpdateBar() {
  const state = useWatched(appUpdate);
  if (state === 'none') return null;
  return (
    <section className={styles.bar} role="status" aria-label="Nova versão">
      <span className={styles.words}>Nova versão disponível.</span>
      <Button size="sm" variant="primary" isPending={state === 'applying'} onPress={() => void appUpdate.apply()}>
        {state === 'applying' ? 'Atualizando…' : 'Atualizar'}
      </Button>
      <Button size="sm" variant="quiet" onPress={appUpdate.later}>
        Depois
      </Button>
    </section>
  );
}
