// The first sync after a login, and another person's new document on the open list.

import type { Page } from '@playwright/test';
import { PATHS } from '#contract/paths.ts';
import { addDays, dayAt } from '#domain/dates.ts';
import type { DocumentPage } from '#contract/documents.ts';
import { createOverHttp, logInOverHttp } from '../../e2e/api-client.ts';
import { Device } from '../../e2e/device.ts';
import { samplePdf } from '../../e2e/sample-files.ts';
import { bench, opened } from './opened.ts';
import { HOME, HOME_FIRST, LIST } from './starts.ts';
import { type AppTown, settledInTheEnd } from './town.ts';

/**
 * Milliseconds. `everything` counts from the login's answer, the rows from the first answer that
 * has some. `homeRows`: all rows of the home.
 */
export type FirstSync = {
  readonly everything: number;
  readonly withoutStore: number;
  readonly firstRows: number;
  readonly homeRows: number;
  readonly longTasks: number;
  readonly longest: number;
};

/**
 * A new device of a person who sees everything. `atOnce`: logs in while the worker still stores the
 * application's files.
 */
export async function firstSync(
  town: AppTown,
  { rate, atOnce }: { rate: number; atOnce: boolean },
): Promise<FirstSync> {
  const device = await Device.make(town.server);
  try {
    const { page, first } = await firstRowsOn(device, { town, rate, atOnce });
    const rows = await bench(page, (own) => own.started);
    // Checked after the rows: each check is a transaction, and the page would wait for it.
    const end = await bench(page, (own, userId) => own.everything(userId), town.person.userId);
    const login = await answered(page, PATHS.login);
    const beganAt = await answered(page, PATHS.changes);
    const tasks = await bench(page, (own) => own.longTasks);
    const during = tasks.filter(({ at, ms }) => at + ms > login && at < end).map(({ ms }) => ms);
    return {
      everything: end - login,
      firstRows: first - beganAt,
      homeRows: rows - beganAt,
      longTasks: during.length,
      longest: Math.max(0, ...during),
      withoutStore: await bench(page, (own) => own.withoutStore()),
    };
  } finally {
    await device.dispose();
  }
}

/**
 * How far the server is. The bench waits for it, so that the server does not prepare the next page
 * while the first rows are drawn.
 */
const AWAY_MS = 100;

/**
 * Milliseconds from the first answer to the first rows, while the server leaves the device's
 * processors free.
 */
export async function firstRowsFromAway(town: AppTown, rate: number): Promise<number> {
  const device = await Device.make(town.server);
  try {
    device.network.add({ path: new RegExp(`^${PATHS.changes}`), fault: { kind: 'delay', ms: AWAY_MS } });
    const { page, first } = await firstRowsOn(device, { town, rate, atOnce: false });
    return first - (await answered(page, PATHS.changes));
  } finally {
    await device.dispose();
  }
}

/** Logs in. `first`: when the first rows were painted. */
async function firstRowsOn(
  device: Device,
  { town, rate, atOnce }: { town: AppTown; rate: number; atOnce: boolean },
): Promise<{ page: Page; first: number }> {
  const { page } = await opened(device, { path: '/login', rate, awaited: HOME.full, offline: false });
  if (!atOnce) {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    await page.waitForLoadState('networkidle');
  }
  await bench(page, (own, awaited) => own.expect(awaited), HOME_FIRST);
  await device.enter(town.person.email);
  return { page, first: await bench(page, (own) => own.expected()) };
}

async function answered(page: Page, path: string): Promise<number> {
  const at = await bench(page, (own, asked) => own.answered(asked), path);
  if (at === null) throw new Error(`no answer from ${path} was seen`);
  return at;
}

/**
 * Milliseconds from the server's answer to another person's creation until it was painted in the
 * open list.
 */
export async function arrival(town: AppTown, rate: number): Promise<number> {
  const device = town.full;
  const { page } = await opened(device, { ...LIST, rate, awaited: LIST.full, offline: false });
  await bench(page, (own) => own.started);
  await settledInTheEnd(device);
  const title = `Chegada ao vivo ${Date.now()}`;
  await bench(page, (own, text) => own.expect({ present: 'main [data-row]', text, absent: 'none' }), title);
  await create(town, title);
  const answeredAt = Date.now();
  const shownAt = await bench(page, async (own) => performance.timeOrigin + (await own.expected()));
  await device.close();
  return shownAt - answeredAt;
}

/** A street network: 300 ms each way, 1 Mbit/s. */
const STREET = { latency: 300, downloadThroughput: 125_000, uploadThroughput: 125_000 };
const CHANGED = 100;

/**
 * Milliseconds from the network's return until the last missed change was painted, and the bytes of
 * the answer.
 */
export type CaughtUp = { readonly ms: number; readonly bytes: number };

/** A hundred documents of others reach a device that was offline, over a street network. */
export async function catchUp(town: AppTown, rate: number): Promise<CaughtUp> {
  const device = town.full;
  const { page, devtools } = await opened(device, { ...LIST, rate, awaited: LIST.full, offline: false });
  await bench(page, (own) => own.started);
  await settledInTheEnd(device);
  await device.network.setDown(true);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: true, ...STREET });
  // A page is applied as a whole, so the newest document appears together with the others.
  const title = `Chegada com cem ${Date.now()}`;
  await replyTo(town, CHANGED - 1);
  await create(town, title);
  await device.network.setDown(false);
  await bench(page, (own, text) => own.expect({ present: 'main [data-row]', text, absent: 'none' }), title);
  await page.evaluate(() => performance.clearResourceTimings());
  const began = await page.evaluate(() => performance.now());
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...STREET });
  const ms = (await bench(page, (own) => own.expected())) - began;
  const bytes = await bench(page, (own, path) => own.received(path), PATHS.changes);
  await device.close();
  return { ms, bytes };
}

/** Sends this many replies, each to a different open document. */
async function replyTo({ server, person }: AppTown, count: number): Promise<void> {
  const client = await logInOverHttp(server.url, person.email);
  const open: number[] = [];
  for (let page = 1; open.length < count; page += 1) {
    const { data } = await client.get<DocumentPage>(`${PATHS.documents}?page=${page}`);
    if (data.length === 0) throw new Error('the town has too few open documents');
    open.push(...data.filter(({ status }) => status !== 'completed').map(({ id }) => id));
  }
  for (const id of open.slice(0, count)) {
    const form = new FormData();
    form.set('_method', 'PATCH');
    form.set('content', '<p>Ciente.</p>');
    await client.send('POST', { path: PATHS.document(id), body: form });
  }
}

/** Addressed to the person whose list is open. */
export async function create({ author, person, zone }: AppTown, title: string): Promise<void> {
  await createOverHttp(author, {
    title,
    limitDate: addDays(dayAt(Date.now(), zone), 10),
    organizationId: person.organizationId,
    userId: person.userId,
    files: [samplePdf('ofício.pdf', 2_000)],
  });
}
