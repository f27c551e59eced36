// The demonstration is marked where it stands, also by versions that did not mark it, and removed
// with everything of its own.

import { isOutsideWindow, windowOf } from '#domain/submission-window.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createTenant } from '#server/operation/tenants.ts';
import { removeDemo } from '#server/operation/remove-tenants.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { buildOnce, endServers, runEntry, spawnServer } from '../harness/server-process.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { openOldDatabase, type OldDatabase } from '../harness/old-database.ts';

const TOWN = { name: 'Prefeitura de Teste', acronym: 'TST', admin: { name: 'Ana Souza', email: 'ana@tst.example' } };

describe('the mark', () => {
  let old: OldDatabase;
  beforeAll(async () => {
    old = await openOldDatabase('demonstration_mark', 22);
  });
  afterAll(() => old.close());

  it('migration 0022 marks what the demonstration made, and no other tenant, also for an ordinary owner', async () => {
    await old.asSuperuser(async (client) => {
      await client.query(`insert into tenants (name, acronym) values
        ('Demonstração', 'DEMO'), ('Renomeada', 'REN'), ('Uma a uma', 'UMA'), ('De verdade', 'REAL'), ('Vazia', 'VAZ')`);
      // In a real town an import writes people in one moment; a person at such an address alone was
      // made by hand.
      await client.query(`insert into users (tenant_id, name, last_name, email, password_hash, sealing_key, created_at)
        select t, 'Ana', '', email, '', '', '2026-01-01'::timestamptz + apart * interval '1 second' from (values
          (1, 'admin@pmvi.example', 0), (1, 'edgar@pmvi.example', 0), (1, 'yasmin@pmvi.example', 0),
          (2, 'a@town.example', 0), (2, 'b@town.example', 0), (2, 'servidor@cmvi.example', 0),
          (3, 'x@pmvi.example', 1), (3, 'y@pmvi.example', 2), (3, 'z@pmvi.example', 3),
          (4, 'a@real.example', 0), (4, 'b@real.example', 0), (4, 'c@real.example', 0)) as p (t, email, apart)`);
    });
    await migrateDatabase(old.owner);
    const { rows } = await old.asSuperuser((client) =>
      client.query('select acronym from tenants where demonstration order by id'),
    );
    expect(rows).toEqual([{ acronym: 'DEMO' }, { acronym: 'REN' }]);
  });
});

/** What decides whether a document must be an exception. */
type RuleFacts = {
  readonly is_exception: boolean;
  readonly start_day: number | null;
  readonly end_day: number | null;
  readonly sent_on: string;
  readonly exempt: boolean;
};

describe('admin demo:remove', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ demo: true });
  });
  afterAll(() => server.close());

  /** Tables that hold a row of these tenants. */
  const filledBy = async (ids: string): Promise<string[]> => {
    const client = new pg.Client(server.connection);
    await client.connect();
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
    );
    const filled: string[] = [];
    for (const { name } of tables) {
      const { rowCount } = await client.query(`select from ${name} where tenant_id in (${ids}) limit 1`);
      if (rowCount !== 0) filled.push(name);
    }
    await client.end();
    return filled;
  };

  it('the documents of the demonstration are exceptions exactly where their window asks for one (rule C1)', async () => {
    const client = new pg.Client(server.connection);
    await client.connect();
    const { rows } = await client.query<RuleFacts>(`select d.is_exception, s.submission_start_day as start_day,
        s.submission_end_day as end_day, (d.created_at at time zone t.time_zone)::date::text as sent_on,
        exists (select from subject_exempt_organizations e where e.tenant_id = d.tenant_id and e.subject_id = s.id
          and e.organization_id = d.origin_organization_id) as exempt
      from documents d join tenants t on t.id = d.tenant_id
      join document_subjects s on (s.tenant_id, s.id) = (d.tenant_id, d.subject_id)
      where t.acronym = 'PMVI'`);
    await client.end();
    const wrong = rows.filter(({ is_exception: isException, start_day: start, end_day: end, sent_on: day, exempt }) => {
      return isException !== (!exempt && isOutsideWindow(windowOf(start, end), day));
    });
    expect(wrong).toEqual([]);
    expect(rows.filter((row) => row.is_exception)).toHaveLength(9);
  });

  it('admin demo:remove takes every row of the demonstration and none of another tenant', async () => {
    const { id } = await createTenant(server.connection, TOWN);
    expect(await filledBy('1, 2')).toContain('documents');
    const person = await server.login('admin@pmvi.example');
    await person.get('/api/users');
    expect(await removeDemo(server.connection, { withWork: false })).toEqual(['PMVI', 'CMVI']);
    expect(await filledBy('1, 2')).toEqual([]);
    expect(await filledBy(String(id))).toEqual(expect.arrayContaining(['users', 'roles', 'counters']));
    expect(await removeDemo(server.connection, { withWork: false })).toEqual([]);
    // The bytes have no rows now; the collector takes them when they are a day old.
    const { differences } = await verifyData({ connection: server.connection, files: server.services.files });
    expect(differences).toEqual([]);
  });

  it('admin demo:remove does not take what people wrote there unless it is told to', async () => {
    const used = await startTestServer({ demo: true });
    try {
      const admin = await used.login('admin@pmvi.example');
      const alert = { title: 'Aviso', description: 'De verdade', limit_date: '2099-01-01' };
      expect((await admin.send('POST', '/api/alerts', alert)).statusCode).toBe(201);
      await expect(removeDemo(used.connection, { withWork: false })).rejects.toThrow(
        'npm run admin -- demo:remove --with-work',
      );
      expect(await removeDemo(used.connection, { withWork: true })).toEqual(['PMVI', 'CMVI']);
    } finally {
      await used.close();
    }
  });
});

describe('a start that strangers can reach', { timeout: 240_000 }, () => {
  const REFUSED = /^o banco de dados tem a demonstração \(PMVI, CMVI\).* npm run admin -- demo:remove$/;
  let DATA_DIR = '';
  beforeAll(async () => {
    await buildOnce();
    DATA_DIR = await mkdtemp(join(tmpdir(), 'malote-demonstration-'));
    const first = spawnServer({ DATA_DIR, DEMO_DOCUMENTS: '5' });
    await first.ready;
    first.child.kill('SIGTERM');
    await first.exited;
  }, 120_000);
  afterAll(async () => {
    endServers();
    await rm(DATA_DIR, { recursive: true, force: true });
  });

  const PUBLIC = { PUBLIC_URL: 'https://malote.example' };
  it.each([
    ['in production', { NODE_ENV: 'production' }],
    ['at a public address', PUBLIC],
    ['to a whole network', { HOST: '0.0.0.0', DEMO: '0' }],
    ['with another DEMO_PASSWORD than the accounts have', { HOST: '0.0.0.0', DEMO_PASSWORD: 'uma senha própria' }],
  ])('is refused %s while the database holds the demonstration', async (_where, environment) => {
    const server = spawnServer({ DATA_DIR, ...environment });
    expect(await server.exited).toBe(1);
    expect(server.output().trim()).toMatch(REFUSED);
  });

  it('is taken once the demonstration is removed, and to a network where it was made with a password of its own', async () => {
    expect(await runEntry('admin', { environment: { DATA_DIR }, args: ['demo:remove'] })).toMatchObject({ code: 0 });
    const own = { DEMO: '1', DEMO_PASSWORD: 'própria' };
    for (const environment of [{ NODE_ENV: 'production' }, PUBLIC, { HOST: '0.0.0.0', ...own }]) {
      const server = spawnServer({ DATA_DIR, DEMO_DOCUMENTS: '5', ...environment });
      await expect.poll(server.output, { timeout: 60_000 }).toContain('Malote: ');
      // The line that follows is printed with it; a demonstration is named there.
      expect(server.output().includes('Contas de demonstração')).toBe('DEMO' in environment);
      server.child.kill('SIGTERM');
      expect(await server.exited).toBe(0);
    }
    for (const environment of [{ NODE_ENV: 'production' }, PUBLIC]) {
      const made = spawnServer({ DATA_DIR, ...environment });
      expect(await made.exited).toBe(1);
      expect(made.output().trim()).toMatch(REFUSED);
      const asked = spawnServer({ DATA_DIR, ...environment, ...own });
      expect(await asked.exited).toBe(1);
      expect(asked.output()).toContain('Configuração: DEMO=1 não é aceito');
    }
  });
});
