import { Button } from '#ui/actions/button.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { useEffect } from 'react';
import { isMissingPart } from '../../../device/missing-part.ts';
import { missingParts } from '#ui/base/lazy-part.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { appUpdate } from '../../../device/app-update.ts';
import { useBrowserOnline } from '../../../device/use-browser-online.ts';
import { barRef } from '../../../shared/screen/foot-ref.ts';
import { MISSING_PART } from '../../../text/frame/missing-part.ts';
import { afterSaving, reloadSafely } from './after-saving.ts';
import styles from './update-bar.module.css';

/**
 * A quiet bar for two things: "Nova versão disponível.", and a part of the screen that could not be
 * loaded (src/app/experience.md, experience P9). Nothing is replaced until the person agrees.
 */
export function UpdateBar() {
  useEffect(() => {
    addEventListener('unhandledrejection', sayMissing);
    return () => removeEventListener('unhandledrejection', sayMissing);
  }, []);
  const state = useWatched(appUpdate);
  const retries = useWatched(missingParts);
  if (state !== 'none') return <NewVersion isApplying={state === 'applying'} />;
  return retries.length > 0 ? <MissingParts retries={retries} /> : null;
}

/**
 * Tells that a gesture, such as printing, did nothing because its code could not be loaded. The
 * next press loads the code again.
 */
function sayMissing({ reason }: PromiseRejectionEvent): void {
  if (!isMissingPart(reason)) return;
  const title = navigator.onLine ? MISSING_PART.gesture.online : MISSING_PART.gesture.offline;
  notify({ title, tone: 'danger', about: 'missing-part' });
}

function NewVersion({ isApplying }: { isApplying: boolean }) {
  return (
    <section ref={barRef} className={styles.bar} role="status" aria-label="Nova versão">
      <span className={styles.words}>Nova versão disponível.</span>
      <Button
        size="sm"
        variant="primary"
        isPending={isApplying}
        onPress={() => void afterSaving(() => appUpdate.apply())}
      >
        {isApplying ? 'Atualizando…' : 'Atualizar'}
      </Button>
      <Button size="sm" variant="quiet" onPress={appUpdate.later}>
        Depois
      </Button>
    </section>
  );
}

/**
 * Offers to load missing parts again. Reloading the page is offered only with a network, because
 * without one it may end in the browser's error page.
 */
function MissingParts({ retries }: { retries: readonly (() => void)[] }) {
  const retryAll = () => {
    for (const retry of retries) retry();
  };
  const isOnline = useBrowserOnline();
  return (
    <section ref={barRef} className={styles.bar} role="status" aria-label="Parte que falta">
      <span className={styles.words}>{isOnline ? MISSING_PART.bar.online : MISSING_PART.bar.offline}</span>
      <Button size="sm" variant={isOnline ? 'secondary' : 'primary'} onPress={retryAll}>
        {MISSING_PART.retry}
      </Button>
      {isOnline ? (
        <Button size="sm" variant="quiet" onPress={reloadSafely}>
          {MISSING_PART.reload}
        </Button>
      ) : null}
    </section>
  );
}
