import { createFileRoute, redirect } from '@tanstack/react-router';
import { AdminLayout } from '../features/shell/frame/admin-layout.tsx';
import { adminSearch } from '../shared/screen/use-panel.ts';

/**
 * Every screen behind a login. Without a person on this device it leads to the login, and from
 * there back to the same address.
 */
export const Route = createFileRoute('/admin')({
  validateSearch: adminSearch,
  beforeLoad: ({ context, location }) => {
    if (context.profiles.current() === null) throw redirect({ to: '/login', search: { voltar: location.href } });
  },
  component: AdminLayout,
});
