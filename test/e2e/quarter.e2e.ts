// A quarter of a town hall in Chromium (test/server/story): forty people have worked for thirteen
// weeks, some of it without network. Every number of every report is the naive count of the raw
// rows and the total of the list that it opens.

import { REPORTS } from '#domain/reports.ts';
import type { Page } from '@playwright/test';
import { HELENA, QUARTER } from '../server/story/first-quarter.ts';
import type { Device } from './device.ts';
import { expect, test } from './fixtures.ts';
import { clocksOf, movedDevice, openMoved } from './quarter/moved-device.ts';
import { makeQuarterTown, type QuarterTown, readTownRows } from './quarter/quarter-town.ts';
import { opensItsList, type Reader, reportHolds } from './quarter/report-page.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const SEED = Number(process.env['MALOTE_SEED'] ?? Date.now() % 2 ** 31);
const MINUTE = 60_000;

// The weeks are played once, in one server of their own.
test.describe.configure({ mode: 'default', timeout: 8 * MINUTE });
test.skip(!LONG, 'in the long form only: the weeks and some four hundred lists take minutes');

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

test('every number that a Super Admin reads is its naive count, and the total of its list', async ({ devices }) => {
  const device = await deviceOf(HELENA.email, devices);
  const now = Date.now() + town.offsetMs;
  for (const told of await clocksOf(device)) expect(Math.abs(told - now)).toBeLessThan(MINUTE);
  expect(await pressEverything(device, { sector: undefined })).toBeGreaterThan(100);
});

test('every number that the manager of a sector reads is its naive count, and the total of its list', async ({
  devices,
}) => {
  const device = await deviceOf(town.manager.email, devices);
  expect(await pressEverything(device, { sector: town.manager.sector })).toBeGreaterThan(20);
});
