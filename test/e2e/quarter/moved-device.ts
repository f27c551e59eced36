// A browser whose clock is moved, in its pages and in its worker. Playwright's own clock does not
// reach the worker.

import { Device } from '../device.ts';
import { shellAtHand } from '../find-browser.mjs';
import type { RealServer } from '../real-server.ts';

/** What stands before every other script: it tells the time of the machine, moved. */
const moved = (offsetMs: number): string => `{
  const { now: machine } = Date;
  const now = () => machine() + ${offsetMs};
  globalThis.Date = new Proxy(Date, {
    construct: (real, given, asked) =>
      Reflect.construct(real, given.length === 0 ? [now()] : given, asked === globalThis.Date ? real : asked),
    apply: (real) => new real(now()).toString(),
    get: (real, name) => (name === 'now' ? now : Reflect.get(real, name)),
  });
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ${offsetMs} });
}
`;

/** Makes a device that is not open yet, and whose worker has the moved clock. */
export async function movedDevice(server: RealServer, offsetMs: number): Promise<Device> {
  const device = await Device.make(server, { findBrowser: shellAtHand });
  const worker = await fetch(`${server.url}/sw.js`);
  const names = ['content-type', 'content-security-policy', 'cache-control'];
  const headers = Object.fromEntries(names.map((name) => [name, worker.headers.get(name) ?? '']));
  const body = `${moved(offsetMs)}${await worker.text()}`;
  device.network.add({ path: /^\/sw\.js/, fault: { kind: 'status', status: 200, headers, body } });
  return device;
}

/** Opens it at the login, every page with the moved clock. */
export async function openMoved(device: Device, offsetMs: number): Promise<void> {
  await device.open('/login', { prepare: async (page) => void (await page.context().addInitScript(moved(offsetMs))) });
}

/** The instants that a page and the worker of the device tell. */
export async function clocksOf(device: Device): Promise<readonly number[]> {
  const worker = device.context.serviceWorkers()[0] ?? (await device.context.waitForEvent('serviceworker'));
  return Promise.all([worker.evaluate(() => Date.now()), device.page.evaluate(() => new Date().getTime())]);
}
