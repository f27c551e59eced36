// Whether a request costs a tenant among hundreds more than a tenant alone. SQL copies a
// demonstration town until the database has the wanted number. The same requests then go to a town
// alone on its server, to one of the many, and to all of them in turn.

import type pg from 'pg';
import { PATHS } from '#contract/paths.ts';
import { HEADERS } from '#contract/sync.ts';
import { openDatabase } from '#server/db/database.ts';
import { createSessionStore } from '#server/sessions/session-store.ts';
import { costOf, printTable, ratiosOf, rates, spread } from './table.ts';
import { BENCH_SECRET, withTown, type Town } from './town.ts';
import { type Contender, load, takeTurns, type Target, type Turn } from './turns.ts';

const SECONDS = 2;
/**
 * Tables that a copied town does not need: keys, people's devices, work of the server, receipts of
 * the seeded rows.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'sessions',
  'receipts',
  'receipt_keys',
  'sealing_keys',
  'logins',
  'jobs',
  'push_subscriptions',
  'calendar_feeds',
]);
/** Values that belong to one tenant of the whole database. `k` is the copy's tenant. */
const OWN: Readonly<Record<string, string>> = {
  'users.email': `replace(t.email, '@', '.' || k || '@')`,
  'files.storage_key': `t.storage_key || '.' || k`,
};
const AT_ONCE = 25;

/** Measures one tenant among `tenants`, each with `documents` documents, beside one alone. */
export async function measureManyTenants(tenants: number, documents: number): Promise<void> {
  await withTown(documents, (alone) =>
    withTown(documents, async (among) => {
      await copyTown(among.owner, tenants);
      await measure({ alone, among, people: await enterAll(among, tenants) });
    }),
  );
}

/**
 * Copies the first tenant to the ids from 3 on, until there are that many. Rows keep their ids,
 * because ids are unique within a tenant only.
 */
export async function copyTown(owner: pg.Client, tenants: number): Promise<void> {
  const { rows: tables } = await owner.query<{ name: string; columns: string[] }>(
    `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1
    having bool_or(c.column_name = 'tenant_id') order by 1`,
  );
  const { rows: index } = await owner.query<{ definition: string }>(
    `select pg_get_indexdef('documents_search'::regclass) as definition`,
  );
  // Constraints and the links of the history hold for a copy as they do for the original.
  await owner.query('set session_replication_role = replica');
  await owner.query('drop index documents_search');
  await owner.query(
    `insert into tenants overriding system value select (jsonb_populate_record(t, jsonb_build_object('id', k, 'acronym', 'T' || k,
      'name_skeleton', null, 'acronym_skeleton', null))).*
    from tenants t, generate_series(3, $1::int + 1) k where t.id = 1`,
    [tenants],
  );
  for (const { name, columns } of tables.filter((table) => !LEFT_OUT.has(table.name))) {
    const values = columns.map((column) =>
      column === 'tenant_id' ? 'k' : (OWN[`${name}.${column}`] ?? `t."${column}"`),
    );
    for (let first = 3; first <= tenants + 1; first += AT_ONCE) {
      await owner.query(
        `insert into "${name}" ("${columns.join('", "')}") overriding system value
        select ${values.join(', ')} from generate_series($1::int, $2::int) k, "${name}" t where t.tenant_id = 1`,
        [first, Math.min(first + AT_ONCE - 1, tenants + 1)],
      );
    }
  }
  await owner.query(index[0]?.definition ?? '');
  await owner.query('set session_replication_role = origin');
  await owner.query('vacuum analyze');
}

type Headers = Readonly<Record<string, string>>;

/** The headers of a person of each tenant who has the id of the bench's person. */
async function enterAll({ client, connection }: Town, tenants: number): Promise<Headers[]> {
  const database = await openDatabase({ connection, maxConnections: 2 });
  const sessions = createSessionStore({ database, secret: BENCH_SECRET });
  const people: Headers[] = [];
  for (const tenantId of [1, ...Array.from({ length: tenants - 1 }, (_, at) => at + 3)]) {
    const person = { tenantId, userId: client.user.id };
    const { token, csrfToken } = await sessions.start({ person, remember: true, now: Date.now() });
    people.push({ accept: 'application/json', cookie: `malote_session=${token}`, [HEADERS.csrf]: csrfToken });
  }
  await database.close();
  return people;
}

export type Question = {
  readonly name: string;
  readonly target: Omit<Target, 'url' | 'headers'>;
  readonly path: string;
};
type Case = { readonly alone: Town; readonly among: Town; readonly people: readonly Headers[] };

/** One of each kind of request, with documents of the town. */
export function requestsOf({ documents }: Town): Question[] {
  const paths = documents.map((id) => PATHS.document(id));
  const body = JSON.stringify({ _method: 'PATCH', content: '<p>Recebido.</p>' });
  return [
    { name: 'list, page 1', path: PATHS.documents, target: {} },
    { name: 'search of a word', path: `${PATHS.documents}?search=drenagem`, target: {} },
    { name: 'first page of the feed', path: `${PATHS.changes}?limit=200`, target: {} },
    { name: 'home', path: PATHS.dashboard, target: {} },
    { name: 'a document, with its view', path: '', target: { paths } },
    { name: 'a reply with a new key', path: '', target: { method: 'POST', paths, newKeys: true, body } },
  ];
}

async function measure({ alone, among, people }: Case): Promise<void> {
  const rows: string[][] = [];
  for (const { name, path, target } of requestsOf(among)) {
    const to = (town: Town, headersInTurn: readonly Headers[]): Contender => ({
      meter: town.meter,
      send: (seconds) => load({ ...target, url: town.server + path, headersInTurn }, seconds),
    });
    const turns = await takeTurns(
      { alone: to(alone, [alone.client.headers()]), one: to(among, people.slice(0, 1)), all: to(among, people) },
      SECONDS,
    );
    const cost = (some: readonly Turn[]) => [costOf(some), spread(ratiosOf(some, turns.alone))];
    rows.push([name, costOf(turns.alone), spread(rates(turns.alone), 0), ...cost(turns.one), ...cost(turns.all)]);
  }
  const of = people.length;
  printTable(
    ['request', 'alone: ms', '/s', `one of ${of}: ms`, 'its /s, of alone', `all ${of}: ms`, 'their /s, of alone'],
    rows,
  );
}
