// A tenant with millions of documents: the bench copies those of a demonstration by SQL, spread
// over ten years, with people, sectors and history, and asks what a person waits for most.

import type { ChangesPage } from '#contract/sync.ts';
import { PATHS } from '#contract/paths.ts';
import { REPORTS } from '#domain/reports.ts';
import { AFTER_ALL, decodeCursor, encodeCursor } from '#server/sync/cursor.ts';
import type pg from 'pg';
import { type ApiClient, logInOverHttp } from '../../e2e/api-client.ts';
import { withTown, type Town } from './town.ts';

const COPIED = 2000;
const TIMES = 5;
const ROWS = 200;
const AT_ONCE = 20;
const DAYS = 3650;
/** A person who sees what concerns one sector. */
const OF_A_SECTOR = 'servidor.semob@pmvi.example';
/** The newest copies, of which documents are open as those of the demonstration are. */
const OPEN_SHARE = 0.025;
const RARE = 'quartzo';

/** What a copy has in the place of a value; `k` is its number, `n` how many there are. */
const shifted = (column: string): string => `t."${column}" - make_interval(days => (k * ${DAYS} / n)::int)`;
const OF_DOCUMENT = { document_id: 't.document_id + k * step.document', rev: 't.rev + k * step.rev' };
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  documents: {
    id: 't.id + k * step.document',
    rev: OF_DOCUMENT.rev,
    number: 't.number + k * step.number',
    // Hundreds of thousands are never open at once: the older ones are completed.
    stored_status: `case when k > n * ${OPEN_SHARE} then 'completed' else t.stored_status end`,
    limit_date: `(${shifted('limit_date')})::date`,
    created_at: shifted('created_at'),
    last_activity_at: shifted('last_activity_at'),
    performed_at: shifted('performed_at'),
  },
  document_rows: OF_DOCUMENT,
  document_responsibles: { ...OF_DOCUMENT, arrived_at: shifted('arrived_at') },
  document_organizations: OF_DOCUMENT,
  document_tags: OF_DOCUMENT,
  logs: {
    ...OF_DOCUMENT,
    id: 't.id + k * step.log',
    created_at: shifted('created_at'),
    performed_at: shifted('performed_at'),
  },
};

export async function measureLarge(documents: number): Promise<void> {
  await withTown(COPIED, async (town) => {
    await copyDocuments(town.owner, Math.ceil(documents / COPIED) - 1);
    await measure(town);
  });
}

async function copyDocuments(owner: pg.Client, copies: number): Promise<void> {
  // Nothing of this database is kept, so it may be made without waiting for the disk.
  for (const setting of ['fsync = off', 'full_page_writes = off', `max_wal_size = '16GB'`])
    await owner.query(`alter system set ${setting}`);
  await owner.query('select pg_reload_conf()');
  await owner.query(
    `set session_replication_role = replica; set maintenance_work_mem = '4GB'; set app.maintenance = 'on'`,
  );
  await owner.query(
    `create temp table step as select (select max(id) from documents) as document, (select max(id) from logs) as log,
      (select max(value) from counters where tenant_id = 1) as rev, (select max(number) from documents) as number`,
  );
  // Making the indexes after the rows takes a fraction of the time.
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relname = any($1) and not i.indisprimary and not exists (select from pg_constraint p where p.conindid = i.indexrelid)`,
    [Object.keys(TABLES)],
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  for (const [table, values] of Object.entries(TABLES)) {
    const { rows } = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const columns = rows.map(({ name }) => name);
    await owner.query(`create temp table copied as select * from "${table}" where tenant_id = 1
      ${table === 'logs' ? `and action <> 'view'` : ''}`);
    for (let first = 1; first <= copies; first += AT_ONCE) {
      await owner.query(
        `insert into "${table}" ("${columns.join('", "')}") overriding system value
        select ${columns.map((name) => values[name] ?? `t."${name}"`).join(', ')}
        from (select ${copies}::float8 as n) n, generate_series($1::bigint, $2::bigint) k, step, copied t`,
        [first, Math.min(first + AT_ONCE - 1, copies)],
      );
    }
    await owner.query('drop table copied');
    print(`${table} copied`);
  }
  for (const { definition } of indexes) {
    await owner.query(definition);
    print(definition.slice(0, 90));
  }
  await owner.query('update counters set value = (select max(rev) from documents) where tenant_id = 1');
  await owner.query(
    `update documents set search_text = search_text || ' ${RARE}' where tenant_id = 1
      and id = (select max(id) / 2 from documents where tenant_id = 1)`,
  );
  await owner.query(`vacuum analyze ${Object.keys(TABLES).join(', ')}, counters`);
  print('vacuumed');
}

const print = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);

async function measure({ client, owner, server }: Town): Promise<void> {
  const { rows } = await owner.query<{ documents: number; lines: number }>(
    'select (select count(*)::int from documents) as documents, (select count(*)::int from logs) as lines',
  );
  console.log(`${String(rows[0]?.documents)} documents, ${String(rows[0]?.lines)} lines of the history\n`);
  console.log('| request | who sees all: first ms | median ms | who sees a sector: first ms | median ms |');
  console.log('|---|---|---|---|---|');
  const people = [client, await logInOverHttp(server, OF_A_SECTOR)];
  const ask = async (name: string, pathFor: (one: ApiClient) => Promise<string> | string): Promise<void> => {
    const cells: string[] = [];
    for (const one of people) cells.push(...(await msOf(one, await pathFor(one))));
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  };
  await ask('list, page 1', () => PATHS.documents);
  await ask('open documents, page 1', () => `${PATHS.documents}?status=under_review`);
  await ask('search of a frequent word', () => `${PATHS.documents}?search=drenagem`);
  await ask('search of a rare word', () => `${PATHS.documents}?search=${RARE}`);
  await ask('home', () => PATHS.dashboard);
  await ask(`first page of the feed, ${ROWS} rows`, () => `${PATHS.changes}?limit=${ROWS}`);
  await ask(`delta of ${ROWS}`, deltaOf);
  const quarter = new Date(Date.now() - 120 * 86_400_000);
  const from = new Date(Date.UTC(quarter.getUTCFullYear(), Math.floor(quarter.getUTCMonth() / 3) * 3, 1));
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 3, 0));
  const [first, last] = [from, to].map((at) => at.toISOString().slice(0, 10));
  people.pop();
  for (const report of REPORTS)
    await ask(`${report} of a quarter`, () => `${PATHS.report(report)}?from=${first}&to=${last}`);
}

/** The changes of a device that lacks the last documents alone. */
async function deltaOf(client: ApiClient): Promise<string> {
  const page = await client.get<ChangesPage>(`${PATHS.changes}?limit=1`);
  const cursor = decodeCursor(page.next_cursor);
  if (cursor === null) throw new Error('the feed gives a cursor');
  const since = encodeCursor({ ...cursor, phase: 'since', rev: Math.max(0, cursor.rev - ROWS), place: AFTER_ALL });
  return `${PATHS.changes}?limit=${ROWS}&cursor=${since}`;
}

/** The first time and the median, or what was answered instead. */
async function msOf(client: ApiClient, path: string): Promise<readonly [string, string]> {
  const took: number[] = [];
  let failure = '';
  for (let turn = 0; turn < TIMES; turn += 1) {
    const begun = performance.now();
    const answer = await fetch(client.url + path, { headers: client.headers() });
    await answer.arrayBuffer();
    took.push(performance.now() - begun);
    if (!answer.ok) failure = ` (${answer.status})`;
  }
  const median = took.toSorted((one, other) => one - other)[TIMES >> 1] ?? Number.NaN;
  return [`${(took[0] ?? Number.NaN).toFixed(0)}${failure}`, median.toFixed(0)];
}
