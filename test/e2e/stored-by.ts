// What a browser stores, read through its own interfaces.

import type { Page } from '@playwright/test';

/** Everything that the browser stores for this origin, and for this tab of it, as one text. */
export async function keptBy(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  const stored = await page.evaluate(async () => {
    const texts: string[] = [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      JSON.stringify(history.state),
    ];
    for (const worker of await navigator.serviceWorker.getRegistrations()) {
      for (const notice of await worker.getNotifications()) texts.push(notice.title, notice.body);
    }
    for await (const name of (await navigator.storage.getDirectory()).keys()) texts.push(`a file of its own: ${name}`);
    const told = async (value: unknown): Promise<void> => {
      if (value instanceof Blob) texts.push(await value.text());
      else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) texts.push(new TextDecoder().decode(value));
      else if (typeof value === 'object' && value !== null) {
        for (const [key, own] of value instanceof Map ? value : Object.entries(value)) {
          texts.push(String(key));
          await told(own);
        }
      } else texts.push(String(value));
    };
    const answerOf = <T>(asked: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result));
        asked.addEventListener('error', () => reject(asked.error ?? new Error('no answer')));
      });
    for (const { name } of await indexedDB.databases()) {
      texts.push(name ?? '');
      const database = await answerOf(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([answerOf(rows.getAllKeys()), answerOf(rows.getAll())]);
        await told(keys);
        await told(values);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    return texts.join('\n');
  });
  return `${JSON.stringify(cookies)}\n${stored}`;
}

export const foundIn = (text: string, markers: readonly string[]): string[] =>
  markers.filter((one) => text.includes(one));
