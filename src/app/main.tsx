// The start of everything: last person → their mirror → the session it holds → screens. No step needs a network. Only here
// is the sending started; screens reach it through the profile.

import '#ui/tokens.css';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/device-facts.ts';
import { openMirror } from '#mirror/open-mirror.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import { browserRuntime } from '#sync/browser-runtime.ts';
import { startSync } from '#sync/start-sync.ts';
import { wakeWorker } from '#sync/wake-worker.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerWorker } from './online/worker-registration.ts';
import { createProfileStore } from './profile-store.ts';
import { createAppRouter } from './router.tsx';
import { appUpdate } from './shared/app-update.ts';
import { watchInstallOffer } from './shared/install-offer.ts';
import { closeSplash } from './splash.ts';
import { applyAppearance } from './shared/appearance.ts';

const baseUrl: string = import.meta.env['VITE_API_BASE_URL'] ?? '';

const profiles = createProfileStore({
  openMirror,
  sessionOf,
  startSync: ({ userId, mirror }) => startSync({ runtime: browserRuntime({ userId, mirror, baseUrl }) }),
  wakeWorker: (mirror) => wakeWorker(mirror.name),
  clock: () => Date.now(),
  newId: () => crypto.randomUUID(),
});

/** A part of the old version is gone from the server: offer the new one instead of a white page. */
addEventListener('vite:preloadError', (event) => {
  event.preventDefault();
  appUpdate.offer();
});

async function start(): Promise<void> {
  applyAppearance();
  closeSplash();
  watchInstallOffer();
  const facts = await readDeviceFacts();
  if (facts.lastPerson !== null && !facts.lastPerson.sessionEnded) await profiles.open(facts.lastPerson.userId);
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element');
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createAppRouter({ profiles })} />
    </StrictMode>,
  );
  await updateDeviceFacts({ visits: facts.visits + 1 });
  await registerWorker();
}

void start();
