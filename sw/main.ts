// SERVICE WORKER: a table of events. It serves the application's own files, sends the outbox when a
// page can't, and receives pushes and shared files. It never stands between a page and the server:
// calls and uploads are not touched, because uploads through a worker hang on iOS. A new version
// takes over only when a page says so, and only when nothing is being sent.

import type { ToWorker } from '#contract/worker-messages.ts';
import { mendShell, serveFonts, serveShell } from './caching.ts';
import { drainAndTell, exchange, fetchDetails, tellOfLeaving, watched, watchOutbox } from './outbox.ts';
import { refuseSecondScope, takeOver } from './take-over.ts';
import { announce, openDocument } from './push.ts';
import { takeShares } from './share.ts';

declare const self: ServiceWorkerGlobalScope;

refuseSecondScope(self.registration);
serveShell(self.__WB_MANIFEST);
serveFonts();
takeShares(self);
watchOutbox(self);

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as ToWorker;
  switch (message.type) {
    case 'wake':
      event.waitUntil(watched(() => drainAndTell(self, message.profile)));
      break;
    case 'details':
      event.waitUntil(watched(() => fetchDetails(self, message.profile)));
      break;
    case 'left':
      event.waitUntil(watched(tellOfLeaving));
      break;
    case 'mend':
      event.waitUntil(mendShell().then((state) => event.ports[0]?.postMessage(state)));
      break;
    case 'take-over':
      event.waitUntil(takeOver(self));
      break;
  }
});

self.addEventListener('push', (event: PushEvent) => {
  event.waitUntil(announce(self, event.data?.text() ?? ''));
  event.waitUntil(watched(() => exchange(self)));
});

self.addEventListener('notificationclick', (event: NotificationEvent) => {
  event.waitUntil(openDocument(self, event));
});
