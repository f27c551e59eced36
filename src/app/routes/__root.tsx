import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';
import { RootLayout } from '../features/shell/frame/root-layout.tsx';
import type { RouterContext } from '../online/router-context.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('../features/shell/frame/route-missing.tsx'), 'PublicMissing'),
});
