// A DATABASE_URL with two hosts on a real PostgreSQL: the one that takes writes is used, and the
// other one after a failover.

import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { addressesIn, placeIn } from '#server/config/database-address.ts';
import { readConfig } from '#server/config/config.ts';
import { connectOwner } from '#server/db/connections.ts';
import { openDatabase } from '#server/db/database.ts';
import { connectionTo } from '#server/db/database-hosts.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

/**
 * A host that leads to the one PostgreSQL of this run: as its primary, as a standby, or not at all.
 */
type Host = { as: 'primary' | 'standby' | 'down'; readonly port: number; readonly close: () => void };

const READ_ONLY = Buffer.from('options\0-c default_transaction_read_only=on\0\0');

/** The first message of a client, with the setting that a standby has. */
function asStandby(startup: Buffer): Buffer {
  if (startup.includes('default_transaction_read_only') || startup.includes('options\0')) return startup;
  const longer = Buffer.concat([startup.subarray(0, -1), READ_ONLY]);
  longer.writeInt32BE(longer.length, 0);
  return longer;
}

async function startHost(server: TestServer): Promise<Host> {
  const { host, port } = server.connection;
  const sockets = new Set<Socket>();
  const listener: Server = createServer((client) => {
    if (state.as === 'down') return void client.destroy();
    const database = connect(`${String(host)}/.s.PGSQL.${String(port)}`);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.once('data', (startup) => {
      database.write(state.as === 'standby' ? asStandby(startup) : startup);
      client.pipe(database);
    });
    database.pipe(client);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const state = {
    as: 'primary' as Host['as'],
    port: (listener.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
  };
  closing.push(() => {
    state.close();
    listener.close();
  });
  return state;
}

const closing: (() => void)[] = [];
let server: TestServer;
let one: Host;
let two: Host;
let url = '';
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  [one, two] = [await startHost(server), await startHost(server)];
  const { user, password, database } = server.connection;
  const login = `${String(user)}:${encodeURIComponent(String(password ?? ''))}`;
  url = `postgres://${login}@127.0.0.1:${one.port},127.0.0.1:${two.port}/${String(database)}`;
});
beforeEach(() => {
  [one.as, two.as] = ['primary', 'primary'];
});
afterAll(async () => {
  for (const close of closing) close();
  await server.close();
});

const portOf = async (): Promise<number> => {
  const client = await connectOwner(connectionTo(url));
  const { rows } = await client.query<{ off: string }>('show transaction_read_only');
  const { remotePort = 0 } = (client as unknown as { connection: { stream: Socket } }).connection.stream;
  await client.end();
  expect(rows[0]).toEqual({ transaction_read_only: 'off' });
  return remotePort;
};

it('is read as PostgreSQL reads it, and one host as before', () => {
  expect(readConfig({ DATABASE_URL: url })).toHaveProperty('config.databaseUrl', url);
  expect(readConfig({ DATABASE_URL: 'postgres://u:p@one:1,two:x/malote' })).toHaveProperty('faults');
  expect(placeIn('postgres://u:secret@one:5432,two:5433/malote?sslmode=require')).toBe('one:5432,two:5433/malote');
  expect(addressesIn('postgresql://u@one,two/m')).toEqual(['postgresql://u@one/m', 'postgresql://u@two/m']);
  expect(connectionTo('postgres://u@one/m')).toEqual({ connectionString: 'postgres://u@one/m' });
});

it('takes the first that takes writes', async () => {
  expect(await portOf()).toBe(one.port);
  one.as = 'standby';
  expect(await portOf()).toBe(two.port);
  one.as = 'down';
  expect(await portOf()).toBe(two.port);
});

it('throws why, where none does', async () => {
  [one.as, two.as] = ['down', 'standby'];
  await expect(portOf()).rejects.toThrow('no host of DATABASE_URL takes writes');
});

it('an open server goes on with the other one after a failover', async () => {
  const database = await openDatabase({ connection: connectionTo(url), onError: () => undefined });
  try {
    const write = () =>
      database.inTenant(1, (tx) => tx.execute(sql`update counters set value = value where tenant_id = 1`));
    expect((await write()).rowCount).toBe(1);
    one.as = 'down';
    one.close();
    await expect
      .poll(
        () =>
          write().then(
            ({ rowCount }) => rowCount,
            () => null,
          ),
        { timeout: 20_000 },
      )
      .toBe(1);
  } finally {
    await database.close();
  }
});
