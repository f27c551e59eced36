// The service worker of a page's application, as the browser's DevTools drive it.

import type { BrowserContext, Page } from '@playwright/test';

export type WorkerOfPage = {
  /** Background Sync calls the worker, for the last time by itself. */
  sync(): Promise<void>;
  start(): Promise<void>;
  push(text: string): Promise<void>;
  /** Ends the worker at once, in the middle of what it does. The next event starts it again. */
  stop(): Promise<void>;
};

/** `page` may show anything; `url` is where the application is. */
export async function workerOf(page: Page, url = page.url()): Promise<WorkerOfPage> {
  const { origin } = new URL(url);
  const context: BrowserContext = page.context();
  const session = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  const at = { origin, registrationId };
  return {
    async sync() {
      const tag = 'workbox-background-sync:outbox';
      await session.send('ServiceWorker.dispatchSyncEvent', { ...at, tag, lastChance: true });
    },
    async start() {
      await session.send('ServiceWorker.startWorker', { scopeURL: `${origin}/` });
    },
    async push(data) {
      await session.send('ServiceWorker.deliverPushMessage', { ...at, data });
    },
    async stop() {
      await session.send('ServiceWorker.stopAllWorkers');
    },
  };
}
