// Fixtures of every end-to-end test: one real server per worker, and devices that are closed and
// removed after each test.

import { expect, test as base } from '@playwright/test';
import { type ApiClient, logInOverHttp } from './api-client.ts';
import { Device } from './device.ts';
import { browserAtHand, shellAtHand } from './find-browser.mjs';
import { prepareServer, type RealServer } from './real-server.ts';
import { keepUsedDevices, type UsedDeviceOptions, type UsedDevices } from './used-devices.ts';

type TestFixtures = {
  /**
   * Whether the devices of this test are the whole Chromium, which has notifications and a camera,
   * and not its shell.
   */
  readonly isWholeBrowser: boolean;
  /** The devices of this test. They are closed and removed at its end. */
  readonly devices: Device[];
  /** Makes a device with an empty profile. */
  readonly newDevice: () => Promise<Device>;
  /**
   * Makes a device that the person with this e-mail has used before: logged in and open at the home
   * (used-devices.ts).
   */
  readonly usedDevice: (email: string, options?: UsedDeviceOptions) => Promise<Device>;
  /** Logs in over HTTP: the state of the server as this person sees it, past every proxy. */
  readonly apiOf: (email: string) => Promise<ApiClient>;
};

type WorkerFixtures = { readonly server: RealServer; readonly usedDevices: UsedDevices };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // Playwright requires a destructured first parameter even if no fixture is used.
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
  usedDevices: [
    async ({ server }, provide) => {
      const kept = keepUsedDevices(server);
      await provide(kept);
      await kept.dispose();
    },
    { scope: 'worker' },
  ],
  devices: async ({ server }, provide, testInfo) => {
    const devices: Device[] = [];
    await provide(devices);
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
  isWholeBrowser: [false, { option: true }],
  newDevice: async ({ devices, server, isWholeBrowser }, provide) => {
    await provide(async () => {
      const device = await Device.make(server, { findBrowser: isWholeBrowser ? browserAtHand : shellAtHand });
      devices.push(device);
      return device;
    });
  },
  usedDevice: async ({ devices, usedDevices }, provide) => {
    await provide(async (email, options) => {
      const { device, session } = await usedDevices.make(email, options);
      devices.push(device);
      await device.open('/admin/home', { session });
      await expect(device.page.getByText('Suas atualizações')).toBeVisible();
      return device;
    });
  },
  apiOf: async ({ server }, provide) => {
    await provide((email) => logInOverHttp(server.url, email));
  },
});

export { expect };

/** E-mails of the demonstration people that the tests act as. */
export const PEOPLE = {
  field: 'campo.defciv@pmvi.example',
  manager: 'gestor.semob@pmvi.example',
  clerk: 'servidor.semob@pmvi.example',
  admin: 'admin@pmvi.example',
  reader: 'consulta@pmvi.example',
} as const;
