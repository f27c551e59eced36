// What a stranger is told of whose server this is: the login and the public pages show it (rule
// H2).

import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';

let server: TestServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = new pg.Client(server.connection);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const told = async () => (await server.app.inject('/api/public-body')).json<unknown>();

it('names the one public body of the server, with its logo; of none and of several nothing', async () => {
  const nothing = { name: null, logo: null };
  expect(await told()).toEqual(nothing);
  await owner.query(`insert into tenants (name, acronym) values ('Prefeitura de Vila Itá', 'PMVI')`);
  expect(await told()).toEqual({ name: 'Prefeitura de Vila Itá', logo: null });

  const kept = await server.services.files.put(Readable.from([Buffer.from('a picture')]), { maxBytes: 100 });
  await owner.query('update tenants set logo_key = $1, logo_sha256 = $2', [kept.storageKey, kept.sha256]);
  expect(await told()).toEqual({
    name: 'Prefeitura de Vila Itá',
    logo: `data:image/webp;base64,${Buffer.from('a picture').toString('base64')}`,
  });

  await owner.query(`insert into tenants (name, acronym) values ('Câmara de Vila Itá', 'CMVI')`);
  expect(await told()).toEqual(nothing);
});
