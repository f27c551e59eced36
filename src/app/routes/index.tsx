import { createFileRoute, redirect } from '@tanstack/react-router';

/** The root path leads to the home of the admin area (rule J2). */
export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/home' });
  },
});
