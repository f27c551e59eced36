// Tags of reference data: a client that keeps an answer asks whether it has changed.

import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let pmvi: Town;
let ana: TestClient;
let admin: TestClient;

townPerFile.beforeAll(async ({ town }) => {
  ({ pmvi, ana, admin } = town);
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
});
