// Tags of reference data: a client that keeps an answer asks whether it has changed.

import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { modelFields, postModel } from '../harness/new-model.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let pmvi: Town;
let ana: TestClient;
let gestor: TestClient;
let admin: TestClient;

townPerFile.beforeAll(async ({ town }) => {
  ({ pmvi, ana, gestor, admin } = town);
});

const COLLECTIONS = ['users', 'organizations', 'document-subjects', 'models', 'alerts', 'roles'] as const;
const asking = (client: TestClient, path: string, tag?: string) =>
  client.inject({ method: 'GET', url: path, headers: tag === undefined ? {} : { 'if-none-match': tag } });

describe('tags of reference data', () => {
  it.each(COLLECTIONS)('%s that have not changed are answered with 304 and no bytes', async (name) => {
    const first = await asking(ana, `/api/${name}`);
    expect(first.statusCode).toBe(200);
    const tag = String(first.headers['etag']);
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await asking(ana, `/api/${name}`, known);
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers['cache-control']).toBe('private, no-store');
    }
    expect((await asking(ana, `/api/${name}`, '"other"')).json()).toEqual(first.json());
  });

  it('a change is answered whole, under another tag', async () => {
    const first = await asking(ana, '/api/organizations');
    const change = { organization_ids: [pmvi.sectors.SEMED], name: 'Educação', acronym: 'SEMED', status: 'active' };
    expect((await admin.send('PUT', '/api/organizations', change)).statusCode).toBe(200);
    const second = await asking(ana, '/api/organizations', String(first.headers['etag']));
    expect(second.statusCode).toBe(200);
    expect(second.headers['etag']).not.toBe(first.headers['etag']);
  });

  it('a tag does not answer for another person, who sees other rows', async () => {
    const own = await asking(admin, '/api/users');
    expect((await asking(ana, '/api/users', String(own.headers['etag']))).statusCode).toBe(200);
  });

  it('an answer about documents carries no tag, and neither does a refusal', async () => {
    expect((await asking(ana, '/api/documents')).headers['etag']).toBeUndefined();
    expect((await asking(ana, '/api/organizations/999999')).headers['etag']).toBeUndefined();
  });

  it('after a change of any kind the tags are those of the answers', async () => {
    const people = { ana, gestor, admin };
    const paths = [
      ...COLLECTIONS.map((name) => `/api/${name}`),
      '/api/users?scope=manage',
      `/api/users/${pmvi.people.bia.id}`,
    ];
    const known = new Map<string, string>();
    const compare = async (change: string): Promise<number> => {
      let changed = 0;
      const ask = async (place: string, { client, path }: { client: TestClient; path: string }): Promise<void> => {
        const named = await asking(client, path, known.get(place) ?? '"none"');
        const fresh = await asking(client, path);
        expect([change, place, named.headers['etag']]).toEqual([change, place, fresh.headers['etag']]);
        if (named.statusCode === 200) changed += 1;
        known.set(place, String(fresh.headers['etag']));
        expect((await asking(client, path, known.get(place))).statusCode).toBe(304);
      };
      for (const [name, client] of Object.entries(people)) {
        await Promise.all(paths.map((path) => ask(`${name} ${path}`, { client, path })));
      }
      return changed;
    };
    await compare('nothing');
    expect(await compare('nothing again')).toBe(0);

    const { sectors, people: persons } = pmvi;
    const idIn = async (answer: Promise<{ json<T>(): T }>): Promise<number> =>
      Object.values((await answer).json<Record<string, { id?: number }>>()).find((one) => one.id !== undefined)?.id ??
      0;
    const made = (url: string, body: object) => idIn(admin.send('POST', url, body));
    const sector = await made('/api/organizations', { name: 'Setor novo', acronym: 'NOVO' });
    const alert = await made('/api/alerts', { title: 'Aviso', description: 'd', limit_date: '2031-01-01' });
    const subject = await made('/api/document-subjects', { name: 'Assunto novo' });
    const flow = { sectors: [sectors.SEMED] };
    const model = await idIn(postModel(admin, flow));
    expect([sector, alert, subject, model]).not.toContain(0);
    expect(await compare('creations')).toBeGreaterThan(0);

    const put = (url: string, body: object) => () => admin.send('PUT', url, body);
    const changes: Record<string, () => Promise<{ statusCode: number }>> = {
      'a name': put('/api/users', { user_ids: [persons.bia.id], name: 'Beatriz' }),
      'a sector of a person': put('/api/users', { user_ids: [persons.bia.id], organization_id: sector }),
      'an exempt sector': put('/api/document-subjects', {
        document_subject_ids: [subject],
        name: 'Assunto novo',
        submission_date_exempt_organization_ids: [sectors.GAB],
      }),
      'an alert': put('/api/alerts', {
        alert_ids: [alert],
        title: 'Outro',
        description: 'd',
        limit_date: '2031-01-02',
      }),
      'a file of a model': () =>
        admin.inject({
          method: 'POST',
          url: '/api/models',
          ...multipart(
            [['_method', 'PUT'], ['model_ids[]', String(model)], ...modelFields(flow)],
            [{ name: 'b.pdf', content: smallPdf('b') }],
          ),
        }),
      'an inactive sector': () =>
        admin.send('PATCH', '/api/organizations', { organization_ids: [sector], status: 'inactive' }),
      'a deleted subject': () => admin.send('DELETE', '/api/document-subjects', { document_subject_ids: [subject] }),
      'a deleted alert': () => admin.send('DELETE', '/api/alerts', { alert_ids: [alert] }),
      'a deleted model': () => admin.send('DELETE', '/api/models', { model_ids: [model] }),
    };
    for (const [name, change] of Object.entries(changes)) {
      const answer = await change();
      expect([name, answer.statusCode]).toEqual([name, 200]);
      expect([name, await compare(name)]).not.toEqual([name, 0]);
    }
  });
});
