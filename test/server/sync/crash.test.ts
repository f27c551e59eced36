// kill -9 of the server, and of its database, under write load (default 17): every acknowledged
// write is there, no write is half applied, the server answers again within ten seconds, and a
// write of unknown outcome can be sent again and has one effect.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDiskStore } from '#server/files/disk-store.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { makeFolders } from '#server/postgres/binaries.ts';
import { findPostmaster, stopPostmaster } from '#server/postgres/postmaster.ts';
import { runningDatabase } from '../../running-database.ts';
import { logInOverHttp } from '../../e2e/api-client.ts';
import { effectsOf } from '../harness/effects-of.ts';
import { createDice } from '../bodies/fuzz-values.ts';
import { buildOnce, endServers, spawnServer, type ServerProcess } from '../harness/server-process.ts';
import { sendWrite, startLoad, type Office, type WriteLoad } from '../harness/write-load.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
/**
 * The process is killed after 6 to 26 acknowledged writes, so that each round kills at another
 * moment.
 */
const ROUNDS = LONG ? 250 : 4;
const WRITERS = 6;
/** The least number of acknowledged writes before the kill, and the most that are added to it. */
const ACKNOWLEDGED_MIN = 6;
const ACKNOWLEDGED_MORE = 20;
/** Of what hangs. A machine with other work is slow, and loses nothing. */
const PATIENCE_MS = 120_000;
/** Default 17, measured where nothing else runs. */
const READY_MS = LONG ? 10_000 : PATIENCE_MS;

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
  endServers();
  await stopPostmaster(makeFolders(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
});

/** Kills in the middle of the load; returns what was written and when the process was killed. */
async function underLoad(blow: () => void): Promise<{ load: WriteLoad; blownAt: number }> {
  const load = startLoad(address, { office, writers: WRITERS });
  const enough = ACKNOWLEDGED_MIN + dice.below(ACKNOWLEDGED_MORE);
  await expect
    .poll(() => load.acknowledged.length + load.unknown.length + load.strange.length, {
      timeout: PATIENCE_MS,
      interval: 5,
    })
    .toBeGreaterThanOrEqual(enough);
  blow();
  const blownAt = performance.now();
  await load.stop();
  return { load, blownAt };
}

async function untilHealthy(): Promise<void> {
  const healthy = async (): Promise<boolean> =>
    fetch(`${address}/health`).then(
      (answer) => answer.ok,
      () => false,
    );
  await expect.poll(healthy, { timeout: PATIENCE_MS, interval: 50 }).toBe(true);
}

/**
 * Acknowledged writes are present; unknown ones are sent again under the same key; rows, files and
 * counts agree.
 */
async function judge({ acknowledged, unknown, strange }: WriteLoad): Promise<void> {
  expect(strange).toEqual([]);
  const connection = runningDatabase(dataDir);
  expect(await effectsOf(connection, acknowledged)).toEqual(acknowledged.map(() => [true]));
  for (const write of unknown)
    expect((await sendWrite(address, { client: office.client, write })).status).toBeLessThan(300);
  const sent = [...acknowledged, ...unknown];
  expect(await effectsOf(connection, sent)).toEqual(sent.map(() => [true]));
  const files = await openDiskStore(join(dataDir, 'files'), { besideServer: true });
  expect((await verifyData({ connection, files })).differences).toEqual([]);
}

/** What the rounds measured, for the last line of the report. */
const seen = { acknowledged: 0, unknown: 0, slowestMs: 0 };

/** The server is ready in time since `from`, and no acknowledged write is lost. */
async function expectRecovery(load: WriteLoad, from: number): Promise<void> {
  await untilHealthy();
  const readyMs = performance.now() - from;
  expect(readyMs).toBeLessThan(READY_MS);
  await judge(load);
  seen.acknowledged += load.acknowledged.length;
  seen.unknown += load.unknown.length;
  seen.slowestMs = Math.max(seen.slowestMs, readyMs);
}

describe('kill -9 under write load', { timeout: LONG ? 7_200_000 : 900_000 }, () => {
  beforeEach(() => void Object.assign(seen, { acknowledged: 0, unknown: 0, slowestMs: 0 }));
  afterEach(({ task }) => {
    const { acknowledged, unknown, slowestMs } = seen;
    process.stdout.write(
      `${task.name}: ${acknowledged} acknowledged and present, ${unknown} unknown and sent again, slowest ready in ${Math.round(slowestMs)} ms\n`,
    );
  });

  it(`a server killed ${ROUNDS} times loses no acknowledged write`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { load } = await underLoad(() => server.child.kill('SIGKILL'));
      await server.exited;
      const started = performance.now();
      server = spawnServer(environment);
      address = await server.ready;
      await expectRecovery(load, started);
    }
  });

  it(`a database killed ${ROUNDS} times loses no acknowledged write`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const database = findPostmaster(makeFolders(dataDir))?.pid;
      if (database === undefined) throw new Error('no database to kill');
      const { load, blownAt } = await underLoad(() => process.kill(database, 'SIGKILL'));
      await expect
        .poll(() => findPostmaster(makeFolders(dataDir))?.pid ?? database, { timeout: PATIENCE_MS })
        .not.toBe(database);
      await expectRecovery(load, blownAt);
    }
  });
});
