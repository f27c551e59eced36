// A tenant's zone is one that the database and the server know, however it is set.

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isTimeZone, ZONES } from '#domain/time-zones.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createTenant, setTimeZone } from '#server/operation/tenants.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { openOldDatabase } from '../harness/old-database.ts';

const NONSENSE = [
  'America/Nowhere',
  'America/Nowhere3',
  'BRT',
  'UTC+3',
  '<-03>3',
  'posix/America/Bahia',
  'america/bahia',
  '',
  'GMT',
];
let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  owner = new pg.Client(server.connection);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const zoneOf = async (acronym: string): Promise<unknown> =>
  (await owner.query('select time_zone from tenants where acronym = $1', [acronym])).rows[0];

it.each(ZONES)('%s is known to the database and to the server', async (zone) => {
  expect(isTimeZone(zone)).toBe(true);
  await owner.query(`update tenants set time_zone = $1 where acronym = 'CMVI'`, [zone]);
});

it.each(NONSENSE)('"%s" is refused by the table and by the command', async (zone) => {
  await expect(owner.query('update tenants set time_zone = $1', [zone])).rejects.toThrow('tenants_time_zone');
  await expect(setTimeZone(server.connection, { acronym: 'PMVI', zone })).rejects.toThrow('não há fuso horário');
});

it('the command sets it, and devices learn of it', async () => {
  const person = await server.login('admin@pmvi.example');
  const before = (await owner.query(`select rev from tenants where acronym = 'PMVI'`)).rows[0];
  await setTimeZone(server.connection, { acronym: 'pmvi', zone: 'America/Manaus' });
  expect(await zoneOf('PMVI')).toEqual({ time_zone: 'America/Manaus' });
  expect((await owner.query(`select rev from tenants where acronym = 'PMVI'`)).rows[0]).not.toEqual(before);
  expect((await person.get('/api/user')).json()).toMatchObject({ tenant: { time_zone: 'America/Manaus' } });
  await expect(setTimeZone(server.connection, { acronym: 'NONE', zone: 'America/Manaus' })).rejects.toThrow(
    'não há órgão',
  );
});

it('a new tenant gets the zone that it is made with', async () => {
  const admin = { name: 'Ana Souza', email: 'ana@acre.example' };
  await createTenant(server.connection, {
    name: 'Prefeitura do Acre',
    acronym: 'ACR',
    timeZone: 'America/Rio_Branco',
    admin,
  });
  expect(await zoneOf('ACR')).toEqual({ time_zone: 'America/Rio_Branco' });
});

it('a zone that was none before becomes that of Brasília, also for an ordinary owner', async () => {
  const old = await openOldDatabase('zones', 22);
  await old.asSuperuser((client) =>
    client.query(
      `insert into tenants (name, acronym, time_zone) values ('Um', 'UM', 'Nowhere'), ('Dois', 'DOIS', 'America/Manaus')`,
    ),
  );
  await migrateDatabase(old.owner);
  const { rows } = await old.asSuperuser((client) =>
    client.query('select time_zone from tenants order by acronym desc'),
  );
  expect(rows).toEqual([{ time_zone: 'America/Sao_Paulo' }, { time_zone: 'America/Manaus' }]);
  await old.close();
});

it('the screen of the organization sets one of Brazil’s, and no other', async () => {
  const person = await server.login('admin@cmvi.example');
  expect((await person.send('PATCH', '/api/tenants', { time_zone: 'America/Belem' })).json()).toMatchObject({
    tenant: { time_zone: 'America/Belem' },
  });
  for (const time_zone of ['Europe/Lisbon', ...NONSENSE.filter(Boolean)])
    expect((await person.send('PATCH', '/api/tenants', { time_zone })).statusCode).toBe(422);
  expect(await zoneOf('CMVI')).toEqual({ time_zone: 'America/Belem' });
});
