// A shared device: after a logout no store of the browser holds anything of the person (src/sync/promises.md, Device). The
// test reads the storage interfaces themselves, in a tab that does not run the application.

import { PATHS } from '#contract/paths.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import type { Page } from '@playwright/test';
import { createOverHttp, DEMO_PASSWORD } from '../api-client.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { messageWith, reply } from '../gestures.ts';
import { samplePdf } from '../sample-files.ts';

const MARKERS = 50;
const SETTLE_MS = 60_000;

/** Everything that the browser stores for this origin, as one text. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      document.cookie,
    ];
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
}

test('nothing of a person is left on the device after they leave', async ({ newDevice, apiOf }) => {
  const [clerk, manager] = [await apiOf(PEOPLE.clerk), await apiOf(PEOPLE.manager)];
  const run = `mk${Date.now().toString(36)}q`;
  const markers = Array.from({ length: MARKERS }, (_, n) => `${run}${String(n).padStart(2, '0')}`);
  const { organization_id: organizationId, id: userId, tenant } = clerk.user;
  if (organizationId === null) throw new Error('the clerk has no sector');
  const limitDate = addDays(dayAt(Date.now(), tenant.time_zone), 20);
  // Two markers are typed on the device: one in a reply that is sent, one in a reply that stays a draft.
  const [typed = '', drafted = '', ...others] = markers;
  const [fileName = '', ...titles] = others;
  let last = 0;
  for (const title of titles) {
    const files = [samplePdf(`${fileName}.pdf`, 2000)];
    last = (await createOverHttp(manager, { title, limitDate, organizationId, userId, files })).id;
  }

  const device = await newDevice();
  await device.open('/login');
  await device.logIn(PEOPLE.clerk);
  await device.readyForOffline();
  await device.goto(`/admin/view-document/${last}`);
  const { page } = device;
  await reply(page, typed);
  await expect(messageWith(page, typed)).toBeVisible();
  await page.getByRole('textbox', { name: 'Sua resposta' }).pressSequentially(drafted);
  await expect
    .poll(async () => missingIn(await keptBy(page), markers), { timeout: SETTLE_MS, intervals: [1000] })
    .toEqual([]);

  // No password is stored, and no answer of the server is stored outside the mirror (default 12).
  expect(await keptBy(page)).not.toContain(DEMO_PASSWORD);
  expect((await cachedBy(page)).filter((path) => !isOfTheClient(path))).toEqual([]);

  // A logout keeps a draft unless its author discards it with the typed word.
  await page.getByRole('button', { name: 'Sair', exact: true }).click();
  await page.getByRole('button', { name: 'Sair e descartar…' }).click();
  await page.getByRole('textbox', { name: /escreva a palavra descartar/ }).fill('descartar');
  await page.getByRole('button', { name: 'Descartar e sair' }).click();
  await page.waitForURL('**/login**');
  const outsider = await device.context.newPage();
  await outsider.goto(`${device.network.url}${PATHS.health}`);
  await expect
    .poll(async () => foundIn(await keptBy(outsider), [...markers, clerk.user.email]), {
      timeout: SETTLE_MS,
      intervals: [1000],
    })
    .toEqual([]);
  // The back button of the browser shows nothing either.
  await page.goBack();
  await page.waitForURL('**/login**');
});

/** Paths of the addresses in Cache Storage. */
function cachedBy(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);
    }
    return paths;
  });
}

const isOfTheClient = (path: string): boolean => path === '/' || (/\.\w+$/.test(path) && !path.startsWith('/api/'));

const missingIn = (text: string, markers: readonly string[]): string[] => markers.filter((one) => !text.includes(one));
const foundIn = (text: string, markers: readonly string[]): string[] => markers.filter((one) => text.includes(one));
