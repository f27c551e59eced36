// The whole application over a mirror, in jsdom: the real router, guard, frame and screens. There
// is no network and no sending: what a screen stores stays in the outbox of the mirror.

import { createAppRouter } from '#app/entry/router.tsx';
import { createProfileStore, type OpenProfile } from '#app/profile/profile-store.ts';
import { type DeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { watchedValue } from '#ui/base/watched-value.ts';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { uuid } from '../../builders/build-command.ts';
import { NOW_MS } from '../../builders/moments.ts';
import { noteOpened } from './opened.ts';
import { setWidth, type Width } from './width.ts';

type OpenScreen = {
  readonly mirror: Mirror;
  readonly path: string;
  readonly width?: Width;
  /** Epoch ms now, on the device. Without it time stands still. */
  readonly clock?: () => number;
  /** Whether a Super Admin still has the list of first steps; without it they dismissed it here. */
  readonly hasFirstSteps?: boolean;
  /** Called where the worker is woken. */
  readonly wake?: () => void;
};

/**
 * Opens `path` as the person whose session is in the mirror; without a session, as a visitor.
 * Closes after the test.
 */
export async function openScreen(screen: OpenScreen) {
  const { mirror, path, width = 'desk', clock = () => NOW_MS, hasFirstSteps = false, wake = () => undefined } = screen;
  setWidth(width);
  const session = await sessionOf(mirror);
  if (session !== undefined) {
    const stepsSkipped: DeviceFacts['stepsSkipped'] = hasFirstSteps ? {} : { [session.id]: ['all'] };
    await updateDeviceFacts({ stepsSkipped });
  }
  const profiles = createProfileStore({
    loadParts: async () => ({
      openMirror: async () => ({ mirror, session }),
      startSync: () => NO_SYNC,
      wakeWorker: wake,
    }),
    clock,
    newId: uuids(),
  });
  if (session !== undefined) await profiles.open(session.id);
  const router = createAppRouter({ profiles, loadPush: () => Promise.reject(new Error('no push in this test')) });
  const history = createMemoryHistory({ initialEntries: [path] });
  router.update({ ...router.options, history });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<RouterProvider router={router} />);
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    root.unmount();
    history.destroy();
    void profiles.close();
    document.body.replaceChildren();
  };
  noteOpened(close);
  return {
    address: () => router.state.location.href,
    goTo: (href: string) => router.navigate({ href }),
    back: () => history.back(),
    close,
  };
}

export const NO_SYNC: OpenProfile['sync'] = {
  stop: () => undefined,
  drainNow: async () => undefined,
  pullNow: async () => undefined,
  withdrawCommand: () => Promise.reject(new Error('no network in this test')),
  storageFull: watchedValue(false),
};

function uuids(): () => string {
  let last = 5000;
  return () => uuid((last += 1));
}
