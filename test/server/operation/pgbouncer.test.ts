// The server keeps the promises of the kit (test/conform) through PgBouncer in transaction mode,
// with the pools that it opens in production before fewer sessions than they have connections. Live
// events come past the pooler.

import { afterAll, describe, expect, it } from 'vitest';
import { conform } from '../../conform/kit.ts';
import { startTestServer } from '../harness/harness.ts';
import { hasPooler, startPooler, type Pooler } from '../harness/pgbouncer.ts';

const ACCOUNTS = {
  password: 'malote-demo',
  first: 'gestor.semob@pmvi.example',
  second: 'servidor.semed@pmvi.example',
  outsider: 'servidor@cmvi.example',
};
/** As in production; half as many are for the needs across tenants. */
const CONNECTIONS = 6;
const SESSIONS = 4;

const poolers: Pooler[] = [];
afterAll(() => Promise.all(poolers.map((pooler) => pooler.stop())));

describe.skipIf(!hasPooler)('a server behind PgBouncer', () => {
  it('the server keeps every promise of the kit through PgBouncer in transaction mode', async () => {
    const server = await startTestServer({
      demo: true,
      connections: CONNECTIONS,
      through: async (connection) => {
        const pooler = await startPooler(connection, { sessions: SESSIONS });
        poolers.push(pooler);
        return pooler.connection;
      },
    });
    try {
      const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
      const verdicts = await conform(address, { accounts: ACCOUNTS });
      expect(verdicts.length).toBeGreaterThan(40);
      expect(verdicts.filter(({ seen, lacks }) => seen !== null || lacks !== null)).toEqual([]);
    } finally {
      await server.close();
    }
  }, 180_000);
});
