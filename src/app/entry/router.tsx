import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { RouterContext } from '../online/router-context.ts';
import { RouteError } from '../features/shell/frame/route-error.tsx';
import { routeTree } from './routeTree.gen.ts';

/**
 * The router of the application. The scroll position is kept per entry of the history; each route
 * has its own error boundary.
 */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('../features/shell/frame/route-missing.tsx'),
      'RouteMissing',
    ),
    // Without `strict`, a search parameter that `validateSearch` leaves out would reach the screen
    // unchecked: the address to return to after a login could lead to another site, and an unknown
    // status would filter the list (rule F4).
    search: { strict: true },
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
