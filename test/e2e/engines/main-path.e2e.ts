// The main path in every engine at hand, with one set of gestures. The network is never emulated:
// the server itself is stopped and started.

import { expect, PEOPLE, test as base } from '../fixtures.ts';
import { expectOnServer, prepareLife } from '../offline-life.ts';
import { enginesAtHand } from './at-hand.ts';
import { EngineDevice } from './device.ts';
import type { Engine } from './driver.ts';
import { logIn, readyWithoutServer } from './gestures.ts';
import { seeAllInInk, seeAllInPencil, seeOutboxDone, whatIsThere, workWithoutServer } from './main-path.ts';

/**
 * How soon all is ink once the server answers again: the longest pause between two tries of a young
 * outbox, and sending.
 */
const INK_MS = 60_000;

type Fixtures = { readonly newEngineDevice: (engine: Engine) => Promise<EngineDevice> };

const test = base.extend<Fixtures>({
  newEngineDevice: async ({ server }, provide, testInfo) => {
    const devices: EngineDevice[] = [];
    await provide(async (engine) => {
      const device = await EngineDevice.make({ engine, origin: server.url });
      devices.push(device);
      return device;
    });
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('server.log', { body: await server.log(), contentType: 'text/plain' });
    for (const device of devices) await device.dispose();
  },
});

// In Chromium a landing has the promises, which try more.
for (const engine of enginesAtHand())
  test(
    `${engine.name}: work done while the server is away outlives a kill and is sent once`,
    { tag: engine.name === 'Chromium' ? '@long' : [] },
    async ({ newEngineDevice, apiOf, server }) => {
      test.setTimeout(600_000);
      const author = await apiOf(PEOPLE.field);
      const life = await prepareLife(author, await apiOf(PEOPLE.manager));
      const device = await newEngineDevice(engine);
      const reader = await newEngineDevice(engine);

      await test.step('both log in; what the engine lacks is really absent', async () => {
        await device.open('/login');
        await logIn(device.screen, { email: PEOPLE.field, remember: true });
        await readyWithoutServer(device.screen);
        expect(await whatIsThere(device.screen)).toEqual({
          storageManager: !engine.lacks.storageManager,
          backgroundSync: !engine.lacks.backgroundSync,
        });
        await reader.open('/login');
        await logIn(reader.screen, { email: PEOPLE.manager });
      });
      const since = await reader.screen.driver.evaluate<number>('return performance.timeOrigin');

      await test.step('closed and opened: still logged in', async () => {
        await device.close();
        await device.open(`/admin/view-document/${life.other.id}`);
        await device.screen.heading(life.other.title);
        await readyWithoutServer(device.screen, [life.other]);
      });

      await server.stop();
      const address = await test.step('create, reply twice, complete', () => workWithoutServer(device, life));
      await test.step('loaded again: completed, as it was left', async () => {
        await device.screen.reload();
        await device.screen.see({ name: 'Finalizado' });
      });
      await test.step('killed, opened without the server and read by address: all there, in pencil', async () => {
        await device.kill();
        await device.open('/admin/home');
        await seeAllInPencil(device.screen, { life, address });
      });

      await test.step('the server is back: ink, on the other screen too', async () => {
        await server.start();
        await Promise.all([
          seeAllInInk(device.screen, { life, timeout: INK_MS }),
          reader.screen.see({ name: life.title }, { timeout: INK_MS }),
        ]);
        await seeOutboxDone(device.screen, INK_MS);
        expect(await reader.screen.driver.evaluate<number>('return performance.timeOrigin')).toBe(since);
      });
      await expectOnServer(author, life);
    },
  );
