// What Chromium has compiled of a script is kept beside it and taken from there at the next start (S116).

import type { CDPSession } from '@playwright/test';
import type { Device } from './device.ts';
import { expect, PEOPLE, test } from './fixtures.ts';

type Compiled = { readonly url: string; readonly consumedCacheSize?: number };
type TraceEvent = { readonly name: string; readonly args: { readonly data?: Compiled } };

const LIST = '/admin/manage-documents';
const PARTS = ['vendor', 'base', 'home', 'list'];

test('a browser that opens again takes the scripts of the list compiled from the worker’s copy', async ({
  newDevice,
}) => {
  const device = await newDevice();
  await device.open('/login');
  await device.enter(PEOPLE.manager, { remember: true });
  await device.readyForOffline();
  // The start that finds nothing compiled keeps it a moment after the scripts have run. A page of the same process would have it anyway.
  await expect(async () => {
    await device.close();
    expect(await compiledParts(device)).toEqual(PARTS);
  }).toPass({ timeout: 60_000 });
});

/** Opens the list in a new browser, and answers which of its parts came compiled. */
async function compiledParts(device: Device): Promise<string[]> {
  const events: TraceEvent[] = [];
  let devtools: CDPSession | null = null;
  const page = await device.open(LIST, {
    prepare: async (blank) => {
      devtools = await blank.context().newCDPSession(blank);
      devtools.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])));
      await devtools.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { includedCategories: ['devtools.timeline'], excludedCategories: ['*'] },
      });
    },
  });
  await page.locator('main [data-row]').first().waitFor();
  await endTrace(devtools);
  const compiled = events
    .filter(({ name, args }) => name === 'v8.compileModule' && (args.data?.consumedCacheSize ?? 0) > 0)
    .map(({ args }) => args.data?.url ?? '');
  return PARTS.filter((part) => compiled.some((url) => url.includes(`/assets/${part}-`)));
}

async function endTrace(devtools: CDPSession | null): Promise<void> {
  if (devtools === null) throw new Error('the page was not prepared');
  const ended = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()));
  await devtools.send('Tracing.end');
  await ended;
}
