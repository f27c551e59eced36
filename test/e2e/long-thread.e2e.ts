// A long document in a real browser: where it opens, what is joined and folded, the header's one
// line, and that nothing moves under the reader's eyes.

import { addDays, dayAt } from '#domain/dates.ts';
import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';
import type { Device } from './device.ts';
import { documentOf } from './document-of.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { messageWith } from './gestures.ts';

const REPLIES = 24;

/** Responds as another client does: a reply, a transfer, an extension. */
async function respond(client: ApiClient, id: number, fields: Record<string, string>): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ _method: 'PATCH', ...fields })) body.set(name, value);
  await client.send('POST', { path: PATHS.document(id), body });
}

const say = (client: ApiClient, id: number, words: string) => respond(client, id, { content: `<p>${words}</p>` });

type Correspondence = { readonly author: ApiClient; readonly manager: ApiClient; readonly made: DocumentFull };

/**
 * A document with `replies` replies, by its responsible and its author in turn, two each. The last
 * of every fourth is the responsible's.
 */
async function written(
  apiOf: (email: string) => Promise<ApiClient>,
  { title, replies }: { title: string; replies: number },
): Promise<Correspondence> {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const made = await documentOf(author, {
    title,
    responsible: manager,
    content: '<p>Solicito a vistoria da ponte.</p>',
  });
  for (let at = 1; at <= replies; at += 1) {
    const words = `Resposta ${at}. ${'A equipe segue no local e volta amanhã cedo. '.repeat(2)}`;
    await say(at % 4 < 2 ? manager : author, made.id, words);
  }
  return { author, manager, made };
}

async function openThere(device: Device, { id, title }: DocumentFull): Promise<Page> {
  await device.goto(`/admin/view-document/${id}`);
  await expect(device.page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(messageWith(device.page, 'Solicito a vistoria da ponte.')).toBeAttached();
  return device.page;
}

const scrollOf = (page: Page) => page.evaluate(() => window.scrollY);
const topOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().top);

/** Until two frames in a row have the same scroll position. */
const atRest = (page: Page) =>
  page.waitForFunction(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const before = window.scrollY;
    await frame();
    await frame();
    return window.scrollY === before;
  });

test('a short document opens at its top, a long one at its newest message, and with something new at the line above it', async ({
  usedDevice,
  apiOf,
}) => {
  const short = await written(apiOf, { title: 'Ponte curta', replies: 1 });
  const { author, made } = await written(apiOf, { title: 'Ponte longa', replies: REPLIES });
  const device = await usedDevice(PEOPLE.manager);
  await device.settled(made, short.made);

  await test.step('a thread that fits keeps the top', async () => {
    const page = await openThere(device, short.made);
    await expect(messageWith(page, 'Resposta 1.')).toBeInViewport();
    await atRest(page);
    expect(await scrollOf(page)).toBe(0);
    await expect(page.getByRole('button', { name: /^(A carta|Ir para a carta)/ })).toHaveCount(0);
  });

  await test.step('with nothing new it opens at the end, with the way to the letter', async () => {
    const page = await openThere(device, made);
    await expect(messageWith(page, `Resposta ${REPLIES}.`)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { name: /^Nov/ })).toHaveCount(0);
    await page.getByRole('button', { name: /^A carta e \d+ respostas antes$/ }).click();
    await expect(messageWith(page, 'Solicito a vistoria da ponte.')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^Mais nova: / })).toBeVisible();
    await device.settled(made);
  });

  await test.step('what others wrote since then stands under a line, where it opens', async () => {
    await device.goto('/admin/home');
    for (const words of ['Guincho a caminho.', 'Pista liberada.', 'Placas recolhidas.'])
      await say(author, made.id, words);
    await device.settled(made);
    const page = await openThere(device, made);
    const line = page.getByRole('heading', { level: 2, name: /^Novas desde hoje, \d\d:\d\d · 3$/ });
    await expect(line).toBeInViewport();
    await expect(messageWith(page, 'Guincho a caminho.')).toBeInViewport({ ratio: 1 });
    await device.settled(made);
    // The view that this opening has recorded does not take the line away.
    await expect(line).toBeInViewport();
  });

  await test.step('the way back leads to the same place', async () => {
    const { page } = device;
    await messageWith(page, 'Resposta 9.').scrollIntoViewIfNeeded();
    await atRest(page);
    const before = await topOf(messageWith(page, 'Resposta 9.'));
    await page.getByRole('link', { name: 'Ajuda' }).first().click();
    await page.waitForURL('**/admin/help**');
    await page.goBack();
    await expect(messageWith(page, 'Resposta 9.')).toBeInViewport();
    await expect.poll(async () => Math.abs((await topOf(messageWith(page, 'Resposta 9.'))) - before)).toBeLessThan(2);
  });
});

test('replies of one person are joined, acts between them are folded, and what is in pencil is not', async ({
  usedDevice,
  apiOf,
}) => {
  const { author, manager, made } = await written(apiOf, { title: 'Galeria', replies: 0 });
  const due = (days: number) => addDays(dayAt(Date.now(), author.user.tenant.time_zone), days);
  await say(author, made.id, 'Primeira do autor.');
  await say(author, made.id, 'Segunda do autor.');
  await say(manager, made.id, 'Do gestor.');
  for (const days of [25, 30, 35]) await respond(manager, made.id, { limit_date: due(days) });
  await say(author, made.id, 'Depois dos atos.');
  const device = await usedDevice(PEOPLE.manager);
  await device.settled(made);
  const page = await openThere(device, made);
  const name = `${author.user.name} ${author.user.last_name}`.trim();

  await test.step('a joined reply names its author only to a screen reader', async () => {
    const [first, second] = [messageWith(page, 'Primeira do autor.'), messageWith(page, 'Segunda do autor.')];
    await expect(first).toContainText(name);
    await expect(second).toContainText(name);
    await expect(first.getByText(name)).toBeInViewport();
    const heightOf = (message: Locator) => message.evaluate((element) => element.getBoundingClientRect().height);
    expect(await heightOf(second)).toBeLessThan((await heightOf(first)) - 12);
    const gap = (await topOf(second)) - (await first.evaluate((element) => element.getBoundingClientRect().bottom));
    expect(gap).toBeLessThan(12);
  });

  await test.step('three acts are one line, which opens by key', async () => {
    const fold = page.getByText('3 atos');
    await expect(fold).toBeVisible();
    await expect(page.getByText(/prorrogou o prazo até/).first()).toBeHidden();
    await page.locator('summary', { hasText: '3 atos' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/prorrogou o prazo até/)).toHaveCount(3);
    await expect(page.getByText(/prorrogou o prazo até/).last()).toBeVisible();
  });

  await test.step('the address of a folded act opens it', async () => {
    const ids = await page.locator('details li[id]').evaluateAll((acts) => acts.map((act) => act.id));
    await device.goto(`/admin/view-document/${made.id}#${ids.at(-1)}`);
    await expect(page.locator(`#${ids.at(-1)}`)).toBeVisible();
    await expect(page.locator(`#${ids.at(-1)}`)).toBeFocused();
  });

  await test.step('an act of one’s own that waits is a line of its own, with its state', async () => {
    await device.settled(made);
    await device.cut();
    await page.getByRole('button', { name: 'Concluir', exact: true }).click();
    const sure = page.getByRole('alertdialog', { name: 'Concluir processo' });
    await sure.getByRole('button', { name: 'Concluir', exact: true }).click();
    const own = page.getByRole('listitem').filter({ hasText: 'finalizou o documento' }).last();
    await expect(own.getByRole('button', { name: 'Descartar' })).toBeVisible();
    await device.restore();
    // In ink it stays where it was: nothing folds under the reader's eyes.
    await expect(own.getByRole('button', { name: 'Descartar' })).toHaveCount(0);
    await expect(own.getByText('finalizou o documento')).toBeVisible();
  });
});

for (const { name, width, height, whole, tag } of [
  { name: 'a desk', width: 1440, height: 900, whole: 120, tag: [] },
  { name: 'a phone', width: 390, height: 844, whole: 100, tag: [] },
  { name: 'a narrow phone', width: 320, height: 568, whole: 100, tag: '@long' },
  { name: 'a desk at 200 %', width: 720, height: 450, whole: 80, tag: '@long' },
]) {
  test(
    `the header of a document on ${name} is one line once the page is scrolled, and nothing jumps`,
    { tag },
    async ({ usedDevice, apiOf }) => {
      const { made } = await written(apiOf, { title: 'Cabeçalho', replies: 12 });
      const device = await usedDevice(PEOPLE.manager);
      await device.page.setViewportSize({ width, height });
      await device.settled(made);
      const page = await openThere(device, made);
      // A frame after its messages are there, a long document scrolls to the newest.
      await expect(messageWith(page, 'Resposta 12.')).toBeInViewport();
      const header = page.locator('main header').first();
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect.poll(() => header.evaluate((one) => one.getBoundingClientRect().height)).toBeGreaterThan(whole);
      const before = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.evaluate(() => window.scrollTo(0, 300));
      await expect.poll(() => header.evaluate((one) => one.getBoundingClientRect().height)).toBe(56);
      expect(await header.evaluate((one) => one.getBoundingClientRect().top)).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(before);
      expect(await scrollOf(page)).toBe(300);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await expect(header.getByRole('heading', { level: 1 })).toBeInViewport();
      await expect(header.getByText('PMVI')).toBeInViewport();
      await expect(header.getByRole('button', { name: 'Mais opções' })).toBeInViewport({ ratio: 1 });
    },
  );
}

test('while details arrive by a slow network, what is being read stays where it is', async ({ usedDevice, apiOf }) => {
  const { author, made } = await written(apiOf, { title: 'Rede lenta', replies: REPLIES });
  const device = await usedDevice(PEOPLE.manager);
  await device.settled(made);
  const page = await openThere(device, made);
  await device.settled(made);
  await messageWith(page, 'Resposta 12.').scrollIntoViewIfNeeded();
  await atRest(page);
  const before = [await scrollOf(page), await topOf(messageWith(page, 'Resposta 12.'))];
  device.network.add({ path: /^\/api\/(documents|sync)/, fault: { kind: 'throttle', bytesPerSecond: 20_000 } });
  for (const words of ['Chegou agora.', 'E mais esta.']) await say(author, made.id, words);
  await expect(messageWith(page, 'E mais esta.')).toBeAttached({ timeout: 60_000 });
  await atRest(page);
  expect([await scrollOf(page), await topOf(messageWith(page, 'Resposta 12.'))]).toEqual(before);
  await expect(page.getByRole('button', { name: /^(2 novas desde hoje|Mais nova: )/ })).toBeVisible();
});

test('a word found in a reply leads to that reply, where it is marked until the marks are taken away', async ({
  usedDevice,
  apiOf,
}) => {
  const { author, made } = await written(apiOf, { title: 'Achado', replies: 8 });
  const word = `manilha${made.id}`;
  await say(author, made.id, `Faltou uma ${word} na esquina.`);
  for (let at = 1; at <= 8; at += 1) await say(author, made.id, `Segue o dia ${at}. `.repeat(8));
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.settled(made);
  await device.goto(`/admin/results/${word.toUpperCase()}`);
  await page.getByRole('link', { name: made.title }).click();
  const mark = messageWith(page, word).locator('mark');
  await expect(mark).toHaveText(word);
  await expect(mark).toBeInViewport();
  await expect(page.getByRole('listitem').filter({ has: mark })).toBeFocused();
  await page.getByRole('button', { name: 'Tirar as marcas' }).click();
  await expect(page.locator('mark')).toHaveCount(0);
  await expect(messageWith(page, word)).toBeInViewport();
  await page.goBack();
  await expect(page.getByRole('link', { name: made.title })).toBeVisible();
});
