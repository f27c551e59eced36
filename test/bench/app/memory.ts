// The memory of an open page: at the start, and after ten minutes of changes by others and of
// navigation between screens.

import { bench, opened, type DevicePage } from './opened.ts';
import { LIST } from './starts.ts';
import { create } from './sync.ts';
import { type AppTown, settledInTheEnd } from './town.ts';

const MINUTE_MS = 60_000;
const MEGA = 1_000_000;

export type Memory = { readonly first: number; readonly last: number; readonly walks: number };

/**
 * Megabytes of the page's heap after garbage collection, with the bytes outside of the object heap.
 */
export async function memoryAfter(town: AppTown, minutes: number): Promise<Memory> {
  const device = town.full;
  const open = await opened(device, { path: LIST.path, rate: 1, awaited: LIST.full, offline: false });
  const { page } = open;
  await bench(page, (own) => own.started);
  await settledInTheEnd(device);
  const first = await heapOf(open);
  const end = performance.now() + minutes * MINUTE_MS;
  let walks = 0;
  for (; performance.now() < end; walks += 1) {
    const title = `Notícia ${walks} de ${Date.now()}`;
    await create(town, title);
    const row = page.locator('main [data-row]').filter({ hasText: title });
    await row.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.locator("a[href='/admin/home']").last().click();
    await page.getByText(title).first().waitFor();
    await page.locator("a[href='/admin/manage-documents']").last().click();
    await row.waitFor();
  }
  await settledInTheEnd(device);
  const last = await heapOf(open);
  await device.close();
  return { first, last, walks };
}

async function heapOf({ devtools }: DevicePage): Promise<number> {
  for (let time = 0; time < 3; time += 1) await devtools.send('HeapProfiler.collectGarbage');
  const usage: { usedSize: number; backingStorageSize?: number } = await devtools.send('Runtime.getHeapUsage');
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / MEGA;
}
