// A server whose clock is moved away from the machine's, as CLOCK_OFFSET_MS moves it: everything
// that has to do with time follows the moved clock, the human check and each stored instant
// included.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createJobBench } from '../notices/job-bench.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { arrive, solvedToken, type TestClient } from '../harness/test-client.ts';

const DAY_MS = 86_400_000;
const YEARS_MS = 400 * DAY_MS;
/** Says how far the clock of the database is from the machine's. */
const COMPARES_CLOCKS = 'operation/doctor.ts';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function startMoved(offsetMs: number): Promise<TestServer> {
  const server = await startTestServer({ demo: true, clock: () => Date.now() + offsetMs });
  servers.push(server);
  return server;
}

/**
 * `table.column` of every stored instant between the two of the machine's clock, whatever code
 * wrote it.
 */
async function instantsBetween(server: TestServer, [from, to]: readonly [number, number]): Promise<string[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ t: string; c: string }>(`select table_name as t, column_name as c
      from information_schema.columns where table_schema = 'public' and data_type like 'timestamp%'`);
    const found: string[] = [];
    for (const { t, c } of rows) {
      const { rowCount } = await client.query(`select from "${t}" where "${c}" between $1 and $2 limit 1`, [
        new Date(from).toISOString(),
        new Date(to).toISOString(),
      ]);
      if (rowCount !== 0) found.push(`${t}.${c}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

/** One of nearly each kind of write; the server must accept each. */
async function writeEverything(admin: TestClient): Promise<void> {
  const taken = async (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: object) => {
    const answer = await admin.send(method, url, body);
    expect([method, url, answer.statusCode, answer.statusCode < 300 ? '' : answer.body]).toEqual([
      method,
      url,
      expect.toBeOneOf([200, 201, 204]),
      '',
    ]);
    return answer.json();
  };
  const { organization } = await taken('POST', '/api/organizations', { name: 'Arquivo Geral', acronym: 'ARQG' });
  const roles = (await admin.get('/api/roles')).json<{ id: number }[]>();
  const person = { name: 'Lia', last_name: 'Prado', email: 'lia@pmvi.example', password: 'uma senha longa 1' };
  const { user } = await taken('POST', '/api/users', {
    ...person,
    password_confirmation: person.password,
    organization_id: organization.id,
    roles: [roles[0]?.id],
  });
  const [subject] = (await admin.get('/api/document-subjects')).json<{ id: number }[]>();
  const form = multipart(
    [
      ['document_subject_id', String(subject?.id)],
      ['type', 'general_document'],
      ['organization_ids[]', String(organization.id)],
      ['user_ids[]', String(user.id)],
      ['title', 'Ofício'],
      ['physical_document_number', '1/2026'],
      ['limit_date', '2090-01-31'],
      ['is_exception', '1'],
      ['exception_reason', 'Fora do prazo'],
      ['content', '<p>Segue.</p>'],
    ],
    [{ name: 'oficio.pdf', content: smallPdf() }],
  );
  const created = await admin.inject({ method: 'POST', url: '/api/documents', ...form });
  expect([created.statusCode, created.statusCode < 300 ? '' : created.body]).toEqual([201, '']);
  const { document } = created.json();
  expect((await admin.get(`/api/documents/${document.id}`)).statusCode).toBe(200);
  await taken('PATCH', `/api/documents/${document.id}`, { content: '<p>Resposta.</p>' });
  await taken('PATCH', `/api/documents/${document.id}`, { status: 'completed' });
  await taken('PATCH', `/api/documents/${document.id}`, { status: 'under_review', limit_date: '2090-02-28' });
  await taken('PATCH', '/api/profile', { name: 'Helena' });
  await taken('PATCH', '/api/users', { user_ids: [user.id], status: 'inactive' });
  await taken('DELETE', '/api/users', { user_ids: [user.id] });
}

describe.each([
  ['ahead', YEARS_MS],
  ['behind', -YEARS_MS],
])('a server whose clock is %s of the machine’s', (_name, offsetMs) => {
  it('a server with a moved clock accepts logins and stores no instant of the machine’s clock', async () => {
    const server = await startMoved(offsetMs);
    const from = Date.now() - 1000;
    const stranger = await arrive(server.app);
    await stranger.send('POST', '/forgot-password', {
      email: 'servidor.semob@pmvi.example',
      token: await solvedToken(stranger),
    });
    const admin = await server.login('admin@pmvi.example');
    await expect(server.login('admin@pmvi.example', 'wrong')).rejects.toThrow('422');
    await writeEverything(admin);
    await createJobBench(server.services).jobs.tick();
    expect(await instantsBetween(server, [from, Date.now() + 1000])).toEqual([]);
  });
});

describe('the code of the server', () => {
  it('the server code reads only the clock of the services, in SQL too', async () => {
    const folder = fileURLToPath(new URL('../../../src/server', import.meta.url));
    const files = (await readdir(folder, { recursive: true })).filter(
      (name) => /(?<!\.test)\.ts$/.test(name) && name !== 'system-clock.ts' && !name.startsWith('db/schema'),
    );
    expect(files.length).toBeGreaterThan(150);
    const found: string[] = [];
    for (const name of files) {
      const text = await readFile(join(folder, name), 'utf8');
      // A parameter may also be named now; in SQL, now() is the clock of the database.
      const statements = (text.match(/`[^`]*`/g) ?? []).map((one) => one.replace(/\$\{[^}]*\}/g, '')).join('\n');
      const clock =
        /\bnew Date\(\)/.exec(text) ?? /\bnow\(\)|current_timestamp|clock_timestamp|localtimestamp/i.exec(statements);
      if (clock !== null && name !== COMPARES_CLOCKS) found.push(`${name}: ${clock[0]}`);
    }
    expect(found).toEqual([]);
  });
});
