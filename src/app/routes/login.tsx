import { createFileRoute, redirect } from '@tanstack/react-router';
import { readConnection } from '#mirror/questions/connection.ts';
import { LoginScreen } from '../features/login/login-screen.tsx';

/**
 * `voltar`: the address to return to after the login. Only addresses of the application are accepted, so that a login can't
 * lead to another site.
 */
export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { voltar?: string } => {
    const back = search['voltar'];
    return typeof back === 'string' && /^\/admin(\/|$)/.test(back) ? { voltar: back } : {};
  },
  beforeLoad: async ({ context, search }) => {
    const profile = context.profiles.current();
    if (profile === null) return;
    if (!(await readConnection(profile.mirror, true)).needsLogin)
      throw redirect({ href: search.voltar ?? '/admin/home' });
  },
  component: Login,
});

function Login() {
  const { voltar } = Route.useSearch();
  return <LoginScreen returnTo={voltar ?? '/admin/home'} />;
}
