import { watchPicture } from '#mirror/questions/picture-due.ts';
import { pictureAt } from '#mirror/store/start-picture.ts';
import { useEffect, useRef } from 'react';
import { pageMadeFor } from '../../device/page-made-for.ts';
import { useProfile } from '../../profile/profile.tsx';

/** How long nothing of the screen, and then nothing of the mirror, may have changed before a picture is taken. */
const AT_REST_MS = 1000;
/** How long there is no other picture after one, and when a screen on which something was begun is looked at again. */
const LATER_MS = 10_000;

/**
 * Keeps a picture of this screen for the next start (S148). `shown`: the answer that is drawn; undefined while there is none. `ask`
 * asks for it anew: a picture is kept only when what is drawn is what the mirror holds. Which screens are pictured is the matter of
 * `pictureAt`.
 */
export function useStartPicture<Answer>(shown: Answer | undefined, ask: () => PromiseLike<Answer>): void {
  const { mirror, zone, today, now } = useProfile();
  const asking = useRef(ask);
  useEffect(() => {
    asking.current = ask;
  });
  useEffect(() => {
    const name = pictureAt(location.pathname);
    if (shown === undefined || name === undefined) return undefined;
    let isOver = false;
    let restMs = AT_REST_MS;
    let end = () => {};
    let timer = setTimeout(() => (end = watchPicture(mirror, { asked, told })), AT_REST_MS);
    const asked = () => ({ name, page: pageMadeFor(), nowMs: now() });
    const told = (isDue: boolean) => {
      clearTimeout(timer);
      // Without the code, or the storage, the next start has no picture.
      if (isDue) timer = setTimeout(() => void keep().catch(() => undefined), restMs);
    };
    const keep = async () => {
      const { keepPicture } = await import('./keep-picture.ts');
      if (isOver) return;
      restMs = LATER_MS;
      const isTaken = await keepPicture({ mirror, ...asked(), zone, today, shown, ask: () => asking.current() });
      if (!isTaken && !isOver) told(true);
    };
    return () => {
      isOver = true;
      clearTimeout(timer);
      end();
    };
  }, [mirror, zone, today, now, shown]);
}
