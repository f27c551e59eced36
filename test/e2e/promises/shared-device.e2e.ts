// A shared tablet (S95): after its person has left, no store of the browser holds anything of
// theirs in the open (src/sync/promises.md, Device), and their work leaves after their next login.
// The test reads the storage interfaces themselves, in the tab of the tablet and in one that does
// not run the application.

import { PATHS } from '#contract/paths.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import type { Page } from '@playwright/test';
import { createOverHttp, DEMO_PASSWORD } from '../api-client.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { expectInk, messageWith, reply, write } from '../gestures.ts';
import { lookAt } from '../looks.ts';
import { samplePdf } from '../sample-files.ts';
import { shareDevice, TABLET } from '../share-device.ts';
import { foundIn, keptBy } from '../stored-by.ts';

const MARKERS = 50;
const SETTLE_MS = 60_000;

/** Sets the stored time of the last use, so that the question became due `agoMs` ago. */
async function idleSince(page: Page, agoMs: number): Promise<void> {
  await page.evaluate((ago) => localStorage.setItem('malote-parado', String(Date.now() - ago)), agoMs);
}

test('nothing of a person is left in the open on a shared tablet after they leave, and their work waits for them', async ({
  newDevice,
  apiOf,
}) => {
  const [clerk, manager] = [await apiOf(PEOPLE.clerk), await apiOf(PEOPLE.manager)];
  const run = `mk${Date.now().toString(36)}q`;
  const markers = Array.from({ length: MARKERS }, (_, n) => `${run}${String(n).padStart(2, '0')}`);
  const { organization_id: organizationId, id: userId, tenant } = clerk.user;
  if (organizationId === null) throw new Error('the clerk has no sector');
  const limitDate = addDays(dayAt(Date.now(), tenant.time_zone), 20);
  // Three markers are typed on the device: in a reply that is sent, in one that waits, and in one
  // that stays a draft.
  const [typed = '', waiting = '', drafted = '', ...others] = markers;
  const [fileName = '', ...titles] = others;
  let last = 0;
  for (const title of titles) {
    const files = [samplePdf(`${fileName}.pdf`, 2000)];
    last = (await createOverHttp(manager, { title, limitDate, organizationId, userId, files })).id;
  }

  const device = await newDevice();
  await shareDevice(device);
  await expect(device.page.getByText('Ficar logado')).toHaveCount(0);
  await device.logIn(PEOPLE.clerk);
  await device.readyForOffline();
  await device.goto(`/admin/view-document/${last}`);
  const { page } = device;
  await reply(page, typed);
  await device.settled();
  await device.cut();
  await reply(page, waiting);
  await write(page.getByRole('textbox', { name: 'Sua resposta' }), drafted);
  await expect
    .poll(async () => missingIn(await keptBy(page), markers), { timeout: SETTLE_MS, intervals: [1000] })
    .toEqual([]);

  // No password is stored, and no answer of the server is stored outside the mirror (default 12).
  expect(await keptBy(page)).not.toContain(DEMO_PASSWORD);
  expect((await cachedBy(page)).filter((path) => !isOfTheClient(path))).toEqual([]);

  await idleSince(page, 0);
  const question = page.getByRole('alertdialog', { name: 'Ainda está aí?' });
  await lookAt(page, { name: 'idle', seen: question, opening: () => idleSince(page, 0) });
  await idleSince(page, 60_000);
  await expect(page.getByRole('button', { name: 'Toque para começar' })).toBeVisible();
  await expect(page.getByText(`Malote · ${TABLET}`)).toBeVisible();
  await expect(page.getByText('2 itens guardados neste tablet, à espera de quem os fez')).toBeVisible();
  await device.restore();
  const outsider = await device.context.newPage();
  await outsider.goto(`${device.network.url}${PATHS.health}`);
  for (const tab of [outsider, page]) {
    await expect
      .poll(async () => foundIn(await keptBy(tab), [...markers, clerk.user.email]), {
        timeout: SETTLE_MS,
        intervals: [1000],
      })
      .toEqual([]);
    expect(await keptBy(tab)).not.toContain('a file of its own');
  }
  // The back button of the browser shows nothing either.
  await page.goBack();
  await page.waitForURL('**/login**');

  await page.getByRole('button', { name: 'Toque para começar' }).click();
  await device.logIn(PEOPLE.clerk);
  await device.goto(`/admin/view-document/${last}`);
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toContainText(drafted);
  await expectInk(messageWith(page, waiting), SETTLE_MS);
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
