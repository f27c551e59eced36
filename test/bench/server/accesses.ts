// The log of accesses after a year of a town: how long each page of the audit takes, and what
// recording adds to a request. The bench writes the rows itself, into a database of its own.

import type { AuditPage } from '#contract/accesses.ts';
import { PATHS } from '#contract/paths.ts';
import { openDatabase } from '#server/db/database.ts';
import { actorOf } from '#server/policies/actor.ts';
import { findDocumentFile } from '#server/queries/find-file.ts';
import type pg from 'pg';
import { type ApiClient, logInOverHttp } from '../../e2e/api-client.ts';
import { figuresOf } from '../figures.ts';
import { printTable } from './table.ts';
import type { Town } from './town.ts';

/** Each month of it is a partition. */
const YEAR = 2025;
const PEOPLE = 500;
const PAGE_TIMES = 3;
const DOWNLOADS = 200;
/** Documents of one request for details, and how many such requests are measured. */
const DETAILS = 50;
const DETAIL_REQUESTS = 100;
const OTHER_ADMIN = 'controle@pmvi.example';

/** Writes this many accesses and a tenth as many views, and measures. */
export async function measureAccesses(town: Town, events: number): Promise<void> {
  await fillAccesses(town.owner, events);
  await measurePages(town);
  await measureRecording(town);
}

async function fillAccesses(owner: pg.Client, events: number): Promise<void> {
  await owner.query(`set app.maintenance = 'on'; set synchronous_commit = off`);
  await owner.query(
    `insert into users (tenant_id, name, last_name, email, password_hash, sealing_key, organization_id)
    select tenant_id, name, last_name || ' ' || g, 'pessoa' || g || '@pmvi.example', password_hash, sealing_key,
      organization_id
    from generate_series(1, $1 - (select count(*)::int from users where tenant_id = 1)) g
      cross join (select * from users where tenant_id = 1 and email = 'servidor.semob@pmvi.example') u`,
    [PEOPLE],
  );
  await owner.query('select ensure_access_months($1, 11)', [`${YEAR}-01-01`]);
  // Making the indexes after the rows takes a fraction of the time.
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid in ('access_events'::regclass) and not i.indisprimary`,
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  for (const table of ['users', 'documents'])
    await owner.query(`create temp table bench_${table} (place int primary key, id bigint);
      insert into bench_${table} select row_number() over (order by id) - 1, id from ${table} where tenant_id = 1;
      analyze bench_${table}`);
  // By the square, few people and few documents have most of the accesses.
  const drawn = (count: number, kind: string): string => `
    select e.*, u.id as person, d.id as document
    from (select '${YEAR}-01-01'::timestamptz + interval '1 year' * (g / ${count}::float8) as at, ${kind} as kind,
        floor(power(random(), 2) * (select count(*) from bench_users))::int as person_place,
        floor(power(random(), 2) * (select count(*) from bench_documents))::int as document_place
      from generate_series(1, ${count - 1}) g) e
      join bench_users u on u.place = e.person_place join bench_documents d on d.place = e.document_place`;
  const kind = `case when g % 10 < 7 then 'copy' when g % 10 < 9 then 'file'
    else (array['act', 'audit', 'refused', 'refused', 'zip', 'zip', 'export', 'print'])[1 + least(7, g / 10 % 20)] end`;
  await owner.query(`
    insert into access_events (tenant_id, at, arrived_at, user_id, kind, document_id, amount, device, act, about)
    select 1, case when kind = 'copy' then date_trunc('day', at) + interval '3 hours' else at end, at, person, kind,
      case when kind not in ('act', 'audit', 'export') then document end, case kind when 'zip' then 3 end,
      'Chrome em Windows', case kind when 'act' then 'update-user' when 'audit' then 'audit-acts' end,
      case kind when 'act' then array[person] else '{}' end
    from (${drawn(events, kind)}) e`);
  await owner.query(`
    insert into logs (tenant_id, document_id, creator_id, action, performed_at, created_at)
    select 1, document, person, kind, at, at from (${drawn(Math.floor(events / 10), `'view'`)}) e`);
  // The definition tells of the whole table alone; its partitions get theirs too.
  for (const { definition } of indexes) await owner.query(definition.replace(' ON ONLY ', ' ON '));
  await owner.query('vacuum analyze access_events');
  await owner.query('vacuum analyze logs');
}

type Subject = { readonly busiest: number; readonly median: number };

/** The ids of those with the most and with a middling number of accesses. */
async function subjects(owner: pg.Client, column: 'user_id' | 'document_id'): Promise<Subject> {
  const { rows } = await owner.query<{ id: number }>(
    `select ${column}::float8 as id from access_events where tenant_id = 1 and at >= '${YEAR}-06-01'
      and at < '${YEAR}-07-01' and ${column} is not null group by 1 order by count(*) desc`,
  );
  return { busiest: rows[0]?.id ?? 0, median: rows[rows.length >> 1]?.id ?? 0 };
}

async function measurePages({ client, owner, meter }: Town): Promise<void> {
  const people = await subjects(owner, 'user_id');
  const documents = await subjects(owner, 'document_id');
  const numberOf = async (id: number): Promise<number> =>
    (await owner.query<{ number: number }>('select number from documents where tenant_id = 1 and id = $1', [id]))
      .rows[0]?.number ?? 0;
  const year = `from=${YEAR}-01-01&to=${YEAR}-12-31`;
  const month = `from=${YEAR}-06-01&to=${YEAR}-06-30`;
  const asked: readonly (readonly [string, string])[] = [
    ['the busiest document', `${PATHS.auditDocument(await numberOf(documents.busiest))}?`],
    ['a middling document', `${PATHS.auditDocument(await numberOf(documents.median))}?`],
    ['the busiest person, a month', `${PATHS.auditPerson(people.busiest)}?${month}`],
    ['the busiest person, a year', `${PATHS.auditPerson(people.busiest)}?${year}`],
    ['a middling person, a month', `${PATHS.auditPerson(people.median)}?${month}`],
    ['a middling person, a year', `${PATHS.auditPerson(people.median)}?${year}`],
    ['acts, a year', `${PATHS.auditActs}?${year}`],
  ];
  const rows: string[][] = [];
  for (const [name, path] of asked) {
    const { pages, sums } = await client.get<AuditPage>(path);
    for (const [which, more] of [
      ['first page', '&page=1'],
      ['last page', `&page=${Math.max(1, pages)}`],
      ['sheet', '&format=csv'],
    ] as const) {
      const before = await meter();
      const took = await inTurns(PAGE_TIMES, [() => body(client, path + more)]);
      const after = await meter();
      const { median = Number.NaN, high = Number.NaN } = took[0] ?? {};
      const cost = [after.node - before.node, after.postgres - before.postgres];
      const [node = 0, postgres = 0] = cost.map((ms) => ms / PAGE_TIMES);
      rows.push([name, String(sums.total), which, ms(median, 0), ms(high, 0), `${ms(node, 0)} + ${ms(postgres, 0)}`]);
    }
  }
  printTable(['audit', 'accesses', 'answer', 'median ms', 'most ms', 'ms of processor: Node + PostgreSQL'], rows);
}

/** Reads the whole answer, of any kind. */
async function body(client: ApiClient, path: string): Promise<void> {
  const answer = await fetch(client.url + path, { headers: client.headers() });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await answer.arrayBuffer();
}

const ms = (value: number, digits = 2): string => value.toFixed(digits);

/** Does the works in turns, so that a noisy moment meets all of them. */
async function inTurns(
  times: number,
  works: readonly ((turn: number) => Promise<unknown>)[],
): Promise<ReturnType<typeof figuresOf>[]> {
  const took = works.map((): number[] => []);
  for (let turn = 0; turn < times; turn += 1)
    for (const [at, work] of works.entries()) {
      const start = performance.now();
      await work(turn);
      took[at]?.push(performance.now() - start);
    }
  return took.map(figuresOf);
}

/**
 * Both ways of recording: the statement of a download with and without its note, beside the whole
 * request; and a request for details that is the first of the day, beside the same one repeated,
 * whose note the server remembers.
 */
async function measureRecording({ client, owner, connection }: Town): Promise<void> {
  const { rows: files } = await owner.query<{ id: number }>(
    `select id::float8 as id from files where tenant_id = 1 and document_id is not null and deleted_at is null
      order by id limit $1`,
    [DOWNLOADS],
  );
  const fileOf = (turn: number): number => files[turn % files.length]?.id ?? 0;
  const { user } = client;
  const actor = actorOf({
    tenantId: 1,
    userId: user.id,
    organizationId: user.organization_id,
    roles: user.roles,
    timeZone: user.tenant.time_zone,
    tenantAcronym: user.tenant.acronym,
    tenantName: user.tenant.name,
    name: user.name,
    email: user.email,
    believed: [],
    standing: null,
  });
  const accessing = { actor, device: 'Chrome em Windows', now: Date.now() };
  const database = await openDatabase({ connection, onError: () => undefined });
  try {
    const find = (turn: number, noted: typeof accessing | null): Promise<unknown> =>
      database.inTenant(1, (tx) => findDocumentFile(tx, { actor, fileId: fileOf(turn), noted }));
    const works = [
      (turn: number) => body(client, PATHS.documentFile(fileOf(turn))),
      (turn: number) => find(turn, accessing),
      (turn: number) => find(turn, null),
    ];
    await inTurns(DOWNLOADS, works);
    const [request = 0, noted = 0, plain = 0] = (await inTurns(DOWNLOADS, works)).map((one) => one.median);
    const details = await measureDetails({ client, owner });
    const line = (name: string, { whole, without }: { whole: number; without: number }): string[] => {
      return [name, ms(whole), ms(without), `${ms((whole / without - 1) * 100, 1)} %`];
    };
    printTable(
      ['request', 'ms', 'ms without its recording', 'recording adds'],
      [line('a download', { whole: request, without: request - (noted - plain) }), line('details of 50', details)],
    );
    console.log(`\nThe statement of a download: ${ms(noted)} ms with its note, ${ms(plain)} ms without.`);
  } finally {
    await database.close();
  }
}

/** Medians of the first request for 50 documents and of the same one again. */
async function measureDetails({
  client,
  owner,
}: Pick<Town, 'client' | 'owner'>): Promise<{ whole: number; without: number }> {
  // A second reader with the same sight, so that the first finds the rows in memory.
  await owner.query(
    `insert into user_roles (tenant_id, user_id, role_id, position)
    select 1, u.id, r.role_id, 0 from user_roles r
      join users u on u.tenant_id = 1 and u.email = $2
    where r.tenant_id = 1 and r.user_id = $1 and not exists (select from user_roles x where x.tenant_id = 1
      and x.user_id = u.id and x.role_id = r.role_id)`,
    [client.user.id, OTHER_ADMIN],
  );
  const other = await logInOverHttp(client.url, OTHER_ADMIN);
  // Those with the fewest views, as nearly all documents of a town have.
  const { rows } = await owner.query<{ id: number }>(
    'select id::float8 as id from documents where tenant_id = 1 order by id desc limit $1',
    [DETAILS * DETAIL_REQUESTS],
  );
  const pathOf = (turn: number): string => {
    const ids = rows.slice(turn * DETAILS, (turn + 1) * DETAILS).map(({ id }) => id);
    return `${PATHS.syncDocuments}?ids=${ids.join(',')}`;
  };
  const [, first, again] = await inTurns(DETAIL_REQUESTS, [
    (turn) => body(other, pathOf(turn)),
    (turn) => body(client, pathOf(turn)),
    (turn) => body(client, pathOf(turn)),
  ]);
  return { whole: first?.median ?? Number.NaN, without: again?.median ?? Number.NaN };
}
