// A tenant's quotas are set by a command, and what is stored is summed as the rows say.

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setQuota } from '#server/operation/tenants.ts';
import { verifyData } from '#server/operation/verify-data.ts';
import { buildOnce, runEntry } from '../harness/server-process.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

let server: TestServer;
let owner: pg.Client;
beforeAll(async () => {
  server = await startTestServer({ demo: true });
  owner = new pg.Client(server.connection);
  await owner.connect();
  await buildOnce();
}, 60_000);
afterAll(async () => {
  await owner.end();
  await server.close();
});

const quotasOf = async (acronym: string): Promise<unknown> =>
  (
    await owner.query(
      'select storage_quota_mb as tenant, person_storage_quota_mb as person from tenants where acronym = $1',
      [acronym],
    )
  ).rows[0];

it('sets what is given and leaves the rest, for this tenant alone', async () => {
  expect(await setQuota(server.connection, { acronym: 'pmvi', tenant: '20480', person: '0' })).toMatchObject({
    tenant: 20_480,
    person: 0,
  });
  expect(await setQuota(server.connection, { acronym: 'PMVI', person: 'padrao' })).toMatchObject({
    tenant: 20_480,
    person: null,
  });
  const { used } = await setQuota(server.connection, { acronym: 'PMVI' });
  expect(used).toBeGreaterThan(0);
  expect([await quotasOf('PMVI'), await quotasOf('CMVI')]).toEqual([
    { tenant: 20_480, person: null },
    { tenant: null, person: null },
  ]);
});

it.each(['-1', '1.5', '10 GB', '', '3000000000'])('refuses "%s" as a quota', async (tenant) => {
  await expect(setQuota(server.connection, { acronym: 'PMVI', tenant })).rejects.toThrow('a cota é um número de MB');
});

it('refuses a tenant that there is not', async () => {
  await expect(setQuota(server.connection, { acronym: 'NONE', tenant: '1' })).rejects.toThrow('não há órgão');
});

it('the command tells how it is used', async () => {
  const { code, output } = await runEntry('admin', { environment: {}, args: [] });
  expect(code).toBe(1);
  expect(output).toContain('tenant quota SIGLA [--tenant MB] [--person MB]');
});

it('verify compares the sums of what is stored with the rows', async () => {
  const verify = async () =>
    (await verifyData({ connection: server.connection, files: server.services.files })).differences;
  expect(await verify()).toEqual([]);
  const { rows } = await owner.query<{ tenant_id: string; user_id: string }>(
    'update storage_use set bytes = bytes + 1 where (tenant_id, user_id) = (select tenant_id, user_id from storage_use order by 1, 2 limit 1) returning *',
  );
  await owner.query('insert into storage_use values (1, 999999, 7)');
  const [first] = rows;
  expect(await verify()).toEqual(
    expect.arrayContaining([
      expect.stringContaining(
        `soma do que está guardado diferente: órgão ${first?.tenant_id}, pessoa ${first?.user_id}, `,
      ),
      'soma do que está guardado diferente: órgão 1, pessoa 999999, 7 em vez de 0',
    ]),
  );
});
