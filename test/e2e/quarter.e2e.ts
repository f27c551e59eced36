// A quarter of a town hall in Chromium (test/server/story): forty people have worked for thirteen
// weeks, some of it without network. Every number of every report is the naive count of the raw
// rows and the total of the list that it opens; the audit has the rows of the database; and what is
// taken along is whole.

import { dayAt } from '#domain/dates.ts';
import { REPORTS } from '#domain/reports.ts';
import type { Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HELENA, QUARTER, sheetOfPeople, YEARS, ZONE } from '../server/story/first-quarter.ts';
import type { Device } from './device.ts';
import { expect, test } from './fixtures.ts';
import { auditHolds, readAuditRows } from './quarter/audit-page.ts';
import { clocksOf, movedDevice, openMoved } from './quarter/moved-device.ts';
import { makeQuarterTown, type QuarterTown, readTownRows } from './quarter/quarter-town.ts';
import { opensItsList, type Reader, reportHolds } from './quarter/report-page.ts';

const SEED = Number(process.env['MALOTE_SEED'] ?? Date.now() % 2 ** 31);
const MINUTE = 60_000;

// In the long form only: the weeks and some four hundred lists take minutes. The weeks are played
// once, in one server of their own.
test.describe.configure({ mode: 'default', timeout: 8 * MINUTE });

let town: QuarterTown;
test.beforeAll(async () => {
  test.setTimeout(4 * MINUTE);
  process.stdout.write(`quarter: seed ${SEED}\n`);
  town = await makeQuarterTown(SEED);
});
test.afterAll(() => town.close());

/** A device of the person, on the clock of the town. */
async function deviceOf(email: string, devices: Device[]): Promise<Device> {
  const device = await movedDevice(town.server, town.offsetMs);
  devices.push(device);
  await openMoved(device, town.offsetMs);
  await device.enter(email, { remember: true });
  await device.readyForOffline();
  await device.settled();
  return device;
}

/** Compares every report and presses every number of it; resolves to how many were pressed. */
async function pressEverything(device: Device, { sector }: Reader): Promise<number> {
  const rows = await readTownRows(town);
  const address = `/admin/reports?periodo=outro&de=${QUARTER.from}&ate=${QUARTER.to}`;
  let pressed = 0;
  const play = async (page: Page, reports: readonly (typeof REPORTS)[number][]) => {
    for (const report of reports) {
      await page.goto(`${device.network.url}${address}`);
      const numbers = await reportHolds(page, { rows, report, sector });
      for (const number of numbers) await opensItsList(page, number);
      pressed += numbers.length;
    }
  };
  await play(device.page, REPORTS);
  process.stdout.write(`quarter: ${pressed} numbers pressed\n`);
  return pressed;
}

test(
  'every number that a Super Admin reads is its naive count, and the total of its list',
  { tag: '@long' },
  async ({ devices }) => {
    const device = await deviceOf(HELENA.email, devices);
    const now = Date.now() + town.offsetMs;
    for (const told of await clocksOf(device)) expect(Math.abs(told - now)).toBeLessThan(MINUTE);
    expect(await pressEverything(device, { sector: undefined })).toBeGreaterThan(100);
  },
);

test(
  'every number that the manager of a sector reads is its naive count, and the total of its list',
  { tag: '@long' },
  async ({ devices }) => {
    const device = await deviceOf(town.manager.email, devices);
    expect(await pressEverything(device, { sector: town.manager.sector })).toBeGreaterThan(20);
  },
);

/** The keys of a map of counts, the largest count first. */
const most = (counts: ReadonlyMap<number, number>): number[] =>
  [...counts].toSorted(([, one], [, other]) => other - one).map(([key]) => key);

test(
  'the audit of documents, people and acts has the rows that the database had before it was opened',
  { tag: '@long' },
  async ({ devices }) => {
    const device = await deviceOf(HELENA.email, devices);
    const { page } = device;
    const today = dayAt(Date.now() + town.offsetMs, ZONE);
    const days = `de=${QUARTER.from}&ate=${today}`;
    const before = await readAuditRows(town);
    const counts = { documents: new Map<number, number>(), people: new Map<number, number>() };
    for (const { document_id: document, user_id: person, kind } of before.accesses) {
      // A page of the audit is one more row of a document's own audit, so those of one page are
      // read.
      if (document !== null) counts.documents.set(document, (counts.documents.get(document) ?? 0) + 1);
      if (kind === 'view' || kind === 'file') counts.people.set(person, (counts.people.get(person) ?? 0) + 1);
    }
    const documents = most(counts.documents).filter((id) => (counts.documents.get(id) ?? 0) <= 50);
    const numbers = new Map(
      (
        await town.query<{ id: number; number: number }>('select id::int as id, number::int as number from documents')
      ).map(({ id, number }) => [id, number]),
    );
    for (const id of documents.slice(0, 5)) {
      const rows = await readAuditRows(town);
      const accesses = rows.accesses.filter(({ document_id }) => document_id === id);
      const address = `${device.network.url}/admin/audit?documento=${numbers.get(id)}`;
      await auditHolds(page, { address, accesses, rows, names: 'people' });
    }
    const workers = most(counts.people).filter((id) => id !== town.admin);
    for (const id of workers.slice(0, 5)) {
      const rows = await readAuditRows(town);
      const accesses = rows.accesses.filter(({ user_id, kind }) => user_id === id && kind !== 'act');
      const address = `${device.network.url}/admin/audit?aba=pessoa&pessoa=${id}&${days}`;
      await auditHolds(page, { address, accesses, rows, names: 'titles' });
    }
    const rows = await readAuditRows(town);
    // The tenant itself was made on the machine's clock, which may be after the town's.
    const isAsked = (day: string) => day >= QUARTER.from && day <= today;
    const acts = rows.accesses.filter(
      ({ kind, at }) => (kind === 'act' || kind === 'audit') && isAsked(dayAt(at.getTime(), ZONE)),
    );
    const address = `${device.network.url}/admin/audit?aba=atos&${days}`;
    await auditHolds(page, { address, accesses: acts, rows, names: 'people' });
    const imported = (what: string) => page.getByRole('row').filter({ hasText: `Importou planilha de ${what}` });
    await expect(imported('pessoas')).toContainText('e mais 497');
    await expect(imported('setores')).toContainText('e mais 24');
  },
);

test(
  'what is taken along is whole by its own sums, and opens without a server',
  { tag: '@long' },
  async ({ devices }) => {
    const device = await deviceOf(HELENA.email, devices);
    const { page } = device;
    const count = async (table: string) =>
      (
        await town.query<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, [town.tenant])
      )[0]?.n;
    const documents = await count('documents');
    await device.goto('/admin/export');
    await page.getByRole('button', { name: 'Preparar exportação' }).click();
    await expect(
      page.getByText(new RegExp(`^${documents} documentos, de hoje às .* a pedido de Helena Prado`)),
    ).toBeVisible({
      timeout: 2 * MINUTE,
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Baixar, / }).click(),
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'malote-taken-'));
    try {
      const run = promisify(execFile);
      const unpack = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])';
      await run('python3', ['-c', unpack, await download.path(), folder]);
      await run('sha256sum', ['--quiet', '--strict', '-c', 'SHA256SUMS'], { cwd: folder });
      for (const table of ['documents', 'logs', 'interactions', 'users', 'organizations', 'holidays']) {
        const lines = (await readFile(join(folder, 'tabelas', `${table}.jsonl`), 'utf8')).split('\n').length - 1;
        expect({ table, lines }).toEqual({ table, lines: await count(table) });
      }
      await device.cut();
      await page.goto(`file://${folder}/indice.html`);
      await expect(page.getByRole('heading', { level: 1, name: 'Prefeitura de Vale Novo (PVN)' })).toBeVisible();
      await expect(page.getByRole('table').first().locator('tbody tr')).toHaveCount(documents ?? 0);
      const first = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'Ofício 1', exact: true }) });
      await first.getByRole('link').click();
      await expect(page.getByText('Segue o ofício.').first()).toBeVisible();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test(
  'the calendar has the days of both years, and the sheets are seen and would change nothing',
  { tag: '@long' },
  async ({ devices }) => {
    const device = await deviceOf(HELENA.email, devices);
    const { page } = device;
    for (const year of YEARS) {
      await device.goto(`/admin/calendar?ano=${year}`);
      for (const name of ['Padroeira', 'Dia do Servidor'])
        await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
    }
    await device.goto('/admin/import');
    const past = page.getByRole('region', { name: 'Importações anteriores' }).getByRole('listitem');
    await expect(past.filter({ hasText: 'Pessoas' }).filter({ hasText: '500 linhas novas' })).toHaveCount(1);
    await expect(past.filter({ hasText: 'Setores' }).filter({ hasText: '27 linhas novas' })).toHaveCount(1);
    await page.getByRole('radio', { name: 'Pessoas' }).check({ force: true });
    const sheet = { name: 'pessoas.csv', mimeType: 'text/csv', buffer: Buffer.from(sheetOfPeople) };
    await page.locator('input[type=file]').setInputFiles(sheet);
    await expect(page.getByRole('list', { name: '500 linhas iguais.' })).toBeVisible();
    await expect(page.getByText(/^Não há nada para importar/)).toBeVisible();
  },
);
