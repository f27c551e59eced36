// First sync of 2,000 documents in a real Chromium with the real client: from the login's answer to
// a complete mirror. The floor fetches and parses every page and stores nothing.

import { logInOverHttp } from '../e2e/api-client.ts';
import { Device } from '../e2e/device.ts';
import { prepareServer } from '../e2e/real-server.ts';
import type * as Page from './first-sync-page.ts';
import { figuresOf, inWords, printLine, printTitle } from './figures.ts';
import { pageModule } from './page-module.ts';

const DOCUMENTS = 2_000;
const ROUNDS = 5;
const PERSON = 'admin@pmvi.example';

export async function benchFirstSync(): Promise<void> {
  printTitle(`First sync of ${DOCUMENTS} documents (Chromium, real client and server)`);
  const server = await prepareServer({ DEMO_DOCUMENTS: String(DOCUMENTS) });
  const module = await pageModule<typeof Page>('first-sync-page');
  try {
    await server.start();
    const { user } = await logInOverHttp(server.url, PERSON);
    const rounds: Page.Milestones[] = [];
    const floors: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const device = await Device.make(server);
      try {
        await device.open('/login');
        await module.offer(device);
        await device.logIn(PERSON);
        const page = await module.load(device);
        rounds.push(await page.evaluate((exports, userId) => exports.milestones(userId), user.id));
        floors.push(await page.evaluate((exports) => exports.withoutStore()));
      } finally {
        await device.dispose();
      }
    }
    const everything = rounds.map((round) => round.everything);
    printLine('documents mirrored', String(rounds[0]?.documents));
    printLine('login answered → first documents stored', inWords(figuresOf(rounds.map((r) => r.firstRows)), 'ms'));
    printLine('login answered → everything stored', inWords(figuresOf(everything), 'ms'));
    printLine('without a store: every page fetched and parsed', inWords(figuresOf(floors), 'ms'));
    printLine('ratio to that', inWords(figuresOf(everything.map((ms, at) => ms / (floors[at] ?? Number.NaN))), '×'));
  } finally {
    await server.dispose();
  }
}
