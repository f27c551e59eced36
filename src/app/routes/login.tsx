import { lazyPart } from '#ui/base/lazy-part.tsx';
import { createFileRoute, redirect, useLocation } from '@tanstack/react-router';
import { readConnection } from '#mirror/questions/connection.ts';
import { useWatched } from '#ui/base/watched-value.ts';
import { sharedDevice } from '../device/shared-device.ts';
import { LoginScreen } from '../features/login/login-screen.tsx';

const SharedStart = lazyPart(async () => (await import('../features/login/shared-start.tsx')).SharedStart);

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The e-mail of a person who has just set a password, to fill in the login. It is never part of
     * an address.
     */
    email?: string;
  }
}

type LoginSearch = { voltar?: string; compartilhado?: 'recusado' };

/**
 * `voltar`: the address to return to after the login. Only addresses of the application are
 * accepted, so that a login can't lead to another site. `compartilhado`: shared files were not
 * kept, because no person is logged in.
 */
export const Route = createFileRoute('/login')({
  validateSearch: ({ voltar, compartilhado }: Record<string, unknown>): LoginSearch => ({
    ...(typeof voltar === 'string' && /^\/admin(\/|$)/.test(voltar) ? { voltar } : {}),
    ...(compartilhado === 'recusado' ? { compartilhado } : {}),
  }),
  beforeLoad: async ({ context, search }) => {
    const profile = context.profiles.current();
    if (profile === null) return;
    if (!(await readConnection(profile.mirror, true)).needsLogin)
      throw redirect({ href: search.voltar ?? '/admin/home' });
  },
  component: Login,
});

function Login() {
  const { voltar, compartilhado } = Route.useSearch();
  const email = useLocation({ select: ({ state }) => state.email });
  const shared = useWatched(sharedDevice);
  if (shared === null)
    return <LoginScreen returnTo={voltar ?? '/admin/home'} isShareLost={compartilhado === 'recusado'} email={email} />;
  return <SharedStart shared={shared} />;
}
