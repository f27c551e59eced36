// `npm run bench:server`: the load of each kind of route, and the overload (alone: `-- overload`). Prints ratios with
// their spread and asserts nothing.

import { randomUUID } from 'node:crypto';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { connectionOfRunning } from '#server/postgres/start-postgres.ts';
import pg from 'pg';
import { type ApiClient, logInOverHttp } from '../../e2e/api-client.ts';
import { prepareServer } from '../../e2e/real-server.ts';
import { printTitle } from '../figures.ts';
import { measureOverload } from './overload.ts';
import { prepareLogins, sendPrepared } from './logins.ts';
import { measurePair, type Pair, printPair } from './turns.ts';

const DOCUMENTS = 20_000;
const PERSON = 'admin@pmvi.example';
/** Replies are spread over these documents, so that no thread grows long. */
const OPEN_DOCUMENTS = 1_000;
const LOGIN_ROUNDS = 5;
const LOGINS_A_ROUND = 40;
const ONLY_OVERLOAD = process.argv[2] === 'overload';

type Bench = {
  readonly client: ApiClient;
  readonly documents: readonly number[];
  readonly server: string;
  readonly floor: string;
};

async function main(): Promise<void> {
  printTitle(`Server: routes against floors in turns, ${DOCUMENTS} documents`);
  const server = await prepareServer({
    DEMO_DOCUMENTS: String(DOCUMENTS),
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  });
  try {
    await server.start();
    const connection = connectionOfRunning(server.dataDir);
    if (connection === null) throw new Error('the database is not running');
    await makeFloorTables(connection);
    const floor = await forkFloor(connection);
    try {
      const client = await logInOverHttp(server.url, PERSON);
      const documents = await openDocuments(client);
      if (!ONLY_OVERLOAD) {
        const bench = { client, documents, server: server.url, floor: floor.url };
        for (const pair of await pairsOf(bench)) await measurePair(pair);
        await measureLogins(server.url, floor.url);
      }
      await measureOverload({ server: server.url, headers: client.headers(), documents });
    } finally {
      floor.stop();
    }
  } finally {
    await server.dispose();
  }
}

async function openDocuments(client: ApiClient): Promise<number[]> {
  const open: number[] = [];
  for (let page = 1; open.length < OPEN_DOCUMENTS; page += 1) {
    const { data } = await client.get<DocumentPage>(`${PATHS.documents}?status=under_review&per_page=100&page=${page}`);
    if (data.length === 0) break;
    open.push(...data.map((row) => row.id));
  }
  return open;
}

async function pairsOf({ client, documents, server, floor }: Bench): Promise<Pair[]> {
  const [known, ...others] = documents.map((id) => PATHS.document(id));
  if (known === undefined || others.length === 0) throw new Error('no open documents to write to');
  const headers = client.headers();
  const key = randomUUID();
  const replayHeaders = { ...headers, [HEADERS.idempotencyKey]: key };
  const body = JSON.stringify({ _method: 'PATCH', content: '<p>Recebido.</p>' });
  await fetch(server + known, {
    method: 'POST',
    headers: { ...replayHeaders, 'content-type': 'application/json' },
    body,
  });
  return [
    {
      name: 'GET /api/documents (page 1)',
      atLeast: 0.25,
      route: { url: `${server}${PATHS.documents}`, headers },
      floor: { url: `${floor}/list` },
    },
    {
      name: 'GET /api/documents?search=',
      atLeast: 5,
      route: { url: `${server}${PATHS.documents}?search=drenagem`, headers },
      floor: { url: `${floor}/search` },
    },
    {
      name: 'PATCH interaction',
      atLeast: 0.3,
      route: { url: server, method: 'POST', headers, body, paths: others },
      floor: { url: `${floor}/write`, method: 'POST', body },
    },
    {
      name: 'replay of a known key',
      atLeast: 0.35,
      route: { url: server + known, method: 'POST', headers: replayHeaders, body },
      floor: { url: `${floor}/receipt` },
    },
    {
      name: '  its parts: the session (GET /api/user)',
      atLeast: null,
      route: { url: `${server}${PATHS.user}`, headers },
      floor: { url: `${floor}/receipt` },
    },
    {
      name: '  and one row in the tenant (GET …/receipts/{key})',
      atLeast: null,
      route: { url: `${server}${PATHS.receipt(key)}`, headers },
      floor: { url: `${floor}/receipt` },
    },
    {
      name: '  the session and the document read back',
      atLeast: null,
      route: { url: `${server}${PATHS.syncDocuments}?ids=${documents[0]}`, headers },
      floor: { url: `${floor}/receipt` },
    },
    {
      name: 'GET /api/sync/changes (200 rows)',
      atLeast: 0.4,
      route: { url: `${server}${PATHS.changes}?limit=200&cursor=${await cursorAmongDocuments(client)}`, headers },
      floor: { url: `${floor}/changes` },
    },
  ];
}

/** A cursor after the reference data, so that the page is 200 documents. */
async function cursorAmongDocuments(client: ApiClient): Promise<string> {
  const page = await client.get<{ next_cursor: string }>(`${PATHS.changes}?limit=500`);
  return encodeURIComponent(page.next_cursor);
}

async function measureLogins(server: string, floor: string): Promise<void> {
  const routes: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < LOGIN_ROUNDS; round += 1) {
    const logins = await prepareLogins(server, { count: LOGINS_A_ROUND, email: PERSON });
    routes.push(await sendPrepared(`${server}${PATHS.login}`, logins));
    const body = '{}';
    const bare = logins.map(() => ({
      headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
      body,
    }));
    floors.push(await sendPrepared(`${floor}/login`, bare));
  }
  printPair({ name: 'POST /login', atLeast: 0.8, routes, floors });
}

async function makeFloorTables(connection: pg.ClientConfig): Promise<void> {
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query('create table if not exists floor_interactions (id bigserial primary key, content text not null)');
  await owner.query('create table if not exists floor_logs (id bigserial primary key, action text not null)');
  await owner.end();
}

function forkFloor(connection: pg.ClientConfig): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(new URL('./floor-server.ts', import.meta.url)), {
    env: { ...process.env, FLOOR_CONNECTION: JSON.stringify(connection) },
  });
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }: { port: number }) =>
      resolve({ url: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGTERM') }),
    );
    child.once('exit', (code) => reject(new Error(`the floor server ended with ${code}`)));
  });
}

await main();
