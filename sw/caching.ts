// The application's own files: precached, so that a start needs no network. No answer of /api is
// ever cached here.

import { MAP_END, mapIn, PACKED_MAPS } from '#contract/character-maps.ts';
import type { ShellState } from '#contract/worker-messages.ts';
import { inTime } from '#mirror/store/page-sleep.ts';
import { browserLocks } from '#sync/browser-runtime.ts';
import { afterFirstRows } from '#sync/pull.ts';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope;

const FONTS = 'malote-fonts-1';

/** Addresses that belong to the server, also when a person opens them in a tab. */
const SERVER_ADDRESSES = /^\/(?:api|sanctum|health)(?:[/?]|$)/;

/**
 * Files that are requested at the same time. The library requests one after the other, so that on a
 * slow network each file costs a round trip. HTTP/1.1 gives an origin six connections: one is held
 * by live events, and one is left to the page.
 */
const AT_ONCE = 4;

/** The files of this version; none before `serveShell`. */
let shell = new PrecacheController();

/** Serves the build's files and, in production, index.html for every address of the application. */
export function serveShell(manifest: ServiceWorkerGlobalScope['__WB_MANIFEST']): void {
  const files = new PrecacheController();
  shell = files;
  files.addToCacheList([...manifest]);
  self.addEventListener('install', (event) => event.waitUntil(keepAll(files, event)));
  self.addEventListener('activate', (event) => void files.activate(event));
  registerRoute(new PrecacheRoute(files));
  serveMaps(files);
  cleanupOutdatedCaches();
  if (!import.meta.env.PROD) return;
  registerRoute(new NavigationRoute(files.createHandlerBoundToURL('/index.html'), { denylist: [SERVER_ADDRESSES] }));
}

/**
 * Serves a character map of PDF fonts from the one cached file that holds all of them, or from the
 * server where that file is missing.
 */
function serveMaps(files: PrecacheController): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.endsWith(MAP_END),
    async ({ url, request }) => {
      const packed = await files.matchPrecache(new URL(PACKED_MAPS, url).pathname);
      const name = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
      const map = packed === undefined ? null : mapIn(await packed.arrayBuffer(), name);
      return map === null ? fetch(request) : new Response(map);
    },
  );
}

/**
 * Caches every file that is not cached yet. Rejects when one can't be fetched: the browser then
 * does not install this version, and tries again at a later start.
 */
async function keepAll(files: PrecacheController, event: ExtendableEvent): Promise<void> {
  const left = [...files.getURLsToCacheKeys()];
  // Files wait for the page's first rows, but not for ever: a page that holds the lock and never
  // ends, such as a frozen one, must not prevent the caching.
  let isPatient = true;
  const keepNext = async (): Promise<void> => {
    while (left.length > 0) {
      if (isPatient)
        await inTime(afterFirstRows(browserLocks), () => new Error('held')).catch(() => (isPatient = false));
      const next = left.shift();
      if (next === undefined) return;
      const [url, cacheKey] = next;
      // A cache key other than the address carries a revision. The address then stays when the
      // content changes, so the browser's own cache is not asked.
      const request = new Request(url, { cache: url === cacheKey ? 'default' : 'reload', credentials: 'same-origin' });
      await Promise.all(files.strategy.handleAll({ params: { cacheKey }, request, event }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepNext)).finally(() => left.splice(0));
}

/**
 * Fetches cached files that are gone: browsers and cleaning programs empty a cache without ending
 * the worker. Files of a version that the server has replaced are left alone, because the new
 * worker brings its own. Never rejects: a file that can't be fetched stays missing.
 */
export async function mendShell(): Promise<ShellState> {
  const keys = shell.getURLsToCacheKeys();
  if ((await missingOf(keys)).length > 0 && (await isNewest())) {
    const left = await missingOf(keys);
    const mendNext = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        await fetchAgain(next).catch(() => undefined);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, mendNext));
  }
  return { files: keys.size, missing: (await missingOf(keys)).length };
}

type KeptFile = { readonly url: string; readonly cacheKey: string };

async function missingOf(keys: ReadonlyMap<string, string>): Promise<KeptFile[]> {
  const cache = await caches.open(shell.strategy.cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  return [...keys].filter(([, cacheKey]) => !kept.has(cacheKey)).map(([url, cacheKey]) => ({ url, cacheKey }));
}

/**
 * Whether the server still has this version. False without an answer, because files can't be
 * fetched then either.
 */
async function isNewest(): Promise<boolean> {
  const { registration } = self;
  const isAsked = await registration.update().then(
    () => true,
    () => false,
  );
  return isAsked && registration.installing === null && registration.waiting === null;
}

async function fetchAgain({ url, cacheKey }: KeptFile): Promise<void> {
  const answer = await fetch(new Request(url, { cache: 'reload', credentials: 'same-origin', redirect: 'error' }));
  if (answer.status !== 200) return;
  const cache = await caches.open(shell.strategy.cacheName);
  await cache.put(cacheKey, answer);
}

/**
 * Fonts that are not part of the first load are kept after their first use (rule C11): there are
 * 17.
 */
export function serveFonts(): void {
  registerRoute(
    ({ request, sameOrigin }) => sameOrigin && request.destination === 'font',
    new CacheFirst({ cacheName: FONTS }),
  );
}
