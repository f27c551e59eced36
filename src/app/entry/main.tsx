// The start of the application: the last person → their mirror → the session in it → screens. No
// step needs a network. The sending starts with a person's profile, and screens reach it through
// the profile.

import '#ui/base/tokens.css';
import { type DeviceFacts, personIn, readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { RouterProvider } from '@tanstack/react-router';
import { dayAt } from '#domain/dates.ts';
import { deviceZone } from '#ui/base/locale-text.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { registerWorker, mendShellWhenIdle } from '../online/worker-registration.ts';
import { createProfileStore } from '../profile/profile-store.ts';
import { markedLeaving } from '../leaving/steps/mark.ts';
import { watchMissingParts } from '../device/missing-part.ts';
import { keepOpenMark, openedFor } from '../device/open-mark.ts';
import { watchInstallOffer } from '../device/install-offer.ts';
import { watchOwedLogout } from '../online/settle-logout.ts';
import { showShared } from '../device/shared-device.ts';
import { createAppRouter } from './router.tsx';
import { closeSplash } from './splash.ts';

const loadParts = async () => (await import('../online/profile-parts.ts')).profileParts();
const profiles = createProfileStore({ loadParts, clock: () => Date.now(), newId: () => crypto.randomUUID() });
const router = createAppRouter({ profiles, loadPush: () => import('../online/push.ts') });

watchMissingParts();

/**
 * Loads the code of the screen in the address before the person is known, because opening the
 * databases takes about as long. Code that fails to load is loaded again when it is needed.
 */
function loadAhead(): void {
  if (!location.pathname.startsWith('/admin/')) return;
  loadParts().catch(() => undefined);
  const [routes] = router.getMatchedRoutes(location.pathname);
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined);
}

/**
 * Does everything that must be done before a screen is shown. Each step ends or throws within a
 * time limit.
 */
async function prepare(): Promise<DeviceFacts> {
  let facts = await readDeviceFacts();
  showShared(facts.shared);
  watchOwedLogout();
  const isOut = facts.lastPerson !== null && personIn(facts, openedFor()) === null;
  if (isOut || facts.shared !== null || markedLeaving() !== null) {
    await (await import('../leaving/leave-if-gone.ts')).leaveIfGone(facts);
    facts = await readDeviceFacts();
  }
  if (facts.erasuresOwed.length > 0) await (await import('../leaving/steps/erase-left.ts')).eraseLeft();
  const person = personIn(facts, openedFor());
  if (person !== null) await profiles.open(person.userId);
  keepOpenMark(() => profiles.current()?.userId ?? null);
  return facts;
}

async function start(): Promise<void> {
  loadAhead();
  closeSplash();
  watchInstallOffer();
  const element = document.getElementById('root');
  if (element === null) throw new Error('The page has no root element');
  const root = createRoot(element);
  const facts = await prepare().catch(async (error: unknown) => {
    const shown = await import('../features/shell/frame/start-trouble.tsx').catch(() => null);
    if (shown !== null) return root.render(<shown.StartTrouble error={error} />);
    reportError(error);
    element.textContent = 'O Malote não abriu. Recarregue a página.';
  });
  if (facts !== undefined && isForLogin()) return location.replace(`/login?voltar=${encodeURIComponent(addressNow())}`);
  if (facts !== undefined) {
    root.render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
    await countVisit(facts);
  }
  // Without the worker everything else works; only the next start needs the network.
  await registerWorker();
  mendShellWhenIdle();
}

/**
 * Whether the address needs a login and no person is logged in. The login is then loaded as a new
 * page: Chromium selects cookies by the path at which a page was loaded, and the note about unsent
 * work has the path of the login (S100).
 */
function isForLogin(): boolean {
  return profiles.current() === null && location.pathname.startsWith('/admin');
}

const addressNow = (): string => `${location.pathname}${location.search}${location.hash}`;

/** Counts a visit: a day, by the device's clock, on which the application was opened. */
async function countVisit({ visits, visitedOn }: DeviceFacts): Promise<void> {
  const today = dayAt(Date.now(), deviceZone());
  if (visitedOn !== today) await updateDeviceFacts({ visits: visits + 1, visitedOn: today });
}

start().catch(reportError);
