// Removes tenants with all their rows: a named one, or those of the demonstration, whose accounts
// everybody knows (default 13). The server later collects their files, which have no row any more.

import type pg from 'pg';
import { connectOwner } from '../db/connections.ts';
import { FIRST_REV } from '../demo/seed-town.ts';
import { quoted, readTables } from './read-tables.ts';

export type Removal = {
  /** Whether the demonstration is also removed when people have worked in it. */
  readonly withWork: boolean;
};

type Tenant = { readonly id: number; readonly acronym: string };

/**
 * Removes the tenants of the demonstration and returns their acronyms. Throws one Portuguese
 * sentence when people have worked in one.
 */
export async function removeDemo(connection: pg.ClientConfig, { withWork }: Removal): Promise<readonly string[]> {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await client.query(`set local app.maintenance = 'on'`);
    const { rows: tenants } = await client.query<Tenant>(
      'select id::float8 as id, acronym from tenants where demonstration order by id',
    );
    if (!withWork) for (const tenant of tenants) await refuseWork(client, tenant);
    for (const { id } of tenants) await removeTenant(client, id);
    await client.query('commit');
    return tenants.map(({ acronym }) => acronym);
  } finally {
    await client.end();
  }
}

/** Removes all rows of a tenant, in the caller's transaction, which has `app.maintenance` on. */
export async function removeTenant(client: pg.Client, id: number): Promise<void> {
  await client.query(`select set_config('app.tenant_id', $1, true)`, [String(id)]);
  for (const table of await tablesOfTenants(client))
    await client.query(`delete from ${quoted(table)} where tenant_id = $1`, [id]);
  await client.query('delete from tenants where id = $1', [id]);
}

/** Throws when a tenant was changed after the demonstration was made, which is its first change. */
async function refuseWork(client: pg.Client, { id, acronym }: Tenant): Promise<void> {
  const { rowCount } = await client.query('select from counters where tenant_id = $1 and value > $2', [id, FIRST_REV]);
  if (rowCount === 0) return;
  throw new Error(
    `em ${acronym} houve mudanças depois da demonstração: para apagar também esse trabalho, ` +
      'npm run admin -- demo:remove --with-work',
  );
}

/** The tables with a tenant's rows, each before the tables that it points at. */
async function tablesOfTenants(client: pg.Client): Promise<readonly string[]> {
  const tables = await readTables(client, []);
  return tables
    .filter(({ columns }) => columns.includes('tenant_id'))
    .map(({ name }) => name)
    .toReversed();
}
