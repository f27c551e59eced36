// A tenant as its operator suspends, ends and addresses it (S247, S248), and how many people it may
// have.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestPasswordReset } from '#server/sessions/password-reset.ts';
import {
  beginDeletion,
  deleteTenant,
  disableTenant,
  enableTenant,
  readTenants,
  setFront,
} from '#server/operation/tenant-state.ts';
import { createTenant, setPeopleQuota } from '#server/operation/tenants.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { arrive, solvedToken } from '../harness/test-client.ts';
import { confer, PEOPLE, send } from '../import/sheets.ts';
import { createJobBench } from '../notices/job-bench.ts';

const DAY_MS = 86_400_000;
const PASSWORD = 'malote-demo';
const HOST = 'oficios.vale.example';
let now = Date.now();
let server: TestServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await startTestServer({ demo: true, clock: () => now });
  owner = new pg.Client(server.connection);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const at = (acronym: string) => ({ acronym, now });
const one = async (text: string, values: unknown[] = []) => (await owner.query(text, values)).rows[0];

/** What the login answers at a host name: 200, or the sentence under the e-mail. */
async function enters(email: string, { host = 'malote.example', password = PASSWORD } = {}): Promise<unknown> {
  const client = await arrive(server.app);
  const answer = await client.inject({
    method: 'POST',
    url: '/login',
    payload: { email, password, token: await solvedToken(client) },
    headers: { host },
  });
  return answer.statusCode === 200 ? 200 : answer.json().errors.email[0];
}

const UNKNOWN = 'E-mail ou senha inválidos.';

describe('a suspended tenant', () => {
  it('its people are out and nobody enters, until it is back; others notice nothing', async () => {
    const person = await server.login('servidor.semob@pmvi.example');
    const other = await server.login('servidor@cmvi.example');
    await requestPasswordReset(server.database, { email: 'admin@pmvi.example', host: '', now });
    const bench = createJobBench(server.services);

    await disableTenant(server.connection, at('pmvi'));
    expect((await person.get('/api/user')).statusCode).toBe(401);
    expect((await person.send('PATCH', '/api/profile', { name: 'Outro' })).statusCode).toBe(419);
    expect((await other.get('/api/user')).statusCode).toBe(200);
    expect(await enters('servidor.semob@pmvi.example')).toMatch(/^O acesso deste órgão está suspenso/);
    expect(await enters('servidor.semob@pmvi.example', { password: 'another one' })).toBe(UNKNOWN);
    expect(await enters('servidor@cmvi.example')).toBe(200);
    await bench.jobs.tick();
    expect(bench.mails.filter(({ to }) => to.email === 'admin@pmvi.example')).toEqual([]);
    expect((await readTenants(server.connection, 'PMVI'))[0]).toMatchObject({ disabled_at: expect.any(String) });

    await enableTenant(server.connection, 'PMVI');
    expect((await person.get('/api/user')).statusCode).toBe(401);
    expect(await enters('servidor.semob@pmvi.example')).toBe(200);
    await bench.jobs.tick();
    expect(bench.mails.filter(({ to }) => to.email === 'admin@pmvi.example')).toHaveLength(1);
  });

  it('a session that began while it was being suspended is none', async () => {
    const person = await server.login('protocolo@pmvi.example');
    await owner.query(`update tenants set disabled_at = now() where acronym = 'PMVI'`);
    expect((await person.get('/api/user')).statusCode).toBe(401);
    await owner.query('update tenants set disabled_at = null');
    expect((await person.get('/api/user')).statusCode).toBe(200);
  });
});

describe('a host name of its own', () => {
  beforeEach(() => setFront(server.connection, { acronym: 'PMVI', host: HOST.toUpperCase(), phone: '(27) 3000-0000' }));

  it('lets in its own people alone, and every other account is as unknown as any', async () => {
    expect(await enters('servidor.semob@pmvi.example', { host: HOST })).toBe(200);
    expect(await enters('servidor@cmvi.example', { host: HOST })).toBe(UNKNOWN);
    expect(await enters('servidor@cmvi.example', { host: `${HOST.toUpperCase()}:8443` })).toBe(UNKNOWN);
    // The same name, written whole.
    expect(await enters('servidor@cmvi.example', { host: `${HOST}.` })).toBe(UNKNOWN);
    expect(await enters('servidor@cmvi.example')).toBe(200);
    const links = async () => Number((await one(`select count(*) from jobs where kind = 'password-reset'`)).count);
    const before = await links();
    await requestPasswordReset(server.database, { email: 'servidor@cmvi.example', host: HOST, now });
    expect(await links()).toBe(before);
    await requestPasswordReset(server.database, { email: 'servidor@cmvi.example', host: 'malote.example', now });
    expect(await links()).toBe(before + 1);
  });

  it('says there whose it is and whom to ask; elsewhere a server of several says neither', async () => {
    const told = async (host: string) =>
      (await server.app.inject({ url: '/api/public-body', headers: { host } })).json<Record<string, unknown>>();
    for (const host of [HOST, `${HOST}.:8443`])
      expect(await told(host)).toEqual({
        name: expect.stringContaining('Vale do Ipê'),
        logo: expect.stringMatching(/^data:image\/webp/),
        contact_phone: '(27) 3000-0000',
      });
    for (const host of ['malote.example', 'cmvi.vale.example', ''])
      expect(await told(host)).toEqual({ name: null, logo: null });
  });

  it('is the address of its links in messages', async () => {
    await owner.query('delete from jobs');
    now += DAY_MS;
    for (const email of ['admin@pmvi.example', 'admin@cmvi.example'])
      await requestPasswordReset(server.database, { email, host: '', now });
    const bench = createJobBench(server.services);
    await bench.jobs.tick();
    const linkOf = (email: string) =>
      /https:\S+password-reset/.exec(bench.mails.find(({ to }) => to.email === email)?.text ?? '')?.[0];
    expect(linkOf('admin@pmvi.example')).toBe(`https://${HOST}/password-reset`);
    expect(linkOf('admin@cmvi.example')).toBe('https://malote.example/password-reset');
  });

  it.each(['https://oficios.example', 'oficios', 'oficios.example:80', 'a b.example', '-a.example'])(
    '%s is no host name',
    async (host) => {
      await expect(setFront(server.connection, { acronym: 'CMVI', host })).rejects.toThrow('não é um nome de servidor');
    },
  );

  it('belongs to one tenant', async () => {
    await expect(
      setFront(server.connection, { acronym: 'CMVI', host: 'malote.example', commonHost: 'malote.example' }),
    ).rejects.toThrow('é o endereço comum do servidor');
    await expect(setFront(server.connection, { acronym: 'CMVI', host: HOST })).rejects.toThrow(
      'já é o endereço de PMVI',
    );
  });
});

describe('a quota of people', () => {
  it('refuses one more, by form, in bulk and by sheet, and keeps those that are there', async () => {
    const admin = await server.login('admin@cmvi.example');
    const people = Number((await readTenants(server.connection, 'CMVI'))[0]?.people);
    const roles = (await one(`select id from roles where name = 'Servidor' and tenant_id =
      (select id from tenants where acronym = 'CMVI')`)) as { id: number };
    const sector = await one(`select o.id, o.acronym from organizations o join tenants t on t.id = o.tenant_id
      where t.acronym = 'CMVI' and o.status = 'active' limit 1`);
    const person = (name: string, status: string) => ({
      name,
      last_name: 'Lima',
      email: `${name.toLowerCase()}@cmvi.example`,
      organization_id: Number(sector.id),
      status,
      roles: [Number(roles.id)],
      invite: 'slip',
    });
    const sentence = `O órgão chegou ao limite de ${people + 1} pessoas ativas.`;
    await setPeopleQuota(server.connection, { acronym: 'cmvi', people: String(people + 1) });
    expect((await admin.send('POST', '/api/users', person('Yara', 'active'))).statusCode).toBe(201);
    const refused = await admin.send('POST', '/api/users', person('Zeca', 'active'));
    expect([refused.statusCode, refused.json().errors.status[0]]).toEqual([422, expect.stringContaining(sentence)]);
    const made = await admin.send('POST', '/api/users', person('Zeca', 'inactive'));
    expect(made.statusCode).toBe(201);
    const id = Number((await one(`select id from users where email = 'zeca@cmvi.example'`)).id);
    const bulk = await admin.send('PATCH', '/api/users', { user_ids: [id], status: 'active' });
    expect([bulk.statusCode, bulk.body]).toEqual([422, expect.stringContaining(sentence)]);
    const sheet = `Nome;Sobrenome;E-mail;Setor;Papel\nRui;Sá;rui@cmvi.example;${sector.acronym};Servidor`;
    const { conference } = await confer(admin, PEOPLE, sheet);
    const sent = await send(admin, PEOPLE, { file: sheet, conference });
    expect([sent.statusCode, sent.body]).toEqual([422, expect.stringContaining(sentence)]);

    await setPeopleQuota(server.connection, { acronym: 'CMVI', people: '1' });
    const yara = Number((await one(`select id from users where email = 'yara@cmvi.example'`)).id);
    const renamed = { user_ids: [yara], ...person('Yara', 'active'), last_name: 'Alves', invite: undefined };
    expect((await admin.send('PUT', '/api/users', renamed)).statusCode).toBe(200);
    await setPeopleQuota(server.connection, { acronym: 'CMVI', people: 'padrao' });
    expect((await admin.send('PATCH', '/api/users', { user_ids: [id], status: 'active' })).statusCode).toBe(200);
  });
});

describe('a tenant that is deleted', () => {
  it('waits, and then goes with its files; its receipts can still be checked', async () => {
    const person = await server.login('protocolo@pmvi.example');
    const headers = { 'idempotency-key': randomUUID() };
    expect(
      (await person.inject({ method: 'PATCH', url: '/api/profile', payload: { name: 'Sueli' }, headers })).statusCode,
    ).toBe(200);
    const tenantId = Number((await one(`select id from tenants where acronym = 'PMVI'`)).id);
    const { key } = await one('select key from receipt_keys where tenant_id = $1', [tenantId]);
    const published = (await server.app.inject(`/api/receipt-keys/${key}`)).json();
    const files = (await owner.query('select storage_key as key from files where tenant_id = $1', [tenantId])).rows;
    expect(files.length).toBeGreaterThan(0);
    // What an export for the browser has written holds the texts of all documents.
    const { storageKey: part } = await server.services.files.put(Readable.from(['tudo']), { maxBytes: 4 });
    await owner.query(
      `insert into exports (tenant_id, asked_by, state, parts) select $1, min(id), 'ready', array[$2] from users
        where tenant_id = $1`,
      [tenantId, part],
    );
    files.push({ key: part });
    const others = Number((await one('select count(*) from documents where tenant_id <> $1', [tenantId])).count);
    const parts = { connection: server.connection, files: server.services.files };

    await expect(deleteTenant(parts, at('PMVI'))).rejects.toThrow('não foi iniciada');
    await expect(beginDeletion(server.connection, { ...at('PMVI'), days: 1 })).rejects.toThrow('de 7 a 365 dias');
    const from = await beginDeletion(server.connection, { ...at('PMVI'), days: 30 });
    expect(from).toBe(new Date(now + 30 * DAY_MS).toISOString());
    expect((await person.get('/api/user')).statusCode).toBe(401);
    now += 29 * DAY_MS;
    await expect(deleteTenant(parts, at('PMVI'))).rejects.toThrow('só pode ser apagado a partir de');

    now += DAY_MS;
    expect(await deleteTenant(parts, at('PMVI'))).toEqual({ documents: expect.any(Number), files: expect.any(Number) });
    const { rows: tables } = await owner.query(`select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id'`);
    expect(tables.length).toBeGreaterThan(20);
    for (const { name } of tables)
      expect([name, (await one(`select count(*)::int from "${name}" where tenant_id = $1`, [tenantId])).count]).toEqual(
        [name, 0],
      );
    const left = new Set<string>();
    for await (const storageKey of server.services.files.list()) left.add(storageKey);
    expect(files.filter(({ key: stored }) => left.has(stored))).toEqual([]);
    expect(Number((await one('select count(*) from documents')).count)).toBe(others);
    expect((await server.app.inject(`/api/receipt-keys/${key}`)).json()).toMatchObject({
      ...published,
      until: expect.any(String),
    });

    const admin = { name: 'Ana Souza', email: 'admin@pmvi.example' };
    await createTenant(server.connection, { name: 'Prefeitura de Vale do Ipê', acronym: 'PMVI', admin });
    expect((await readTenants(server.connection, null)).map(({ acronym }) => acronym)).toEqual(['CMVI', 'PMVI']);
  });
});
