// Devices that were offline all day return at once: each sends what it kept, three lanes at a time
// and each document in order, loses some answers, and waits as the server asks. Limits as in
// production.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DocumentFull } from '#contract/documents.ts';
import { HEADERS } from '#contract/sync.ts';
import { openDatabase } from '#server/db/database.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { makeFolders } from '#server/postgres/binaries.ts';
import { stopPostmaster } from '#server/postgres/postmaster.ts';
import { runningDatabase } from '../../running-database.ts';
import { createSessionStore } from '#server/sessions/session-store.ts';
import { percentile } from '../../bench/figures.ts';
import { effectsOf } from '../harness/effects-of.ts';
import { TEST_SECRET } from '../harness/harness.ts';
import { buildOnce, endServers, spawnServer } from '../harness/server-process.ts';
import { newDocument, reply, sendWrite, type Office, type Write } from '../harness/write-load.ts';

const LONG = process.env['MALOTE_LONG'] === '1';
const DEVICES = LONG ? 200 : 20;
const LANES = 5;
/** A new document and three replies to it: 20 commands a device. */
const REPLIES = 3;
const LANES_AT_ONCE = 3;
/** One answer in this many is lost. */
const LOST_EVERY = 12;
const DRAINED_MS = 120_000;

const dataDir = mkdtempSync(join(tmpdir(), 'malote-devices-'));
const seen = { sent: [] as Write[], lost: 0, told: new Map<string, number>() };
/** How long answers took, in milliseconds. */
const took = { accepted: [] as number[], refused: [] as number[] };
let address: string;
let connection: pg.ClientConfig;
let devices: Office[];

beforeAll(async () => {
  await buildOnce();
  address = await spawnServer({ DATA_DIR: dataDir, SESSION_SECRET: TEST_SECRET }).ready;
  connection = runningDatabase(dataDir);
  devices = await returnOf(DEVICES);
}, 180_000);
afterAll(async () => {
  endServers();
  await stopPostmaster(makeFolders(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * One session per device, spread over the people of the first town hall who may create documents.
 */
async function returnOf(count: number): Promise<Office[]> {
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query(`set app.maintenance = 'on'`);
  const { rows: people } = await owner.query<{ id: number; sector: number }>(
    `select u.id::int, u.organization_id::int as sector from users u
      join user_roles ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where u.tenant_id = 1 and u.organization_id is not null and u.status = 'active' and u.deleted_at is null
      and 'create_documents' = any(r.permissions)
    group by u.id, u.organization_id order by u.id`,
  );
  const { rows: subjects } = await owner.query<{ id: number }>(
    `select id::int from document_subjects where tenant_id = 1 and name = 'Vistoria técnica'`,
  );
  await owner.end();
  const database = await openDatabase({ connection, maxConnections: 2 });
  const sessions = createSessionStore({ database, secret: TEST_SECRET });
  const offices: Office[] = [];
  for (let device = 0; device < count; device += 1) {
    const [person, colleague] = [people[device % people.length], people[(device + 1) % people.length]];
    if (person === undefined || colleague === undefined) throw new Error('nobody may create documents');
    const session = { person: { tenantId: 1, userId: person.id }, remember: true, now: Date.now() };
    const { token, csrfToken } = await sessions.start(session);
    const headers = {
      accept: 'application/json',
      cookie: `malote_session=${token}`,
      [HEADERS.csrf]: csrfToken,
      [HEADERS.actingUser]: String(person.id),
    };
    offices.push({
      client: { headers: () => headers },
      subjectId: subjects[0]?.id ?? 0,
      sectorId: colleague.sector,
      userId: colleague.id,
    });
  }
  await database.close();
  return offices;
}

/**
 * Repeats the command under the same key until its outcome is known; waits as long as the server
 * asks.
 */
async function deliver({ client }: Office, write: Write): Promise<DocumentFull> {
  seen.sent.push(write);
  let answerIsLost = seen.sent.length % LOST_EVERY === 0;
  for (;;) {
    const sentAt = performance.now();
    const answer = await sendWrite(address, { client, write })
      .then(async (got) => ({ got, body: (await got.json()) as { document?: DocumentFull } }))
      .catch(() => null);
    if (answer === null || answerIsLost) {
      answerIsLost = false;
      seen.lost += 1;
      continue;
    }
    const { got, body } = answer;
    (got.ok ? took.accepted : took.refused).push(performance.now() - sentAt);
    if (got.ok && body.document !== undefined) return body.document;
    const waitSeconds = Number(got.headers.get('retry-after'));
    if (!(waitSeconds > 0)) throw new Error(`${got.status} ${JSON.stringify(body)}`);
    seen.told.set(String(got.status), (seen.told.get(String(got.status)) ?? 0) + 1);
    await pause(waitSeconds * 1000);
  }
}

async function drain(office: Office): Promise<void> {
  let lanes = LANES;
  const lane = async (): Promise<void> => {
    while (lanes > 0) {
      lanes -= 1;
      const document = await deliver(office, newDocument(office));
      for (let turn = 0; turn < REPLIES; turn += 1) await deliver(office, reply(document));
    }
  };
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, lane));
}

const described = (ms: readonly number[]): string =>
  ms.length === 0 ? 'none' : `p50 ${Math.round(percentile(ms, 0.5))} ms, p99 ${Math.round(percentile(ms, 0.99))} ms`;

it(`${DEVICES} devices with 20 commands each are drained in time, no command lost or applied twice`, async () => {
  const started = performance.now();
  await Promise.all(devices.map(drain));
  const drainedMs = performance.now() - started;
  const told = [...seen.told].map(([status, times]) => `${times} × ${status}`).join(', ') || 'nobody';
  process.stdout.write(
    `${DEVICES} devices, ${seen.sent.length} commands: drained in ${(drainedMs / 1000).toFixed(1)} s, ` +
      `${seen.lost} answers lost, told to wait: ${told}; ` +
      `accepted ${described(took.accepted)}, refused ${described(took.refused)}\n`,
  );
  expect(seen.sent).toHaveLength(DEVICES * LANES * (1 + REPLIES));
  expect(await effectsOf(connection, seen.sent)).toEqual(seen.sent.map(() => [true]));
  const files = await openDiskStore(join(dataDir, 'files'), { besideServer: true });
  expect((await verifyData({ connection, files })).differences).toEqual([]);
  expect(drainedMs).toBeLessThan(DRAINED_MS);
}, 900_000);
