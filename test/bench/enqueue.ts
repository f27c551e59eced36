// Time of one durable enqueue in a real Chromium: the real verbs on a mirror filled by the real
// server, with the network cut.

import { logInOverHttp } from '../e2e/api-client.ts';
import { Device } from '../e2e/device.ts';
import { prepareServer } from '../e2e/real-server.ts';
import type * as Page from './enqueue-page.ts';
import { figuresOf, inWords, printLine, printTitle } from './figures.ts';
import { pageModule } from './page-module.ts';

const PERSON = 'gestor.semob@pmvi.example';
const ROUNDS = 25;
const FILE_BYTES = 5_000_000;

export async function benchEnqueue(): Promise<void> {
  printTitle('One durable enqueue (Chromium, IndexedDB, durability strict)');
  const server = await prepareServer();
  const device = await Device.make(server);
  const module = await pageModule<typeof Page>('enqueue-page');
  try {
    await server.start();
    const { user } = await logInOverHttp(server.url, PERSON);
    await device.open('/login');
    await module.offer(device);
    await device.logIn(PERSON);
    await device.page.getByText('Tudo enviado').first().waitFor();
    const page = await module.load(device);
    await device.cut();
    const { text, file } = await page.evaluate((exports, options) => exports.measureEnqueue(options), {
      userId: user.id,
      rounds: ROUNDS,
      fileBytes: FILE_BYTES,
    });
    printLine('reply with text', inWords(figuresOf(text), 'ms'));
    printLine(`reply with a file of ${FILE_BYTES / 1e6} MB, hashing included`, inWords(figuresOf(file), 'ms'));
  } finally {
    await device.dispose();
    await server.dispose();
  }
}
