// What every end-to-end test starts from: one real server for the whole run, and devices that clean up after themselves.

import { test as base } from '@playwright/test';
import { type ApiClient, logInOverHttp } from './api-client.ts';
import { Device, type DeviceLook } from './device.ts';
import { prepareServer, type RealServer } from './real-server.ts';

type TestFixtures = {
  /** A new device; closed and removed at the end of the test. */
  readonly newDevice: (look?: DeviceLook) => Promise<Device>;
  /** The server's truth as this person sees it. */
  readonly apiOf: (email: string) => Promise<ApiClient>;
};

export const test = base.extend<TestFixtures, { readonly server: RealServer }>({
  server: [
    // Playwright wants a destructured first parameter even when nothing is taken from it.
    async ({ playwright: _playwright }, provide) => {
      const server = await prepareServer();
      try {
        await server.start();
        await provide(server);
      } finally {
        await server.dispose();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  newDevice: async ({ server }, provide, testInfo) => {
    const devices: Device[] = [];
    await provide(async (look) => {
      const device = await Device.make(server, look);
      devices.push(device);
      return device;
    });
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server.log', { body: await server.log(), contentType: 'text/plain' });
      for (const [index, device] of devices.entries()) {
        await testInfo.attach(`device-${index}.json`, {
          body: JSON.stringify({ troubles: device.troubles, passages: device.network.passages }, null, 1),
          contentType: 'application/json',
        });
      }
    }
    for (const device of devices) await device.dispose();
  },
  apiOf: async ({ server }, provide) => {
    await provide((email) => logInOverHttp(server.url, email));
  },
});

export { expect } from '@playwright/test';

/** Demonstration people the tests act as. */
export const PEOPLE = {
  field: 'campo.defciv@pmvi.example',
  manager: 'gestor.semob@pmvi.example',
  clerk: 'servidor.semob@pmvi.example',
  admin: 'admin@pmvi.example',
  reader: 'consulta@pmvi.example',
} as const;
