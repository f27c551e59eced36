// GET /metrics: who may ask, and what is told.

import { sql } from 'drizzle-orm';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteSuccess } from '#server/operation/nightly-backup.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

const TOKEN = 'metrics-of-the-tests-and-nobody-else';
const NOW = Date.parse('2026-11-20T12:00:00Z');
let folder = '';
let server: TestServer;
const lost: TestServer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-metrics-'));
  const environment = { METRICS_TOKEN: TOKEN, DATA_DIR: folder };
  server = await startTestServer({ demo: true, environment, clock: () => NOW });
});
afterAll(async () => {
  for (const one of [server, ...lost]) await one.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (authorization?: string) =>
  server.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

/** The value of each line, after a look at the form of all lines. */
async function samples(): Promise<ReadonlyMap<string, number>> {
  const answer = await ask(`Bearer ${TOKEN}`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const lines = answer.body.trimEnd().split('\n');
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) malote_\w+ .+|malote_\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/);
  const found = lines.filter((line) => !line.startsWith('#'));
  return new Map(
    found.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

it('metrics are told to who has the token, and to nobody else', async () => {
  for (const given of [undefined, '', 'Bearer', `Bearer ${TOKEN}x`, TOKEN])
    expect((await ask(given)).statusCode).toBe(404);
  const without = await startTestServer({});
  lost.push(without);
  const answer = await without.app.inject({ url: '/metrics', headers: { authorization: 'Bearer null' } });
  expect(answer.statusCode).toBe(404);
});

it('requests and refusals are counted by class, and no address or id is a name', async () => {
  await server.app.inject('/api/documents/123456');
  await server.app.inject('/api/no-such-thing');
  const found = await samples();
  expect(found.get('malote_requests_total{class="documents",status="401"}')).toBe(1);
  expect(found.get('malote_requests_total{class="nowhere",status="404"}')).toBe(1);
  expect([...found.keys()].join('\n')).not.toMatch(/123456|no-such-thing/);
});

it('the queue is told by kind and age, with what was sent and given up', async () => {
  const at = (ms: number): string => new Date(NOW + ms).toISOString();
  await server.database.asSystem((tx) => tx.execute(sql`delete from jobs`));
  await server.database.asSystem((tx) =>
    tx.execute(sql`insert into jobs (tenant_id, kind, key, payload, run_at, attempts, done_at, last_error) values
      (1, 'deadline-mail', 'a', '{}', ${at(-90_000)}, 2, null, 'away'),
      (1, 'deadline-mail', 'b', '{}', ${at(60_000)}, 0, null, null),
      (1, 'deadline-mail', 'c', '{}', ${at(-90_000)}, 1, ${at(-60_000)}, null),
      (1, 'push', 'd', '{}', ${at(-90_000)}, 1, ${at(-60_000)}, 'no such recipient')`),
  );
  const found = await samples();
  const of = (name: string) => found.get(`malote_jobs_${name}`);
  expect(of('waiting{kind="deadline-mail"}')).toBe(2);
  expect(of('failing{kind="deadline-mail"}')).toBe(1);
  expect(of('late_seconds{kind="deadline-mail"}')).toBe(90);
  expect(of('finished_last_hour{kind="deadline-mail",outcome="done"}')).toBe(1);
  expect(of('finished_last_hour{kind="push",outcome="given_up"}')).toBe(1);
  expect(of('waiting{kind="password-reset"}')).toBe(0);
});

it('tenants, parts, connections, the last backup and the last verification are told', async () => {
  expect((await samples()).has('malote_last_backup_seconds')).toBe(false);
  const now = Date.parse('2026-11-19T03:00:00Z');
  await noteSuccess(server.connection, { name: 'backup', now });
  await noteSuccess(server.connection, { name: 'verify', now: now + 60_000 });
  const found = await samples();
  expect(found.get('malote_last_backup_seconds')).toBe(Date.parse('2026-11-19T03:00:00Z') / 1000);
  expect(found.get('malote_last_verify_seconds')).toBe(Date.parse('2026-11-19T03:01:00Z') / 1000);
  expect(found.get('malote_tenants')).toBe(2);
  expect(found.get('malote_part_up{part="database"}')).toBe(1);
  expect(found.get('malote_part_up{part="files"}')).toBe(1);
  expect(found.get('malote_event_streams')).toBe(0);
  expect(found.get('malote_database_connections{pool="tenants",state="most"}')).toBe(8);
});

it('the board asks for no metric that is not told', async () => {
  const told = new Set([...(await samples()).keys()].map((line) => line.replace(/\{.*/, '')));
  const board = await readFile(new URL('../../../src/server/deploy/grafana-board.json', import.meta.url), 'utf8');
  const asked = new Set(board.match(/\bmalote_\w+/g));
  expect(asked.size).toBeGreaterThan(10);
  expect([...asked].filter((name) => !told.has(name))).toEqual([]);
});
