import { createFileRoute, redirect } from '@tanstack/react-router';

/** The address of the admin area alone leads to its home. */
export const Route = createFileRoute('/admin/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/home' });
  },
});
