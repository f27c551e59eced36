// The chain of a document's history (S99): what a person with full rights on the database changes
// is found and named.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pg from 'pg';
import { migrateDatabase } from '#server/db/migrate.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { openOldDatabase, type OldDatabase } from '../harness/old-database.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let server: TestServer;
let pmvi: Town;
let ana: TestClient;
let bia: TestClient;

townPerFile.beforeAll(({ town }) => void ({ server, pmvi, ana, bia } = town));

type Row = { id: string; chain_place: string; chain_hash: Buffer };

/** As a superuser, whom no row-level rule and no missing right holds. */
async function asSuperuser<Answer>(work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const differences = async () =>
  (await verifyData({ connection: server.connection, files: server.services.files })).differences;

let id = 0;
let name = '';
let logs: Row[] = [];
let replies: Row[] = [];

/**
 * A document with creation, view, three replies and completion; what a test changes is put back by
 * the next one.
 */
beforeEach(async () => {
  const document = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
  id = document.id;
  name = `documento PMVI${String(document.number).padStart(3, '0')} (${id})`;
  await bia.get(`/api/documents/${id}`);
  for (const content of ['Um.', 'Dois.', 'Três.']) await bia.send('PATCH', `/api/documents/${id}`, { content });
  await bia.send('PATCH', `/api/documents/${id}`, { status: 'completed' });
  await asSuperuser(async (client) => {
    const rowsOf = async (table: string) =>
      (
        await client.query<Row>(`select id, chain_place, chain_hash from ${table} where document_id = $1 order by id`, [
          id,
        ])
      ).rows;
    logs = await rowsOf('logs');
    replies = await rowsOf('interactions');
  });
  const before = await differences();
  if (before.length > 0) throw new Error(before.join('\n'));
});

/** Tampers, verifies, and takes the tampering back. */
async function foundAfter(...statements: string[]): Promise<string[]> {
  return asSuperuser(async (client) => {
    await client.query('create table kept_logs as select * from logs');
    await client.query('create table kept_interactions as select * from interactions');
    await client.query('create table kept_heads as select * from history_heads');
    try {
      for (const statement of statements) await client.query(statement);
      const found = await differences();
      return found.filter((one) => one.includes('história'));
    } finally {
      await client.query(`set session_replication_role = replica`);
      for (const table of ['logs', 'interactions']) {
        await client.query(`delete from ${table}`);
        await client.query(`insert into ${table} overriding system value select * from kept_${table}`);
      }
      await client.query('delete from history_heads');
      await client.query('insert into history_heads select * from kept_heads');
      await client.query('drop table kept_logs, kept_interactions, kept_heads');
    }
  });
}

const log = (place: number) => logs[place]?.id ?? '';
const reply = (place: number) => replies[place]?.id ?? '';

describe('the chain of a history', () => {
  it('links every row of a document once, in the order of its writing', async () => {
    const places = [...logs, ...replies].map((row) => Number(row.chain_place)).toSorted((a, b) => a - b);
    expect(places).toEqual([1, 2, 3, 4, 5, 6]);
    expect(logs.map((row) => Number(row.chain_place))).toEqual([1, 2, 6]);
    expect(await differences()).toEqual([]);
  });

  it('a changed row is named, whichever column was changed', async () => {
    for (const [table, row, change] of [
      ['interactions', reply(1), `content = 'Outra coisa.'`],
      ['interactions', reply(1), `creator_id = ${ana.userId}`],
      ['interactions', reply(0), `created_at = created_at - interval '1 ms'`],
      ['interactions', reply(2), `performed_at = performed_at - interval '1 day'`],
      ['interactions', reply(2), `command_id = '${randomUUID()}'`],
      ['logs', log(0), `limit_date = limit_date + 1`],
      ['logs', log(0), `responsible_ids = '{}'`],
      ['logs', log(0), `organization_ids = '{}'`],
      ['logs', log(1), `offline = not offline`],
      ['logs', log(2), `action = 'reopening'`],
      ['logs', log(2), `reason = 'Inventada'`],
      ['logs', log(2), `clock_suspect = not clock_suspect`],
    ] as const) {
      const kind = table === 'logs' ? 'registro' : 'resposta';
      const found = await foundAfter(`update ${table} set ${change} where id = ${row}`);
      expect({ change, found }).toEqual({
        change,
        found: [`linha da história alterada ou trocada: ${name}, ${kind} ${row}`],
      });
    }
  });

  it('a changed row whose own link was made anew is found at the next one, and the last one at the head', async () => {
    const relink = (row: string, before: string) => `update interactions i set chain_hash = sha256(
      (select chain_hash from interactions where id = ${before}) || history_content(i)) where id = ${row}`;
    const change = (row: string) => `update interactions set content = 'Outra.' where id = ${row}`;
    expect(await foundAfter(change(reply(1)), relink(reply(1), reply(0)))).toEqual([
      `linha da história alterada ou trocada: ${name}, resposta ${reply(2)}`,
    ]);
    const last = `update logs l set action = 'reopening', chain_hash = sha256((select chain_hash from interactions where id = ${reply(2)})
      || history_content(jsonb_populate_record(l, '{"action": "reopening"}'))) where id = ${log(2)}`;
    expect(await foundAfter(last)).toEqual([`fim da história diferente: ${name}, registro ${log(2)}`]);
  });

  it('a deleted row is named by what comes after it, and the last one by the head', async () => {
    expect(await foundAfter(`delete from interactions where id = ${reply(1)}`)).toEqual([
      `linha da história excluída: ${name}, 1 antes de resposta ${reply(2)}`,
    ]);
    expect(await foundAfter(`delete from logs where id = ${log(0)}`)).toEqual([
      `linha da história excluída: ${name}, 1 antes de registro ${log(1)}`,
    ]);
    expect(await foundAfter(`delete from logs where id = ${log(2)}`)).toEqual([
      `linha da história excluída: ${name}, 1 no fim`,
    ]);
  });

  it('two rows with each other’s contents, or with each other’s places, are both named', async () => {
    const contents = `update interactions set content = case id when ${reply(0)} then 'Dois.' else 'Um.' end
      where id in (${reply(0)}, ${reply(1)})`;
    const both = [reply(0), reply(1)].map((row) => `linha da história alterada ou trocada: ${name}, resposta ${row}`);
    expect(await foundAfter(contents)).toEqual(both);
    const places = `update interactions set chain_place = case id when ${reply(0)} then ${Number(replies[1]?.chain_place)}
      else ${Number(replies[0]?.chain_place)} end where id in (${reply(0)}, ${reply(1)})`;
    expect(await foundAfter(places)).toEqual(expect.arrayContaining(both));
  });

  it('an inserted row is named, with or without a place', async () => {
    const copy = (
      columns: string,
    ) => `insert into interactions (tenant_id, document_id, creator_id, content${columns === '' ? '' : ', chain_place, chain_hash'})
      select tenant_id, document_id, creator_id, 'Inserida.'${columns} from interactions where id = ${reply(1)}`;
    const [plain, ...more] = await foundAfter(copy(''));
    expect(plain).toMatch(/^linha da história inserida por fora: documento PMVI\d+ \(\d+\), resposta \d+$/);
    expect(more).toEqual([]);
    expect((await foundAfter(copy(', chain_place, chain_hash'))).join()).toContain('inserida por fora');
    const shifted = `update interactions set chain_place = chain_place + 1 where id = ${reply(2)}`;
    const moved = `update logs set chain_place = chain_place + 1 where id = ${log(2)}`;
    const found = await foundAfter(shifted, moved, copy(', chain_place + 1, chain_hash'));
    expect(found.join()).toContain('alterada ou trocada');
  });

  it('writers of one document at the same time make one chain', async () => {
    const url = `/api/documents/${id}`;
    await bia.send('PATCH', url, { status: 'under_review' });
    await Promise.all([
      ...Array.from({ length: 8 }, () => ana.send('POST', `${url}/views`, {})),
      ...Array.from({ length: 8 }, () => bia.send('POST', `${url}/views`, {})),
      ...Array.from({ length: 8 }, (_, at) => ana.send('PATCH', url, { content: `Ana ${at}.` })),
      ...Array.from({ length: 8 }, (_, at) => bia.send('PATCH', url, { content: `Bia ${at}.` })),
    ]);
    expect(await differences()).toEqual([]);
    const [head] = await asSuperuser(
      async (client) => (await client.query(`select length from history_heads where document_id = ${id}`)).rows,
    );
    // Eight views at once have one line, which Bia's view before has already.
    expect(Number(head.length)).toBe(6 + 1 + 16 + 1);
  });
});

describe('migration', () => {
  let old: OldDatabase;
  beforeAll(async () => {
    old = await openOldDatabase('history_chain', 18);
  });
  afterAll(() => old.close());

  it('links the history that earlier versions wrote, in the order of its arrival, also for an ordinary owner', async () => {
    await old.asSuperuser(async (client) => {
      await client.query(`set session_replication_role = replica`);
      await client.query(`insert into tenants (name, acronym) values ('Um', 'UM'), ('Dois', 'DOIS')`);
      await client.query(`insert into documents (tenant_id, id, number, stored_status, title, physical_document_number, type,
          subject_id, created_by, limit_date, content, search_text)
        overriding system value select t, d, d, 'pending', '', '', 'official_letter', 1, 1, '2026-02-01', '', ''
        from generate_series(1, 2) t, generate_series(1, 3) d`);
      await client.query(`insert into logs (tenant_id, document_id, creator_id, action, created_at)
        select t, d, 1, 'view', '2026-01-01'::timestamptz + n * interval '2 hours'
        from generate_series(1, 2) t, generate_series(1, 3) d, generate_series(0, 4) n`);
      await client.query(`insert into interactions (tenant_id, document_id, creator_id, content, created_at)
        select t, d, 1, 'Resposta ' || n, '2026-01-01'::timestamptz + (n * 2 + 1) * interval '1 hour'
        from generate_series(1, 2) t, generate_series(1, 3) d, generate_series(0, 4) n`);
    });
    await migrateDatabase(old.owner);
    await old.asSuperuser(async (client) => {
      const { rows } =
        await client.query(`select min(place)::int as first, max(place)::int as last, count(distinct place)::int as places,
          bool_and(place % 2 = case kind when 'log' then 1 else 0 end) as alternate
        from (select 'log' as kind, tenant_id, document_id, chain_place as place from logs
          union all select 'reply', tenant_id, document_id, chain_place from interactions) h group by tenant_id, document_id`);
      expect(rows).toEqual(Array.from({ length: 6 }, () => ({ first: 1, last: 10, places: 10, alternate: true })));
    });
    const verified = await verifyData({ connection: old.owner, files: server.services.files });
    expect(verified.differences.filter((one) => one.includes('história'))).toEqual([]);
  });
});
