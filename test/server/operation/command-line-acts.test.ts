// What an operator does to a tenant by the command line stands in the tenant's audit.

import type { AuditPage } from '#contract/accesses.ts';
import { accessWords, COMMAND_LINE } from '#contract/access-words.ts';
import { createTenant, setQuota, setTimeZone } from '#server/operation/tenants.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter } from '../harness/enter.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('the making of a tenant, its zone and its quotas are acts without a person, and a refused one is none', async () => {
  const admin = { name: 'Helena Tavares', email: 'helena@nova.example', password: 'malote-demo' };
  const tenant = await createTenant(server.connection, { name: 'Prefeitura de Nova Serrana', acronym: 'PMNS', admin });
  await setTimeZone(server.connection, { acronym: 'PMNS', zone: 'America/Manaus' });
  await setQuota(server.connection, { acronym: 'PMNS', tenant: '500', person: '20' });
  await setQuota(server.connection, { acronym: 'PMNS' });
  await expect(setTimeZone(server.connection, { acronym: 'PMNS', zone: 'Lua/Base' })).rejects.toThrow('fuso');
  const owner = new pg.Client(server.connection);
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>('select id from users where email = $1', [admin.email]);
  await owner.end();
  const client = await enter(server, { id: Number(rows[0]?.id), tenantId: tenant.id });
  const { accesses } = (await client.get('/api/audit/acts')).json<AuditPage>();
  const acts = accesses.filter(({ device }) => device === COMMAND_LINE);
  expect(acts.map(({ person }) => person)).toEqual([null, null, null]);
  expect(acts.map(accessWords).toSorted()).toEqual([
    'Cadastrou a organização',
    'Editou a organização · cota do órgão, cota de cada pessoa',
    'Editou a organização · fuso horário',
  ]);
});
