// Devices that a person has used before (S38): the application is installed, the first sync is
// done, the person is logged in. The first login (worker, first sync, human check) is done once per
// person and test worker. Each later device starts from a copy of that profile, with a session of
// its own.

import type { Cookie } from '@playwright/test';
import { logInOverHttp } from './api-client.ts';
import { Device } from './device.ts';
import { shellAtHand } from './find-browser.mjs';
import type { RealServer } from './real-server.ts';

/** How long the server remembers a session, in seconds. */
const REMEMBER_S = 30 * 86_400;

/**
 * `remember` is "Ficar logado"; without it, closing the browser ends the session. `undoes`: acts
 * wait there for their undo time (S221); absent: they are due at once.
 */
export type UsedDeviceOptions = { readonly remember?: boolean; readonly undoes?: boolean };

export type UsedDevices = {
  /**
   * Makes a device of this person, not open yet, and the session to open it with. A person has one
   * device at a time, because the profile belongs to one address.
   */
  make(email: string, options?: UsedDeviceOptions): Promise<{ device: Device; session: readonly Cookie[] }>;
  /** Removes the profiles. */
  dispose(): Promise<void>;
};

export function keepUsedDevices(server: RealServer): UsedDevices {
  const first = new Map<string, Device>();

  async function workFirst(email: string): Promise<Device> {
    // Its copies choose for themselves.
    const device = await Device.make(server, { findBrowser: shellAtHand, undoes: true });
    first.set(email, device);
    await device.open('/login');
    await device.logIn(email, { remember: true });
    await device.readyForOffline();
    await device.settled();
    await device.close();
    await device.network.close();
    return device;
  }

  return {
    async make(email, { remember = false, undoes = false } = {}) {
      const { profile } = first.get(email) ?? (await workFirst(email));
      const device = await Device.make(server, { used: profile, findBrowser: shellAtHand, undoes });
      const session = await newSession({ server, email, remember });
      return { device, session };
    },
    async dispose() {
      for (const device of first.values()) await device.dispose();
    },
  };
}

/**
 * The cookies of a new login. Cookies belong to a host, whatever its port, so the proxy of the
 * device gets them too.
 */
async function newSession(login: { server: RealServer; email: string; remember: boolean }): Promise<Cookie[]> {
  const { url } = login.server;
  const expires = login.remember ? Math.floor(Date.now() / 1000) + REMEMBER_S : -1;
  const cookies = (await logInOverHttp(url, login.email)).cookies();
  return Object.entries(cookies).map(([name, value]) => ({
    name,
    value,
    domain: new URL(url).hostname,
    path: '/',
    expires,
    httpOnly: name !== 'XSRF-TOKEN',
    secure: false,
    sameSite: 'Lax',
  }));
}
