// A server of its own with a demonstration town, and the floors beside it on the same database.

import pg from 'pg';
import type { DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { makeFolders } from '#server/postgres/binaries.ts';
import { stopPostmaster } from '#server/postgres/postmaster.ts';
import { runningDatabase } from '../../running-database.ts';
import { type ApiClient, logInOverHttp } from '../../e2e/api-client.ts';
import { prepareServer } from '../../e2e/real-server.ts';
import { startPooler } from '../../server/harness/pgbouncer.ts';
import { forkFloor, makeFloorTables } from './floor-server.ts';
import { makeProbe, probePostgres } from './processor.ts';
import type { Meter } from './turns.ts';

export type Town = {
  readonly email: string;
  readonly client: ApiClient;
  /** Open documents that accept replies. */
  readonly documents: readonly number[];
  readonly server: string;
  readonly floor: string;
  readonly meter: Meter;
  readonly floorMeter: Meter;
  readonly connection: pg.ClientConfig;
  /** A connection as the owner of the tables, to whom row-level security does not apply. */
  readonly owner: pg.Client;
};

/** The secret of the measured servers, for a bench that begins sessions itself. */
export const BENCH_SECRET = 'a secret that only benches use, long enough';
const PERSON = 'admin@pmvi.example';
/** A demonstration of 200,000 documents takes minutes to write. */
const SEEDED_MS = 900_000;
/** Replies are spread over these documents, so that no thread grows long. */
const OPEN_DOCUMENTS = 1000;

/**
 * Runs `work` with a server of this many documents, and removes it afterwards. With `sessions`,
 * requests reach the database through PgBouncer in transaction mode, which keeps this many
 * connections. `more` adds to the environment of the server.
 */
export async function withTown(
  documents: number,
  work: (town: Town) => Promise<void>,
  { sessions = 0, more = {} }: { sessions?: number; more?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const probe = await makeProbe();
  const floorProbe = await makeProbe();
  const environment = {
    ...probe.environment,
    DEMO_DOCUMENTS: String(documents),
    RATE_LIMIT_PER_MINUTE: '0',
    CONNECTIONS_PER_ADDRESS: '0',
    SESSION_SECRET: BENCH_SECRET,
    LOG_LEVEL: 'warn',
    ...more,
  };
  const server = await prepareServer(environment, { readyMs: SEEDED_MS });
  try {
    await server.start();
    const connection = runningDatabase(server.dataDir);
    const pooler = sessions === 0 ? null : await startPooler(connection, { sessions });
    if (pooler !== null) {
      // The database keeps running after the server that started it, and then belongs to no server.
      await server.kill();
      await server.start({
        DATABASE_URL: urlOf(connection),
        DATABASE_POOL_URL: urlOf(pooler.connection),
      });
    }
    const owner = new pg.Client(connection);
    await owner.connect();
    await makeFloorTables(owner);
    const postgres = await probePostgres(owner);
    const floor = await forkFloor(connection, floorProbe);
    try {
      const client = await logInOverHttp(server.url, PERSON);
      await work({
        email: PERSON,
        client,
        documents: await openDocuments(client),
        server: server.url,
        floor: floor.url,
        meter: async () => ({ node: await probe.read(), postgres: postgres() }),
        floorMeter: async () => ({ node: await floorProbe.read(), postgres: postgres() }),
        connection,
        owner,
      });
    } finally {
      floor.stop();
      await owner.end();
      if (pooler !== null) {
        await server.stop();
        await pooler.stop();
        await stopPostmaster(makeFolders(server.dataDir));
      }
    }
  } finally {
    await server.dispose();
  }
}

/** The host may be the folder of a socket. */
function urlOf({ host = '', port, user, password, database }: pg.ClientConfig): string {
  return `postgres://${user}:${String(password)}@${encodeURIComponent(host)}:${port}/${database}`;
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
