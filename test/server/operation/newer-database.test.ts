// A database that a newer version has migrated: an older server does not start on it, and one that
// runs answers 503.

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createJobBench } from '../notices/job-bench.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  owner = new pg.Client(server.connection);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const migrate = () =>
  owner.query(`insert into schema_migrations (hash, created_at) values ('of tomorrow', 9999999999999)`);
const goBack = () => owner.query(`delete from schema_migrations where hash = 'of tomorrow'`);
const status = async (url: string): Promise<number> => (await server.app.inject(url)).statusCode;

it('an older server answers 503 from the moment on at which its database is migrated, and again 200 after it went back', async () => {
  const person = await server.login('servidor.semob@pmvi.example');
  expect((await person.get('/api/documents')).statusCode).toBe(200);
  expect(await status('/health')).toBe(200);
  await migrate();
  await expect.poll(async () => (await person.get('/api/documents')).statusCode).toBe(503);
  const refused = await person.get('/api/documents');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await person.send('POST', '/api/alerts', {})).statusCode).toBe(503);
  expect(await status('/api/user')).toBe(503);
  const health = await server.app.inject('/health');
  expect([health.statusCode, health.json()]).toEqual([503, { status: 'unavailable', part: 'version' }]);
  await goBack();
  expect(await status('/health')).toBe(200);
  expect((await person.get('/api/documents')).statusCode).toBe(200);
});

it('the health check notices it even where the database could not tell', async () => {
  await owner.query('alter table schema_migrations disable trigger user');
  await migrate();
  expect(await status('/health')).toBe(503);
  expect(await status('/api/user')).toBe(503);
  await goBack();
  expect(await status('/health')).toBe(200);
  await owner.query('alter table schema_migrations enable trigger user');
});

it('no job is done meanwhile', async () => {
  await owner.query(
    `insert into jobs (tenant_id, kind, key, payload, run_at) values (1, 'push', 'x', '{}', now() - interval '1 hour')`,
  );
  const halted = createJobBench(server.services, { isHalted: () => true });
  expect(await halted.jobs.tick()).toBe(0);
  expect(await createJobBench(server.services).jobs.tick()).toBeGreaterThan(0);
});

// Last, because a copy of a template gets roles of its own here, and this server has those of the
// template.
it('an older server does not start on it, nor does a command, in one sentence', async () => {
  await migrate();
  await expect(migrateDatabase(server.connection)).rejects.toThrow(
    /^o banco de dados é de uma versão mais nova do Malote: /,
  );
  await goBack();
  await expect(migrateDatabase(server.connection)).resolves.toBeUndefined();
});
