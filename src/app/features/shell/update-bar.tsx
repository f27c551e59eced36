import { Button } from '#ui/actions/button.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { appUpdate } from '../../device/app-update.ts';
import { barRef } from '../../shared/screen/foot-ref.ts';
import { flushForms } from '../../shared/draft/open-forms.ts';
import styles from './update-bar.module.css';

/** What is half-written is stored before the page goes. What can't be stored keeps the page, and the bar. */
async function update(): Promise<void> {
  const isSaved = await flushForms().then(
    () => true,
    () => false,
  );
  if (isSaved) return appUpdate.apply();
  notify({ title: 'O que você escreveu não pôde ser guardado. Tente de novo.', tone: 'danger', about: 'update' });
}

/**
 * "Nova versão disponível." (src/app/experience.md, experience P9): a quiet bar, never a dialog; nothing is replaced while a
 * person works.
 */
export function UpdateBar() {
  const state = useWatched(appUpdate);
  if (state === 'none') return null;
  return (
    <section ref={barRef} className={styles.bar} role="status" aria-label="Nova versão">
      <span className={styles.words}>Nova versão disponível.</span>
      <Button size="sm" variant="primary" isPending={state === 'applying'} onPress={() => void update()}>
        {state === 'applying' ? 'Atualizando…' : 'Atualizar'}
      </Button>
      <Button size="sm" variant="quiet" onPress={appUpdate.later}>
        Depois
      </Button>
    </section>
  );
}
