import { ProfileProvider } from '#app/profile/profile.tsx';
import type { OpenProfile } from '#app/profile/profile-store.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { uuid } from '../../builders/build-command.ts';
import { buildSession, PEOPLE } from '../../builders/build-people.ts';
import { NOW_MS } from '../../builders/moments.ts';
import { noteOpened } from './opened.ts';
import { NO_SYNC } from './open-screen.tsx';

/** Draws a part of a screen for Ana. */
export async function show(mirror: Mirror, Screen: () => ReactNode): Promise<void> {
  const session = (await sessionOf(mirror)) ?? buildSession();
  const profile: OpenProfile = {
    userId: PEOPLE.ana.id,
    mirror,
    session,
    sync: NO_SYNC,
    clock: () => NOW_MS,
    newId: () => uuid(1),
    wake: () => undefined,
  };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  noteOpened(() => {
    root.unmount();
    document.body.replaceChildren();
  });
  root.render(
    <ProfileProvider profile={profile}>
      <Screen />
    </ProfileProvider>,
  );
}
