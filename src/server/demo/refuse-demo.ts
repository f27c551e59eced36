// Asks the database whether it holds the demonstration. One that an earlier start made is still
// there, whatever this start is configured to make (default 13).

import type pg from 'pg';
import { DEMO_PASSWORD_DEFAULT, type Config } from '../config/config.ts';
import { connectOwner } from '../db/connections.ts';
import { StartFault } from '../postgres/start-faults.ts';
import { createPasswordHasher } from '../sessions/passwords.ts';

type Facts = Pick<Config, 'demo' | 'demoPassword' | 'published' | 'reachable'>;

/**
 * Throws one sentence when the database holds the demonstration and strangers can reach the server.
 * A server that is not published may serve it under another password than the default one. A
 * published server may not: another password changes neither the names of the accounts nor what
 * they may do.
 */
export async function refuseDemo(connection: pg.ClientConfig, config: Facts): Promise<void> {
  if (!config.reachable) return;
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await client.query(`set local app.maintenance = 'on'`);
    const { rows } = await client.query<{ acronym: string }>(
      'select acronym from tenants where demonstration order by id',
    );
    if (rows.length === 0) return;
    if (!config.published && config.demo && !(await hasKnownPassword(client, config))) return;
    throw new StartFault(
      `o banco de dados tem a demonstração (${rows.map(({ acronym }) => acronym).join(', ')}), com contas que todos conhecem: ` +
        'apague-a com npm run admin -- demo:remove',
    );
  } finally {
    await client.end();
  }
}

/**
 * Whether the demonstration's accounts have the default password although DEMO_PASSWORD is another
 * one. A seed gives all its people one hash, and two hashes made apart are never equal. So only
 * hashes that several people share are tried.
 */
async function hasKnownPassword(client: pg.Client, { demoPassword }: Facts): Promise<boolean> {
  if (demoPassword === DEMO_PASSWORD_DEFAULT) return false;
  const { rows } = await client.query<{ hash: string }>(
    `select u.password_hash as hash from users u join tenants t on t.id = u.tenant_id and t.demonstration
      where u.status = 'active' and u.deleted_at is null group by u.password_hash having count(*) > 1`,
  );
  const hasher = createPasswordHasher();
  for (const { hash: stored } of rows) {
    const verdict = await hasher.verify({ password: DEMO_PASSWORD_DEFAULT, stored }, { email: '' });
    if (verdict !== 'wrong') return true;
  }
  return false;
}
