// Routes × roles × own sector, other sector, other tenant (issue 3). The expectations are written by hand, from decisions B
// and the roles of the demonstration data; a row is one line, so that a change of rights is a change of one line here.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { multipart, smallPdf } from './multipart.ts';
import { createdDocument } from './new-document.ts';
import type { TestClient } from './test-client.ts';
import { createWorld, type Person, type Sector, type Town, type World } from './world.ts';

let server: TestServer;
let world: World;
let pmvi: Town;
let cmvi: Town;
let admin: TestClient;
let neighbour: TestClient;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  ({ pmvi, cmvi } = world);
  admin = await world.as(pmvi.people.admin);
  neighbour = await world.as(cmvi.people.admin);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

/** Columns, with the sector each of them works in. */
const ACTORS = { admin: 'GAB', gestor: 'SEMOB', protocolo: 'GAB', ana: 'SEMOB', consulta: 'ARQ' } as const;
type Actor = keyof typeof ACTORS;
type Where = 'own' | 'other' | 'tenant';

type Target = { readonly town: Town; readonly client: TestClient; readonly sector: Sector };

function targetOf(actor: Actor, where: Where): Target {
  const own = ACTORS[actor];
  const sector = where === 'own' ? own : 'SEMED';
  return where === 'tenant' ? { town: cmvi, client: neighbour, sector } : { town: pmvi, client: admin, sector };
}

async function documentIn({ town, sector }: Target) {
  const davi = await world.as(town.people.davi);
  return createdDocument(davi, { town, to: town.people.davi, sector });
}

async function madeBy(client: TestClient, made: { url: string; name: string; body: object }): Promise<number> {
  const answer = await client.send('POST', made.url, made.body);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json()[made.name].id;
}

const organization = ({ client }: Target) =>
  madeBy(client, { url: '/api/organizations', name: 'organization', body: { name: 'Setor', acronym: `S${++serial}` } });
const alert = ({ client }: Target) =>
  madeBy(client, {
    url: '/api/alerts',
    name: 'alert',
    body: { title: 'Aviso', limit_date: '2031-01-01', description: 'd' },
  });
const subject = ({ client }: Target) =>
  madeBy(client, { url: '/api/document-subjects', name: 'document_subject', body: { name: `Assunto ${++serial}` } });
/** By the owner of the database: hashing 75 passwords would be most of this file's time. */
async function user({ town, sector }: Target): Promise<number> {
  const [made] = await world.query<{ id: string }>(
    `with made as (insert into users (tenant_id, name, last_name, email, password_hash, organization_id, sealing_key)
       values ($1, 'Nova', 'Pessoa', $2, 'none', $3, '') returning tenant_id, id)
     insert into user_roles select tenant_id, id, $4 from made returning user_id as id`,
    [town.id, `n${++serial}@x.example`, town.sectors[sector], town.roles.Consulta],
  );
  return Number(made?.id);
}
async function model({ town, client, sector }: Target): Promise<{ id: number; file: number }> {
  const form = multipart(
    [
      ['type', 'flow_model'],
      ['file_mime_type', 'pdf'],
      ['name', 'Fluxo'],
      ['description', 'd'],
      ['organization_ids[]', String(town.sectors[sector])],
    ],
    [{ name: 'fluxo.pdf', content: smallPdf() }],
  );
  const { model: made } = (await client.inject({ method: 'POST', url: '/api/models', ...form })).json();
  return { id: made.id, file: made.files[0].id };
}

type Request = (client: TestClient, target: Target) => Promise<{ statusCode: number; body: string }>;

const REQUESTS: Record<string, Request> = {
  'GET document': async (client, target) => client.get(`/api/documents/${(await documentIn(target)).id}`),
  'GET document file': async (client, target) =>
    client.get(`/api/documents/get-file-content/${(await documentIn(target)).files[0]?.id}`),
  'POST reply': async (client, target) =>
    client.send('PATCH', `/api/documents/${(await documentIn(target)).id}`, { content: 'Resposta.' }),
  'PATCH complete': async (client, target) =>
    client.send('PATCH', `/api/documents/${(await documentIn(target)).id}`, { status: 'completed' }),
  'POST view': async (client, target) =>
    client.send('POST', `/api/documents/${(await documentIn(target)).id}/views`, {}),
  'POST reassign': async (client, target) => {
    const { id } = await documentIn(target);
    const to: Person = target.sector === 'SEMOB' ? target.town.people.ana : target.town.people.bia;
    return client.send('POST', `/api/documents/${id}/reassign`, { responsible_ids: [to.id], reason: 'Saiu.' });
  },
  'GET user': async (client, target) => client.get(`/api/users/${await user(target)}`),
  'PUT user': async (client, target) =>
    client.send('PUT', '/api/users', { user_ids: [await user(target)], name: 'Outro' }),
  'PATCH user': async (client, target) =>
    client.send('PATCH', '/api/users', { user_ids: [await user(target)], status: 0 }),
  'DELETE user': async (client, target) => client.send('DELETE', '/api/users', { user_ids: [await user(target)] }),
  'GET organization': async (client, target) => client.get(`/api/organizations/${await organization(target)}`),
  'PUT organization': async (client, target) =>
    client.send('PUT', '/api/organizations', { organization_ids: [await organization(target)], name: 'Novo' }),
  'DELETE organization': async (client, target) =>
    client.send('DELETE', '/api/organizations', { organization_ids: [await organization(target)] }),
  'GET alert': async (client, target) => client.get(`/api/alerts/${await alert(target)}`),
  'PUT alert': async (client, target) =>
    client.send('PUT', '/api/alerts', { alert_ids: [await alert(target)], title: 'Novo' }),
  'DELETE alert': async (client, target) => client.send('DELETE', '/api/alerts', { alert_ids: [await alert(target)] }),
  'GET subject': async (client, target) => client.get(`/api/document-subjects/${await subject(target)}`),
  'PATCH subject': async (client, target) =>
    client.send('PATCH', '/api/document-subjects', { document_subject_ids: [await subject(target)], status: 0 }),
  'DELETE subject': async (client, target) =>
    client.send('DELETE', '/api/document-subjects', { document_subject_ids: [await subject(target)] }),
  'GET model': async (client, target) => client.get(`/api/models/${(await model(target)).id}`),
  'GET model file': async (client, target) => client.get(`/api/models/get-file-content/${(await model(target)).file}`),
  'PUT model': async (client, target) =>
    client.send('PUT', '/api/models', { model_ids: [(await model(target)).id], name: 'Novo' }),
  'DELETE model': async (client, target) =>
    client.send('DELETE', '/api/models', { model_ids: [(await model(target)).id] }),
};

// Own sector, other sector, other tenant; 4 = 404, 3 = 403, 2 = success.
const MATRIX: Record<string, Record<Actor, string>> = {
  //                       Super Admin   Gestor         Protocolo         Servidor    Consulta
  'GET document': { admin: '2 2 4', gestor: '2 4 4', protocolo: '2 4 4', ana: '2 4 4', consulta: '2 4 4' },
  'GET document file': { admin: '2 2 4', gestor: '2 4 4', protocolo: '2 4 4', ana: '2 4 4', consulta: '2 4 4' },
  'POST reply': { admin: '2 2 4', gestor: '2 4 4', protocolo: '2 4 4', ana: '2 4 4', consulta: '2 4 4' },
  'PATCH complete': { admin: '3 3 4', gestor: '3 4 4', protocolo: '3 4 4', ana: '3 4 4', consulta: '3 4 4' },
  'POST view': { admin: '2 2 4', gestor: '2 4 4', protocolo: '2 4 4', ana: '2 4 4', consulta: '2 4 4' },
  'POST reassign': { admin: '2 2 4', gestor: '2 4 4', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'GET user': { admin: '2 2 4', gestor: '2 2 4', protocolo: '2 2 4', ana: '2 2 4', consulta: '2 2 4' },
  'PUT user': { admin: '2 2 4', gestor: '2 3 4', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'PATCH user': { admin: '2 2 4', gestor: '2 3 4', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'DELETE user': { admin: '2 2 4', gestor: '3 3 3', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'GET organization': { admin: '2 2 4', gestor: '2 2 4', protocolo: '2 2 4', ana: '2 2 4', consulta: '2 2 4' },
  'PUT organization': { admin: '2 2 4', gestor: '3 3 3', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'DELETE organization': { admin: '2 2 4', gestor: '3 3 3', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'GET alert': { admin: '2 2 4', gestor: '2 2 4', protocolo: '2 2 4', ana: '2 2 4', consulta: '2 2 4' },
  'PUT alert': { admin: '2 2 4', gestor: '3 3 3', protocolo: '2 2 4', ana: '3 3 3', consulta: '3 3 3' },
  'DELETE alert': { admin: '2 2 4', gestor: '3 3 3', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'GET subject': { admin: '2 2 4', gestor: '2 2 4', protocolo: '2 2 4', ana: '2 2 4', consulta: '2 2 4' },
  'PATCH subject': { admin: '2 2 4', gestor: '3 3 3', protocolo: '2 2 4', ana: '3 3 3', consulta: '3 3 3' },
  'DELETE subject': { admin: '2 2 4', gestor: '3 3 3', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'GET model': { admin: '2 2 4', gestor: '2 4 4', protocolo: '2 4 4', ana: '2 4 4', consulta: '2 4 4' },
  'GET model file': { admin: '2 2 4', gestor: '2 4 4', protocolo: '2 4 4', ana: '2 4 4', consulta: '2 4 4' },
  'PUT model': { admin: '2 2 4', gestor: '2 4 4', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
  'DELETE model': { admin: '2 2 4', gestor: '3 3 3', protocolo: '3 3 3', ana: '3 3 3', consulta: '3 3 3' },
};

const kindOf = (status: number): string =>
  status < 300 ? '2' : status === 403 ? '3' : status === 404 ? '4' : String(status);

describe('the matrix', () => {
  it('has a row for every request', () => {
    expect(Object.keys(MATRIX)).toEqual(Object.keys(REQUESTS));
  });

  it.each(Object.keys(REQUESTS))('%s', async (name) => {
    const request = REQUESTS[name];
    if (request === undefined) throw new Error(name);
    const seen: Record<string, string> = {};
    for (const actor of Object.keys(ACTORS) as Actor[]) {
      const client = await world.as(pmvi.people[actor]);
      const kinds: string[] = [];
      for (const where of ['own', 'other', 'tenant'] as const) {
        kinds.push(kindOf((await request(client, targetOf(actor, where))).statusCode));
      }
      seen[actor] = kinds.join(' ');
    }
    expect(seen).toEqual(MATRIX[name]);
  });

  it('gives a stranger nothing but 401', async () => {
    const nobody = await world.as(pmvi.people.davi);
    await world.query('delete from sessions where user_id = $1', [pmvi.people.davi.id]);
    const urls = [
      '/api/user',
      '/api/documents',
      '/api/documents/1',
      '/api/dashboard/home',
      '/api/users',
      '/api/organizations',
      '/api/roles',
      '/api/alerts',
      '/api/models',
      '/api/document-subjects',
      '/api/sync/changes',
      '/api/sync/documents?ids=1',
      '/api/events',
      '/api/documents/get-file-content/1',
      '/api/models/get-file-content/1',
      '/api/users/1/image',
      '/api/tenants/logo',
    ];
    const codes = await Promise.all(urls.map(async (url) => [url, (await nobody.get(url)).statusCode]));
    expect(codes).toEqual(urls.map((url) => [url, 401]));
  });
});
