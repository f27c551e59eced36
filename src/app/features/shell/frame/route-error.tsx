import { Button, LinkButton } from '#ui/actions/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { type AnyRouter, type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CloudOff, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isMissingPart } from '../../../device/missing-part.ts';
import { useBrowserOnline } from '../../../device/use-browser-online.ts';
import { ScreenHeading } from '../../../shared/screen/screen-heading.tsx';
import { MISSING_PART } from '../../../text/frame/missing-part.ts';
import { reloadSafely } from './after-saving.ts';
import styles from './plain-screen.module.css';

/**
 * Stands in place of a screen that failed. Typed text is safe in its draft and sent work in the
 * outbox; the screen says so.
 */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return isMissingPart(error) ? <MissingScreen reset={reset} /> : <FailedScreen error={error} reset={reset} />;
}

function FailedScreen({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
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
              {MISSING_PART.retry}
            </Button>
            <LinkButton href="/admin/home">Ir para o início</LinkButton>
          </div>
        }
      >
        {MISSING_PART.kept}
      </EmptyState>
    </div>
  );
}

/**
 * Stands in place of a screen whose code could not be loaded. Loading is tried when this appears,
 * when the network returns and at each press. Firefox and WebKit may repeat an earlier failure
 * until the page is reloaded, so after a failed press reloading is offered first.
 */
function MissingScreen({ reset }: Pick<ErrorComponentProps, 'reset'>) {
  const router = useRouter();
  const isOnline = useBrowserOnline();
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState(-1);
  useEffect(() => {
    let isCurrent = true;
    void loadScreen(router).then((isLoaded) => {
      if (!isCurrent) return;
      setAnswered(attempt);
      if (isLoaded) reset();
    });
    return () => {
      isCurrent = false;
    };
  }, [router, reset, isOnline, attempt]);
  const when = isOnline ? 'online' : 'offline';
  const retry = (
    <Button
      variant={isOnline && attempt > 0 ? 'secondary' : 'primary'}
      isPending={answered !== attempt}
      onPress={() => setAttempt(attempt + 1)}
    >
      {MISSING_PART.retry}
    </Button>
  );
  const reload = (
    <Button variant={attempt > 0 ? 'primary' : 'secondary'} onPress={reloadSafely}>
      {MISSING_PART.reload}
    </Button>
  );
  return (
    <div className={styles.screen} role="alert">
      <ScreenHeading windowTitle="Erro">Esta tela não abriu</ScreenHeading>
      <EmptyState
        icon={isOnline ? TriangleAlert : CloudOff}
        title={MISSING_PART.screen[when]}
        action={
          <div className={styles.actions}>
            {isOnline && attempt > 0 ? reload : retry}
            {isOnline ? (attempt > 0 ? retry : reload) : null}
            <LinkButton href="/admin/home">Ir para o início</LinkButton>
          </div>
        }
      >
        <p>{MISSING_PART.next[when]}</p>
        <p>{MISSING_PART.kept}</p>
      </EmptyState>
    </div>
  );
}

/**
 * Loads the code of the address's screen again. Returns whether all of it arrived. A route's
 * component has no `preload` any more once its code is loaded.
 */
async function loadScreen(router: AnyRouter): Promise<boolean> {
  const components = router.state.matches.map(({ routeId }) => router.routesById[routeId].options.component);
  await Promise.all(components.map((component) => component?.preload?.()));
  return components.every((component) => component?.preload === undefined);
}
