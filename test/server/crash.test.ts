// kill -9 of the server, and of its database, under write load (hardening, server crash): what was acknowledged is there,
// nothing is half applied, everything answers again within ten seconds, and what was unknown can be sent again, once.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStore } from '#server/files/disk-store.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { makeFolders } from '#server/postgres/folders.ts';
import { findPostmaster, stopPostmaster } from '#server/postgres/postmaster.ts';
import { connectionOfRunning } from '#server/postgres/start-postgres.ts';
import { logInOverHttp } from '../e2e/api-client.ts';
import { createDice } from './fuzz-values.ts';
import { buildOnce, endServers, spawnServer, type ServerProcess } from './server-process.ts';
import { sendWrite, startLoad, type Office, type WriteLoad } from './write-load.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const ROUNDS = LONG ? 250 : 10;
const WRITERS = 6;
/** At least so many acknowledged, and then up to this many more, before the blow. */
const ACKNOWLEDGED_MIN = 6;
const ACKNOWLEDGED_MORE = 20;
const READY_MS = 10_000;

const dataDir = mkdtempSync(join(tmpdir(), 'malote-crash-'));
const environment = { DATA_DIR: dataDir, HUMAN_VERIFICATION_COST: '1', RATE_LIMIT_PER_MINUTE: '0' };
const dice = createDice(9);

let server: ServerProcess;
let address: string;
let office: Office;

beforeAll(async () => {
  await buildOnce();
  server = spawnServer(environment);
  address = await server.ready;
  const client = await logInOverHttp(address, 'servidor.semob@pmvi.example');
  const subjects = await client.get<{ id: number; name: string }[]>('/api/document-subjects');
  const users =
    await client.get<{ id: number; last_name: string; organization: { id: number } | null }[]>('/api/users');
  const colleague = users.find(
    (one) => one.organization?.id !== client.user.organization_id && one.organization !== null,
  );
  office = {
    client,
    subjectId: subjects.find((one) => one.name === 'Vistoria técnica')?.id ?? 0,
    sectorId: colleague?.organization?.id ?? 0,
    userId: colleague?.id ?? 0,
  };
}, 180_000);
afterAll(async () => {
  await endServers();
  await stopPostmaster(makeFolders(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
});

async function underLoad(blow: () => void): Promise<WriteLoad> {
  const load = startLoad(address, { office, writers: WRITERS });
  const enough = ACKNOWLEDGED_MIN + dice.below(ACKNOWLEDGED_MORE);
  await expect
    .poll(() => load.acknowledged.length + load.unknown.length + load.strange.length, { timeout: 30_000, interval: 5 })
    .toBeGreaterThanOrEqual(enough);
  blow();
  await load.stop();
  return load;
}

async function untilHealthy(): Promise<number> {
  const started = performance.now();
  const healthy = async (): Promise<boolean> =>
    fetch(`${address}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
  await expect.poll(healthy, { timeout: 30_000, interval: 50 }).toBe(true);
  return performance.now() - started;
}

/** Acknowledged = present; unknown = sent again under the same key; rows, files and counts agree. */
async function judge(load: WriteLoad): Promise<void> {
  const { client } = office;
  expect(load.strange).toEqual([]);
  const receipt = (key: string) => fetch(`${address}/api/sync/receipts/${key}`, { headers: client.headers() });
  const missing = [];
  for (const { key } of load.acknowledged) if ((await receipt(key)).status !== 200) missing.push(key);
  expect(missing).toEqual([]);
  for (const write of load.unknown) expect((await sendWrite(address, { client, write })).status).toBeLessThan(300);
  const connection = connectionOfRunning(dataDir);
  if (connection === null) throw new Error('the database is not running');
  const files = await openDiskStore(join(dataDir, 'files'), { besideServer: true });
  expect((await verifyData({ connection, files })).differences).toEqual([]);
}

describe('kill -9 under write load', { timeout: LONG ? 7_200_000 : 240_000 }, () => {
  it(`of the server, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const load = await underLoad(() => server.child.kill('SIGKILL'));
      await server.exited;
      const started = performance.now();
      server = spawnServer(environment);
      address = await server.ready;
      await untilHealthy();
      expect(performance.now() - started).toBeLessThan(READY_MS);
      await judge(load);
    }
  });

  it(`of the database, ${ROUNDS} times`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const database = findPostmaster(makeFolders(dataDir))?.pid;
      if (database === undefined) throw new Error('no database to kill');
      const load = await underLoad(() => process.kill(database, 'SIGKILL'));
      await expect
        .poll(() => findPostmaster(makeFolders(dataDir))?.pid ?? database, { timeout: 30_000 })
        .not.toBe(database);
      expect(await untilHealthy()).toBeLessThan(READY_MS);
      await judge(load);
    }
  });
});
