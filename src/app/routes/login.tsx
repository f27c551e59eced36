import { createFileRoute, redirect } from '@tanstack/react-router';
import { readConnection } from '#mirror/questions/connection.ts';
import { LoginScreen } from '../features/login/login-screen.tsx';

/** `voltar`: where one came from. Only own addresses: a login must lead nowhere else. */
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
