// First sync of 2,000 documents: from the answer of the login to a mirror that has everything, in a real Chromium with the
// real client, against the floor N0 (fetch and parse of every page with no store).

import { PATHS } from '#contract/paths.ts';
import { profileName } from '#mirror/schema.ts';
import { logInOverHttp } from '../e2e/api-client.ts';
import { Device } from '../e2e/device.ts';
import { prepareServer } from '../e2e/real-server.ts';
import { figuresOf, inWords, printLine, printTitle } from './figures.ts';

const DOCUMENTS = 2_000;
const ROUNDS = 5;
const PERSON = 'admin@pmvi.example';
const LIMIT_MS = 120_000;

type Milestones = { readonly firstRows: number; readonly everything: number; readonly documents: number };

export async function benchFirstSync(): Promise<void> {
  printTitle(`First sync of ${DOCUMENTS} documents (Chromium, real client and server)`);
  const server = await prepareServer({ DEMO_DOCUMENTS: String(DOCUMENTS) });
  try {
    await server.start();
    const { user } = await logInOverHttp(server.url, PERSON);
    const rounds: Milestones[] = [];
    const floors: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const device = await Device.make(server);
      try {
        await device.open('/login');
        await device.logIn(PERSON);
        rounds.push(await milestones(device, profileName(user.id)));
        floors.push(await withoutStore(device));
      } finally {
        await device.dispose();
      }
    }
    const everything = rounds.map((round) => round.everything);
    printLine('documents mirrored', String(rounds[0]?.documents));
    printLine('login answered → first documents stored', inWords(figuresOf(rounds.map((r) => r.firstRows)), 'ms'));
    printLine('login answered → everything stored', inWords(figuresOf(everything), 'ms'));
    printLine('N0: every page fetched and parsed, no store', inWords(figuresOf(floors), 'ms'));
    printLine('ratio to N0', inWords(figuresOf(everything.map((ms, at) => ms / (floors[at] ?? Number.NaN))), '×'));
  } finally {
    await server.dispose();
  }
}

/** Reads the device's own database until the walk is complete; times are counted from the login's answer. */
function milestones(device: Device, database: string): Promise<Milestones> {
  return device.page.evaluate(
    async ({ name, login, limit }) => {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error('the mirror does not open'));
      });
      const ask = <T>(store: string, work: (objects: IDBObjectStore) => IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          const request = work(opened.transaction(store).objectStore(store));
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(new Error(`${store} is not readable`));
        });
      const answered = performance
        .getEntriesByType('resource')
        .filter((entry): entry is PerformanceResourceTiming => new URL(entry.name).pathname === login)
        .at(-1)?.responseEnd;
      if (answered === undefined) throw new Error('the login was not seen');
      let firstRows: number | null = null;
      while (performance.now() - answered < limit) {
        if (firstRows === null && (await ask('documents', (objects) => objects.count())) > 0)
          firstRows = performance.now();
        const cursor: { value: { snapshotDone: boolean } } | undefined = await ask('meta', (objects) =>
          objects.get('cursor'),
        );
        if (cursor?.value.snapshotDone === true) {
          const everything = performance.now() - answered;
          const documents = await ask('documents', (objects) => objects.count());
          opened.close();
          return { firstRows: (firstRows ?? performance.now()) - answered, everything, documents };
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error('the first sync did not end');
    },
    { name: database, login: PATHS.login, limit: LIMIT_MS },
  );
}

function withoutStore(device: Device): Promise<number> {
  return device.page.evaluate(async (path) => {
    const started = performance.now();
    let cursor = '';
    for (;;) {
      const answer = await fetch(`${path}?limit=500&cursor=${encodeURIComponent(cursor)}`);
      const page = (await answer.json()) as { next_cursor: string; has_more: boolean };
      if (!page.has_more) return performance.now() - started;
      cursor = page.next_cursor;
    }
  }, PATHS.changes);
}
