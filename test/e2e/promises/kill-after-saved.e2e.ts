// The browser is killed right after the screen has said that a reply is stored here (I6): the reply
// is there when the browser is opened again, and at the end each reply is on the server exactly
// once. 200 times with MALOTE_LONG, three times in a landing.

import { setTimeout as wait } from 'node:timers/promises';
import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import type { Device } from '../device.ts';
import { documentOf } from '../document-of.ts';
import { expect, PEOPLE, test } from '../fixtures.ts';
import { expectPencil, messageWith, write } from '../gestures.ts';
import { openTransactions } from '../kills/open-transactions.ts';
import { outboxOf } from '../kills/outbox-of.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const KILLS = LONG ? 200 : 3;
/** A thread with many replies is slow to show. */
const REPLIES_PER_DOCUMENT = 20;
/** The kill comes at a random moment in this time after the words, in ms. */
const LATEST_MS = 50;
const SAID = 'Guardado neste aparelho. Será enviado quando houver conexão.';
const SENT_MS = LONG ? 600_000 : 60_000;

/**
 * Calls back in the moment in which the page says it once more, without asking the page again and
 * again.
 */
async function hear(device: Device): Promise<{ said: Promise<void> }> {
  const { page } = device;
  let call: () => void = () => undefined;
  const said = new Promise<void>((resolve) => {
    call = resolve;
  });
  await page.exposeFunction('heard', () => call());
  await page.evaluate((words) => {
    // The first message of a thread that waits says it as well.
    const times = () => document.body.textContent.split(words).length;
    const before = times();
    const watching = new MutationObserver(() => {
      if (times() <= before) return;
      watching.disconnect();
      (globalThis as unknown as { heard: () => void }).heard();
    });
    watching.observe(document.body, { subtree: true, childList: true, characterData: true });
  }, SAID);
  return { said };
}

/**
 * Writes a reply on the open document. Returns how it is sent, and how the browser is killed in one
 * moment.
 */
async function readyToSend(device: Device, text: string) {
  const { page } = device;
  await write(page.getByRole('textbox', { name: 'Sua resposta' }), text);
  const send = page.getByRole('button', { name: 'Responder', exact: true });
  await expect(send).toBeEnabled();
  const processes = await device.processes();
  const { said } = await hear(device);
  return {
    said,
    press: () => send.click({ noWaitAfter: true }).catch(() => undefined),
    kill: () => device.kill(processes),
  };
}

/** Writes a reply and kills the browser up to 50 ms after the words. Returns how many ms after. */
async function replyAndKill(device: Device, text: string): Promise<number> {
  const { said, press, kill } = await readyToSend(device, text);
  const afterMs = Math.random() * LATEST_MS;
  const pressed = press();
  await said;
  await wait(afterMs);
  await kill();
  await pressed;
  return afterMs;
}

test(`a reply is there after the browser was killed right after "guardado", ${KILLS} times, and is sent once`, async ({
  usedDevice,
  apiOf,
}) => {
  if (LONG) test.setTimeout(3 * 3_600_000);
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const documents: DocumentFull[] = [];
  for (let n = 0; n * REPLIES_PER_DOCUMENT < KILLS; n += 1)
    documents.push(await documentOf(author, { title: `Muitas quedas ${n}`, responsible: manager }));
  const device = await usedDevice(PEOPLE.field, { remember: true });
  await device.settled(...documents);
  await device.writeCookies();
  await device.cut();

  const texts: string[] = [];
  const lost: string[] = [];
  const waits: number[] = [];
  for (let n = 0; n < KILLS; n += 1) {
    const { id } = documents[Math.floor(n / REPLIES_PER_DOCUMENT)] ?? { id: 0 };
    const path = `/admin/view-document/${id}`;
    if (n % REPLIES_PER_DOCUMENT === 0) await device.goto(path);
    const text = `Resposta ${n} de ${KILLS}.`;
    texts.push(text);
    waits.push(await replyAndKill(device, text));
    await device.open(path, { offline: true });
    const stored = await outboxOf(device.page);
    if (!stored.some((one) => one.text === `<p>${text}</p>`)) lost.push(text);
    else await expectPencil(messageWith(device.page, text));
  }
  expect(lost).toEqual([]);

  await device.restore();
  const sent = async () =>
    (await Promise.all(documents.map(({ id }) => author.get<DocumentFull>(PATHS.document(id))))).map(
      ({ interactions }) => interactions.map(({ content }) => content),
    );
  const expected = documents.map((_document, n) =>
    texts.slice(n * REPLIES_PER_DOCUMENT, (n + 1) * REPLIES_PER_DOCUMENT).map((text) => `<p>${text}</p>`),
  );
  await expect.poll(async () => (await sent()).flat().length, { timeout: SENT_MS }).toBeGreaterThanOrEqual(KILLS);
  await device.settled();
  expect(await sent()).toEqual(expected);
  const [least, most] = [Math.min(...waits), Math.max(...waits)];
  process.stdout.write(
    `killed after "guardado": ${KILLS} times, ${least.toFixed(1)} to ${most.toFixed(1)} ms after the words, ${lost.length} lost, ${(await sent()).flat().length} on the server\n`,
  );
});

// In the long form only: a landing has its kills after the words.
test(
  'nothing is said of a reply whose transaction is open, and such a kill takes it',
  { tag: '@long' },
  async ({ usedDevice, apiOf }) => {
    const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
    const made = await documentOf(author, { title: 'Nada foi dito', responsible: manager });
    const device = await usedDevice(PEOPLE.field, { remember: true });
    await device.settled(made);
    await device.writeCookies();
    await device.cut();
    await device.context.addInitScript(openTransactions);
    await device.goto(`/admin/view-document/${made.id}`);
    const { page } = device;
    const { said, press, kill } = await readyToSend(device, 'Ainda aberta.');
    let isSaid = false;
    void said.then(() => {
      isSaid = true;
    });
    await page.evaluate(() => Object.assign(globalThis, { holds: true }));
    const pressed = press();
    await page.waitForFunction(() => (globalThis as { held?: boolean }).held === true);
    await kill();
    await pressed;
    expect(isSaid).toBe(false);
    await device.open('/admin/outbox', { offline: true });
    expect((await outboxOf(device.page)).filter(({ type }) => type === 'respond')).toEqual([]);
  },
);
