// What the browser loads, in KB of gzip, and in how many scripts: for the login, for the home of a device in use until it can be read,
// and with what the start does for later ones afterwards.

import { Device } from '../../e2e/device.ts';
import { gzipped, scriptsLoaded } from '../../e2e/loaded-scripts.ts';
import { bench, opened } from './opened.ts';
import { HOME } from './starts.ts';
import { type AppTown, settledInTheEnd } from './town.ts';

export type Loaded = { readonly scripts: number; readonly size: number };

const MOST_STARTS = 9;

const loadedBy = async (device: Device): Promise<Loaded> => {
  const scripts = await scriptsLoaded(device);
  return { scripts: scripts.length, size: gzipped(scripts) };
};

export type AllLoaded = { readonly login: Loaded; readonly home: Loaded; readonly atRest: Loaded };

export async function loaded({ server, full }: AppTown): Promise<AllLoaded> {
  const newcomer = await Device.make(server);
  try {
    const { page } = await opened(newcomer, { path: '/login', rate: 1, offline: false });
    await page.getByText('Não sou um robô', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const login = await loadedBy(newcomer);
    const shown = await opened(full, { ...HOME, rate: 1, awaited: HOME.full, offline: false });
    // The first starts bring files that are kept ahead; then one loads as much as the one before it.
    let home = login;
    let [before, atRest] = [login, login];
    for (let start = 0; start < MOST_STARTS && (start === 0 || atRest.size !== before.size); start += 1) {
      if (start > 0) await full.goto(HOME.path);
      await bench(shown.page, (own) => own.started);
      await bench(shown.page, (own) => own.splashGone);
      home = await loadedBy(full);
      await settledInTheEnd(full);
      [before, atRest] = [atRest, await loadedBy(full)];
    }
    await full.close();
    return { login, home, atRest };
  } finally {
    await newcomer.dispose();
  }
}
