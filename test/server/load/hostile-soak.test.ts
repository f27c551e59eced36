// Thousands of hostile connections, mixed: after them the places at work, the sockets, the files
// and the memory are where they were, and ordinary requests are answered. MALOTE_SOAK_SEED repeats
// a run.

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATHS } from '#contract/paths.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { createDice } from '../bodies/fuzz-values.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { ACTS, beHostile, type Hostile } from './hostile-connections.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const SEED = Number(process.env['MALOTE_SOAK_SEED'] ?? 20_261_121);
const CONNECTIONS = process.env['MALOTE_LONG'] === '1' ? 20_000 : 2400;
/** Connections made before anything is measured, because caches and pools fill once. */
const WARM_UP = 600;
const AT_ONCE = 60;
/** Of 2,400 lost requests of a few kilobytes each, more would be left. */
const GROWTH_MAX_BYTES = 8 * 1024 * 1024;
const PATIENT = { timeout: 20_000, interval: 100 };

let server: TestServer;
let world: World;
let ana: TestClient;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-soak-'));
  server = await startTestServer({ files: await openDiskStore(folder) });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  world = await createWorld(server);
  ana = await world.as(world.pmvi.people.ana);
});
afterAll(async () => {
  await world.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const sockets = (): Promise<number> =>
  new Promise((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
/** Number of open files of this process, on systems that report it. */
const openFiles = (): number => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);

async function heapUsed(): Promise<number> {
  // The harness keeps the texts of all statements.
  server.statements.length = 0;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 3; times += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

/** Returns how many ordinary requests were answered in between, by status. */
async function soak(hostile: Hostile, count: number): Promise<Map<number, number>> {
  const acts = Object.values(ACTS);
  const statuses = new Map<number, number>();
  let begun = 0;
  const makers = Array.from({ length: AT_ONCE }, async () => {
    while (begun < count) {
      const act = acts[begun % acts.length] ?? hostile.dice.pick(acts);
      begun += 1;
      await beHostile(act, hostile);
      if (begun % 10 !== 0) continue;
      const { statusCode } = await ana.get(PATHS.user);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    }
  });
  await Promise.all(makers);
  return statuses;
}

/** Checks that no request is at work, no connection is open and no upload is half received. */
async function expectQuiet(): Promise<void> {
  await expect.poll(server.app.places.size, PATIENT).toBe(0);
  await expect.poll(sockets, PATIENT).toBe(0);
  await expect.poll(() => readdir(join(folder, 'incoming')), PATIENT).toEqual([]);
}

it(
  `the server keeps no place, socket, file or memory after ${CONNECTIONS} hostile connections (seed ${SEED})`,
  { timeout: CONNECTIONS * 100 },
  async () => {
    const stranger = (await arrive(server.app)).headers();
    const hostile: Hostile = { app: server.app, dice: createDice(SEED), stranger, person: ana.headers() };
    await soak(hostile, WARM_UP);
    await expectQuiet();
    const before = { files: openFiles(), heap: await heapUsed() };

    const statuses = await soak(hostile, CONNECTIONS);
    await expectQuiet();
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(0);
    await expect.poll(openFiles, PATIENT).toBeLessThanOrEqual(before.files + 2);
    expect((await heapUsed()) - before.heap).toBeLessThan(GROWTH_MAX_BYTES);
    for (const path of [PATHS.user, PATHS.documents, PATHS.health, PATHS.changes])
      expect({ path, status: (await ana.get(path)).statusCode }).toEqual({ path, status: 200 });
  },
);
