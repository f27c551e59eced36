import { createFileRoute, redirect } from '@tanstack/react-router';

/** The root path leads to the home of the admin area (product specification, section 2). */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/home' });
  },
});
