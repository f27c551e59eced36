// A push says that the server has news for the person of this device (rule G10; S16).

import { readPushMessage } from '#contract/push-message.ts';
import type { FromWorker } from '#contract/worker-messages.ts';
import { personHere } from './who-is-in.ts';

const ICON = '/icons/malote-192.png';

/** The button of a notification that opens the screen where notices are switched off. */
const CHOOSE = { action: 'avisos', title: 'Escolher avisos' } as const;
const CHOICES = '/admin/profile?aba=avisos';

/**
 * The types of the platform lack the buttons of a notification, and browsers without them show
 * none.
 */
type NotificationWithActions = NotificationOptions & { readonly actions: readonly (typeof CHOOSE)[] };

/**
 * Passes a push on: to a visible page of the application, which shows it itself, or else to the
 * system. The pages without a login, such as /conferir, show none.
 */
export async function announce(worker: ServiceWorkerGlobalScope, text: string): Promise<void> {
  const notice = readPushMessage(text);
  // A person who left without a network may still be subscribed, because the server does not know
  // it yet.
  if (notice === null || (await personHere(worker)) === null) return;
  const { title, body, tag } = notice;
  // The page is on this origin, whatever address the server uses for itself.
  const { pathname, search } = new URL(notice.navigate);
  const href = pathname + search;
  const seen = (await pagesOf(worker)).find((page) => page.visibilityState === 'visible' && isInside(page));
  if (seen !== undefined) return say(seen, { type: 'notice', title, body, href });
  const shown: NotificationWithActions = { body, tag, lang: 'pt-BR', icon: ICON, data: { href }, actions: [CHOOSE] };
  await worker.registration.showNotification(title, shown);
}

/**
 * A notification was pressed: opens its document in the window that is open, which keeps its
 * drafts, or in a new one. `action` is that of the pressed button; empty for the notification
 * itself.
 */
export async function openDocument(
  worker: ServiceWorkerGlobalScope,
  { notification, action }: Pick<NotificationEvent, 'notification' | 'action'>,
): Promise<void> {
  notification.close();
  const { href: about } = notification.data as { readonly href: string };
  const href = action === CHOOSE.action ? CHOICES : about;
  const inside = (await pagesOf(worker)).find(isInside);
  if (inside === undefined) {
    await worker.clients.openWindow(href);
    return;
  }
  say(await inside.focus(), { type: 'open', href });
}

function pagesOf(worker: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> {
  return worker.clients.matchAll({ type: 'window' });
}

/** Whether the window shows the part of the application that needs a login. */
function isInside({ url }: WindowClient): boolean {
  return new URL(url).pathname.startsWith('/admin');
}

function say(page: WindowClient, message: FromWorker): void {
  page.postMessage(message);
}
