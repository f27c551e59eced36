import { connectOwner } from '../db/connections.ts';
import { liftNumbers, type LiftParts } from './lift-numbers.ts';

type Tenant = { readonly id: number; readonly acronym: string };

/**
 * An operator says that the database went back, where nothing proves it: files and database went
 * back together, and no device has come since. `known`: last numbers of documents by acronym.
 * Answers the next one of each tenant.
 */
export async function declareRollback(
  parts: LiftParts,
  known: ReadonlyMap<string, number>,
): Promise<readonly { readonly acronym: string; readonly next: number }[]> {
  const tenants = await tenantsOf(parts);
  const byId = new Map<number, number>();
  for (const [acronym, number] of known) {
    const tenant = tenants.find((one) => one.acronym === acronym);
    if (tenant === undefined) throw new Error(`não há órgão com a sigla ${acronym}`);
    byId.set(tenant.id, number);
  }
  const lifted = await liftNumbers(parts, { said: 'operator', known: byId });
  return tenants.map(({ id, acronym }) => ({ acronym, next: (lifted?.numbers.get(id) ?? 0) + 1 }));
}

async function tenantsOf({ connection }: LiftParts): Promise<readonly Tenant[]> {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await client.query(`set local app.maintenance = 'on'`);
    const { rows } = await client.query<Tenant>('select id::float8 as id, acronym from tenants order by acronym');
    return rows;
  } finally {
    await client.end();
  }
}
