// A server with the quarter of a town hall on it (test/server/story), whose clock goes on from its
// end.

import { dayAt } from '#domain/dates.ts';
import { holidaysOf } from '#domain/working-days.ts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { runningDatabase } from '../../running-database.ts';
import type { World } from '../../server/harness/world.ts';
import { type RawDocument, rawDocuments } from '../../server/reports/histories.ts';
import type { Numbers } from '../../server/reports/numbers-hold.ts';
import { HELENA, QUARTER, START, WEEKS, ZONE } from '../../server/story/first-quarter.ts';
import { DEMO_PASSWORD, logInOverHttp } from '../api-client.ts';
import { prepareServer, type RealServer } from '../real-server.ts';

const PASS = fileURLToPath(new URL('pass-quarter.ts', import.meta.url));
const ACTS_A_DAY = 12;
/** The Monday after the last week, at eleven in the town. */
const NOW = START + (WEEKS * 7 * 24 + 11) * 3_600_000;

export type QuarterTown = {
  readonly server: RealServer;
  /** From the machine's clock to that of the town. */
  readonly offsetMs: number;
  readonly tenant: number;
  /** The Super Admin's id. */
  readonly admin: number;
  /** The manager of the sector that has the most documents. */
  readonly manager: { readonly email: string; readonly sector: number };
  readonly query: World['query'];
  readonly close: () => Promise<void>;
};

/** Lets the quarter pass over the database of a server, and starts it on the clock of its end. */
export async function makeQuarterTown(seed: number): Promise<QuarterTown> {
  const server = await prepareServer({ DEMO: '0' });
  await server.start();
  // The database stays. No job of a server on the machine's clock runs in these weeks.
  await server.kill();
  const parts = ['--import', 'tsx', PASS, server.dataDir, String(seed), String(ACTS_A_DAY)];
  const { stdout } = await promisify(execFile)(process.execPath, parts);
  const { tenant, admin } = JSON.parse(stdout) as Pick<QuarterTown, 'tenant' | 'admin'>;

  const offsetMs = NOW - Date.now();
  await server.start({ CLOCK_OFFSET_MS: String(offsetMs) });
  const client = new pg.Client(runningDatabase(server.dataDir));
  await client.connect();
  await client.query(`set app.maintenance = 'on'`);
  const query: World['query'] = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[];
  const manager = { email: 'rosa@vale.example', sector: await fullestSector(query, tenant) };
  const api = await logInOverHttp(server.url, HELENA.email);
  const person = { name: 'Rosa', last_name: 'Meireles', roles: ['Gestor de Setor'], password: DEMO_PASSWORD };
  await api.send('POST', {
    path: '/api/users',
    body: { ...person, email: manager.email, organization_id: manager.sector },
  });
  return {
    server,
    offsetMs,
    tenant,
    admin,
    manager,
    query,
    async close() {
      await client.end();
      await server.dispose();
    },
  };
}

async function fullestSector(query: World['query'], tenant: number): Promise<number> {
  const [found] = await query<{ id: number }>(
    `select organization_id::int as id from document_organizations
     where tenant_id = $1 and current group by organization_id order by count(*) desc, organization_id limit 1`,
    [tenant],
  );
  return found?.id ?? 0;
}

export type NamedRow = { readonly id: number; readonly name: string };
/** What the reports of the town are computed from, with the names that its rows have on screen. */
export type TownRows = Omit<Numbers, 'sectors' | 'subjects' | 'documents'> & {
  readonly documents: readonly RawDocument[];
  readonly sectors: readonly NamedRow[];
  readonly subjects: readonly NamedRow[];
  readonly people: readonly (NamedRow & { readonly sector: number | null })[];
};

export async function readTownRows({ query, tenant }: QuarterTown): Promise<TownRows> {
  const of = <Row>(text: string) => query<Row>(text, [tenant]);
  const days = await of<{ day: string; name: string; kind: 'municipal' | 'optional' }>(
    'select day::text as day, name, kind from holidays where tenant_id = $1',
  );
  return {
    documents: await rawDocuments({ query }, { id: tenant }),
    sectors: await of<NamedRow>('select id::int as id, acronym as name from organizations where tenant_id = $1'),
    subjects: await of<NamedRow>('select id::int as id, name from document_subjects where tenant_id = $1'),
    people: await of<NamedRow & { sector: number | null }>(
      `select id::int as id, name || ' ' || last_name as name, organization_id::int as sector
       from users where tenant_id = $1`,
    ),
    holidays: holidaysOf(days.map((row) => ({ ...row, exemptSectors: [] }))),
    days: QUARTER,
    zone: ZONE,
    today: dayAt(NOW, ZONE),
  };
}
