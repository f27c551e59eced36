import { type LastPerson, OPEN_MARK, openFor, personIn, readDeviceFacts } from '#mirror/store/device-facts.ts';

type CookieStore = { get(name: string): Promise<{ readonly value?: string } | null> };

/** The person who is logged in on this device, as far as the worker can tell (S171). */
export async function personHere(worker: ServiceWorkerGlobalScope): Promise<LastPerson | null> {
  const facts = await readDeviceFacts();
  return personIn(facts, null) ?? personIn(facts, await openedFor(worker, facts.lastPerson));
}

/**
 * The person for whom the browser is open. In a browser without the cookie store a worker sees no
 * cookies: an open page of the application then shows that the browser was not closed, because each
 * page checks the cookie at its start.
 */
async function openedFor(worker: ServiceWorkerGlobalScope, last: LastPerson | null): Promise<number | null> {
  const { cookieStore } = worker as { cookieStore?: CookieStore };
  if (cookieStore !== undefined) return openFor((await cookieStore.get(OPEN_MARK))?.value, Date.now());
  const pages = await worker.clients.matchAll({ type: 'window' });
  const isOpen = pages.some(({ url }) => new URL(url).pathname.startsWith('/admin'));
  return isOpen ? (last?.userId ?? null) : null;
}
