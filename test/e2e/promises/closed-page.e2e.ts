// A page closes before it has sent its work: the service worker sends it, and no page has to be
// opened for that.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { reply } from '../gestures.ts';
import { workerOf } from '../worker-of.ts';

const SENT_MS = 30_000;

test('the worker sends the work of a closed page if the sync event fired while that page held the drain lock', async ({
  usedDevice,
  apiOf,
}) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, { title: 'Aba fechada', responsible: manager });
  const device = await usedDevice(PEOPLE.field);
  await device.goto(`/admin/view-document/${made.id}`);
  const { page, context } = device;
  await expect(page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible({ timeout: SENT_MS });
  await device.settled(made);

  // Holds the drain lock until the page closes, as a page that is sending does.
  await page.evaluate(
    (name) =>
      new Promise<void>((held) => {
        void navigator.locks.request(name, () => {
          held();
          return new Promise(() => undefined);
        });
      }),
    `drain:malote-${author.user.id}`,
  );
  await reply(page, 'Enviada depois que a aba fechou.');
  const sent = async () => (await author.get<DocumentFull>(PATHS.document(made.id))).interactions.length;

  await (await workerOf(page)).sync();
  expect(await sent()).toBe(0);
  await context.newPage();
  await page.close();
  await expect.poll(sent, { timeout: SENT_MS }).toBe(1);
});
