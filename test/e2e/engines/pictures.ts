// Takes pictures of addresses in every installed engine, to be looked at:
//   npm run pictures -- FOLDER PERSON ADDRESS…
// PERSON is an e-mail of the demonstration, or `-` for addresses that need no login. The script
// starts its own server.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareServer } from '../real-server.ts';
import { enginesAtHand } from './at-hand.ts';
import { EngineDevice } from './device.ts';
import type { Size } from './driver.ts';
import { logIn, readyWithoutServer } from './gestures.ts';
import type { Screen } from './screen.ts';

export const SIZES: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1400, height: 900 },
  { width: 1440, height: 900 },
];

/** Takes one picture of an address per size, after it has been painted completely. */
export async function takePictures(
  screen: Screen,
  { path, fileOf }: { path: string; fileOf: (size: Size) => string },
): Promise<void> {
  await screen.goto(path);
  for (const size of SIZES) {
    await screen.driver.resize(size);
    await screen.see({ css: 'h1' });
    await screen.gone({ css: '[aria-busy="true"]' });
    await screen.picture(fileOf(size), size);
  }
}

async function main([folder, person, ...paths]: readonly string[]): Promise<void> {
  if (folder === undefined || person === undefined || paths.length === 0) throw new Error('FOLDER PERSON ADDRESS…');
  await mkdir(folder, { recursive: true });
  const server = await prepareServer();
  await server.start();
  try {
    for (const engine of enginesAtHand()) {
      const device = await EngineDevice.make({ engine, origin: server.url });
      try {
        const screen = await device.open('/login');
        if (person !== '-') {
          await logIn(screen, { email: person });
          await readyWithoutServer(screen);
        }
        for (const path of paths) {
          const name = path.replace(/\W+/g, '-').replace(/^-/, '');
          const fileOf = ({ width }: Size) => join(folder, `${name}-${width}-${engine.name}.png`);
          await takePictures(screen, { path, fileOf });
        }
      } finally {
        await device.dispose();
      }
    }
  } finally {
    await server.dispose();
  }
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2));
