// Until the application works without network: a new device, from the first address to an installed
// worker.

import { Device } from '../../e2e/device.ts';
import { opened } from './opened.ts';
import type { AppTown } from './town.ts';

/** The round trip to a server over a street network. */
const STREET_MS = 300;

/** Milliseconds beside the server, and over a street network. */
export type Ready = { readonly beside: number; readonly street: number };

export async function readyForNoNetwork(town: AppTown): Promise<Ready> {
  return { beside: await readyAfter(town, 0), street: await readyAfter(town, STREET_MS) };
}

async function readyAfter({ server }: AppTown, ms: number): Promise<number> {
  const device = await Device.make(server);
  try {
    if (ms > 0) device.network.add({ fault: { kind: 'delay', ms } });
    const { page } = await opened(device, { path: '/login', rate: 1, offline: false });
    return await page.evaluate(() => navigator.serviceWorker.ready.then(() => performance.now()));
  } finally {
    await device.dispose();
  }
}
