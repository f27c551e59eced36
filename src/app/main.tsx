// The start of everything: last person → their mirror → the session it holds → screens. No step needs a network. The
// sending is started with a person's profile; screens reach it through that.

import '#ui/tokens.css';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/device-facts.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerWorker } from './online/worker-registration.ts';
import { createProfileStore } from './profile-store.ts';
import { createAppRouter } from './router.tsx';
import { appUpdate } from './shared/app-update.ts';
import { watchInstallOffer } from './shared/install-offer.ts';
import { watchOwedLogout } from './shared/settle-logout.ts';
import { closeSplash } from './splash.ts';
import { applyAppearance } from './shared/appearance.ts';

const profiles = createProfileStore({
  loadParts: async () => (await import('./online/profile-parts.ts')).profileParts(),
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
  watchOwedLogout();
  if (facts.erasureOwed !== null) await (await import('./shared/erase-left.ts')).eraseLeft();
  if (facts.lastPerson !== null && !facts.lastPerson.sessionEnded) await profiles.open(facts.lastPerson.userId);
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root element');
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createAppRouter({ profiles, loadPush: () => import('./online/push-here.ts') })} />
    </StrictMode>,
  );
  await updateDeviceFacts({ visits: facts.visits + 1 });
  // Without the worker everything goes on, only the next start needs the network.
  await registerWorker().catch(reportError);
}

/** Where the browser gives no storage (some private windows) nothing can be kept, so nothing is pretended. */
function refuseToStart(error: unknown): void {
  reportError(error);
  const words = document.createElement('p');
  words.setAttribute('role', 'alert');
  words.textContent =
    'Não foi possível abrir o Malote: este navegador não deixa guardar dados. Saia da janela anônima.';
  document.getElementById('root')?.replaceChildren(words);
}

start().catch(refuseToStart);
