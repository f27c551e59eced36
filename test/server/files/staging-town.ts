// A town whose server keeps its files on disk or in S3, and what a test asks of its staged uploads.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openFileStore } from '#server/files/open-file-store.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { postDocument } from '../harness/new-document.ts';
import { startS3Service } from '../harness/s3-service.ts';
import { stagedDocument, type StagedCreation } from '../harness/staging.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

export const STORES = ['disk', 'S3'] as const;

export type StagingTown = {
  readonly server: TestServer;
  readonly world: World;
  readonly ana: TestClient;
  /** The owner's connection, which sees the rows of every tenant. */
  readonly client: pg.Client;
  /** The log of the server, a line each. */
  readonly lines: readonly string[];
  /** How many uploads of this key are here. */
  readonly uploadsOf: (name: { key: string }) => Promise<number>;
  /** Keys in the store of the parts under this key, in their order. */
  readonly partKeysOf: (name: { key: string }) => Promise<string[]>;
  /** Keys of everything in the store. */
  readonly storedKeys: () => Promise<string[]>;
  /** Creates the document of staged files, as Ana or as somebody else. */
  readonly create: (given: StagedCreation, as?: TestClient) => ReturnType<typeof postDocument>;
  readonly close: () => Promise<void>;
};

/**
 * Starts the server, listening; the caller closes it in afterAll. `clock`: epoch ms, by default the
 * machine's.
 */
export async function startStagingTown(
  store: (typeof STORES)[number],
  { clock }: { clock?: () => number } = {},
): Promise<StagingTown> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-staged-'));
  const service = store === 'S3' ? await startS3Service(join(folder, 'objects')) : null;
  const files = await openFileStore({ s3Url: service?.url ?? null, dataDir: folder });
  const lines: string[] = [];
  const server = await startTestServer({ files, logTo: lines, ...(clock === undefined ? {} : { clock }) });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const world = await createWorld(server);
  const ana = await world.as(world.pmvi.people.ana);
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(`set app.maintenance = 'on'`);
  return {
    server,
    world,
    ana,
    client,
    lines,
    uploadsOf: async ({ key }) =>
      (await client.query('select 1 from staged_uploads where key = $1', [key])).rowCount ?? 0,
    partKeysOf: async ({ key }) =>
      (await client.query('select storage_key from staged_parts where key = $1 order by start', [key])).rows.map(
        (row: { storage_key: string }) => row.storage_key,
      ),
    async storedKeys() {
      const keys: string[] = [];
      for await (const key of files.list()) keys.push(key);
      return keys;
    },
    create: (given, as = ana) => postDocument(as, stagedDocument(world.pmvi, given)),
    async close() {
      await client.end();
      await world.close();
      await server.close();
      await service?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
