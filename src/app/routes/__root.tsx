import { createRootRouteWithContext } from '@tanstack/react-router';
import { RootLayout } from '../features/shell/root-layout.tsx';
import { PublicMissing } from '../features/shell/route-missing.tsx';
import type { RouterContext } from '../online/router-context.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: PublicMissing,
});
