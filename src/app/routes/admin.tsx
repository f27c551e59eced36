import { createFileRoute, redirect } from '@tanstack/react-router';
import { AdminLayout } from '../features/shell/frame/admin-layout.tsx';
import { adminSearch } from '../shared/screen/use-panel.ts';

/**
 * Guards every screen behind the login. Without a logged-in person it leads to the login, and
 * afterwards back to the address.
 */
export const Route = createFileRoute('/admin')({
  validateSearch: adminSearch,
  beforeLoad: ({ context, location }) => {
    if (context.profiles.current() === null) throw redirect({ to: '/login', search: { voltar: location.href } });
  },
  component: AdminLayout,
});
