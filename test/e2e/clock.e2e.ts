// The clock on the wall of a zone, as the browser's own calendar tells it and as its formatter does
// (S147).

import type * as Dates from '#domain/dates.ts';
import { bundled } from '../bench/page-module.ts';
import { expect, test } from './fixtures.ts';

const ZONES = [
  'America/Sao_Paulo',
  'America/Manaus',
  'America/Rio_Branco',
  'America/Noronha',
  'America/Cuiaba',
  'Europe/Lisbon',
  'Asia/Kathmandu',
  'UTC',
];
const FROM_MS = Date.UTC(2000, 0, 1);
const STEP_MS = 7 * 3_600_000 + 61_001;
const STEPS = 40_000;

test('the browser’s calendar and its formatter give the same day, hour and clock at every instant', async ({
  newDevice,
}) => {
  const device = await newDevice();
  await device.open('/login');
  const page = await device.context.newPage();
  const code = `data:text/javascript,${encodeURIComponent(await bundled('../../src/domain/dates'))}`;
  const differences = await page.evaluate(
    async ([script, zones, from, step, steps]) => {
      const calendar = (await import(script)) as typeof Dates;
      const hidden = Object.getOwnPropertyDescriptor(globalThis, 'Temporal');
      if (hidden === undefined) return ['the browser has no calendar of its own'];
      Reflect.deleteProperty(globalThis, 'Temporal');
      const formatter = (await import(`${script}//again`)) as typeof Dates;
      const written = (dates: typeof Dates, at: number, zone: string) =>
        `${dates.dayAt(at, zone)} ${dates.hourAt(at, zone)} ${dates.clockAt(at, zone)}`;
      const found: string[] = [];
      for (let place = 0; place < steps; place += 1) {
        const at = from + place * step;
        const zone = zones[place % zones.length] ?? 'UTC';
        const [one, other] = [written(calendar, at, zone), written(formatter, at, zone)];
        if (one !== other) found.push(`${at} ${zone}: ${one}, ${other}`);
      }
      return found.slice(0, 5);
    },
    [code, ZONES, FROM_MS, STEP_MS, STEPS] as const,
  );
  expect(differences).toEqual([]);
});
