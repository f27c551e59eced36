// The application's own files: precached, so that a start needs no network. No answer of /api is ever cached here.

import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

const FONTS = 'malote-fonts-1';

/** Addresses that belong to the server, also when a person opens them in a tab. */
const SERVER_ADDRESSES = /^\/(?:api|sanctum|health)(?:[/?]|$)/;

/** Serves the build's files, and the shell for every address of the application (development has none). */
export function serveShell(manifest: ServiceWorkerGlobalScope['__WB_MANIFEST']): void {
  precacheAndRoute([...manifest]);
  cleanupOutdatedCaches();
  if (!import.meta.env.PROD) return;
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [SERVER_ADDRESSES] }));
}

/** Fonts that are not part of the first load are kept after their first use (rule C11): there are 17. */
export function serveFonts(): void {
  registerRoute(
    ({ request, sameOrigin }) => sameOrigin && request.destination === 'font',
    new CacheFirst({ cacheName: FONTS }),
  );
}
