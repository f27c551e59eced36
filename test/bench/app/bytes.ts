// What the browser loads, in KB of gzip, and in how many scripts: for the login, and for the home
// of a device in use.

import { Device } from '../../e2e/device.ts';
import { gzipped, scriptsLoaded } from '../../e2e/loaded-scripts.ts';
import { bench, opened } from './opened.ts';
import { HOME } from './starts.ts';
import { type AppTown, settledInTheEnd } from './town.ts';

export type DownloadSize = { readonly scripts: number; readonly size: number };

const MOST_STARTS = 9;

const loadedBy = async (device: Device): Promise<DownloadSize> => {
  const scripts = await scriptsLoaded(device);
  return { scripts: scripts.length, size: gzipped(scripts) };
};

export async function loaded({ server, full }: AppTown): Promise<{ login: DownloadSize; home: DownloadSize }> {
  const newcomer = await Device.make(server);
  try {
    const { page } = await opened(newcomer, { path: '/login', rate: 1, offline: false });
    await page.getByText('Não sou um robô', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    const login = await loadedBy(newcomer);
    const home = await opened(full, { ...HOME, rate: 1, awaited: HOME.full, offline: false });
    // The first starts fetch files for later use. The measured start comes when two in a row load
    // the same amount.
    let [before, now] = [0, Number.NaN];
    for (let start = 0; start < MOST_STARTS && now !== before; start += 1) {
      if (start > 0) await full.goto(HOME.path);
      await bench(home.page, (own) => own.started);
      await settledInTheEnd(full);
      [before, now] = [now, (await loadedBy(full)).size];
    }
    const result = { login, home: await loadedBy(full) };
    await full.close();
    return result;
  } finally {
    await newcomer.dispose();
  }
}
