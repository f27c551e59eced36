import type { OwnWork } from '#mirror/questions/own-work.ts';
import { Button } from '#ui/actions/button.tsx';
import { useWatched } from '#ui/base/watched-value.ts';
import { useRouteContext, useRouter } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import { dayAt } from '#domain/dates.ts';
import { emptied } from '../../../device/emptied.ts';
import { sharedDevice } from '../../../device/shared-device.ts';
import { noteUnsent } from '../../../leaving/steps/witness.ts';
import { watchEmptied } from '../../../online/watch-emptied.ts';
import type { OpenProfile } from '../../../profile/profile-store.ts';
import { EMPTIED } from '../../../text/sending/sync-state.ts';
import styles from './emptied-watch.module.css';

/**
 * Covers the page when the database of this person was emptied from outside. It says what unsent
 * work was lost and leads to the login (S172). Its code is part of the start, because the browser
 * may have deleted the application's files with the database.
 */
export function EmptiedWatch() {
  const { profiles } = useRouteContext({ from: '__root__' });
  const profile = useWatched(profiles);
  const lost = useWatched(emptied);
  useEffect(() => {
    if (profile === null) return undefined;
    let own: OwnWork | null = null;
    let lines: readonly string[] | null = null;
    const tell = () => emptied.set({ lines: sharedDevice.current() === null ? lines : null });
    return watchEmptied(profile, {
      onWork(read) {
        own = read;
        void linesOf(read, profile).then((of) => {
          if (own !== read) return;
          lines = of;
          // The database may have gone while the words were loading.
          if (emptied.current() !== null) tell();
        });
      },
      onEmptied() {
        const ids = own?.items.map(({ command }) => command.id) ?? [];
        // The browser may have deleted the cookie together with the database.
        if (ids.length > 0) noteUnsent(profile.userId, { ids, nowMs: profile.clock() });
        // After the message, an open page may create the database again, empty. It is told only
        // once.
        if (emptied.current() === null) tell();
        void profiles.close();
      },
    });
  }, [profile, profiles]);
  return lost === null ? null : <EmptiedCover lines={lost.lines} />;
}

/**
 * The unsent work in words, one line for each kind. The words are loaded only when there is work,
 * which is rare; null when they can't be loaded.
 */
async function linesOf(own: OwnWork, { session, clock }: OpenProfile): Promise<readonly string[] | null> {
  if (own.items.length + own.draftsAtMs.length === 0) return [];
  const words = await import('../../../leaving/words.ts').catch(() => null);
  const zone = session.tenant.time_zone;
  if (words === null) return null;
  const lines = words.workLines(own, { zone, today: dayAt(clock(), zone) });
  return lines.map(({ text, time }) => (time === '' ? text : `${text} (${time})`));
}

function EmptiedCover({ lines }: { lines: readonly string[] | null }) {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const show = () => {
    if (dialog.current?.open === false) dialog.current.showModal();
  };
  useEffect(show, []);
  const enter = () => {
    emptied.set(null);
    void router.navigate({ to: '/login' });
  };
  return (
    <dialog
      ref={dialog}
      className={styles.cover}
      role="alertdialog"
      aria-labelledby="apagados"
      onCancel={(event: SyntheticEvent) => event.preventDefault()}
      onClose={show}
      data-react-aria-top-layer="true"
    >
      <div className={styles.words}>
        <h1 id="apagados">{EMPTIED.title}</h1>
        <p>{EMPTIED.body}</p>
        <p>{lines === null ? EMPTIED.unknown : lines.length === 0 ? EMPTIED.nothing : EMPTIED.lost}</p>
        {lines === null || lines.length === 0 ? null : (
          <ul className={styles.lost}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <Button variant="primary" size="lg" icon={LogIn} autoFocus onPress={enter}>
          {EMPTIED.enter}
        </Button>
      </div>
    </dialog>
  );
}
