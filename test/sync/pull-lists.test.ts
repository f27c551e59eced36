// A server with the product's own calls alone, without a feed of changes: its lists are walked
// (S106).

import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { completeDocument } from '#commands/documents/complete-document.ts';
import { listsState, numbered } from '#sync/plain-server/apply-listed.ts';
import { serverOffers } from '#mirror/store/position.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { assertFolded } from '../builders/open-test-mirror.ts';
import { addDocument } from '../fakes/list-server/town.ts';
import { closeTowns, type ListDevice, town } from './list-device.ts';

afterEach(closeTowns);

async function titles({ mirror }: ListDevice): Promise<string[]> {
  return (await mirror.documents.toArray()).map((document) => document.title).sort();
}

describe('the first walk', () => {
  test('everything arrives, and no document is opened for it', async () => {
    const at = await town();
    for (let count = 0; count < 12; count += 1) addDocument(at.town);
    const device = await at.device();
    expect(await device.pull()).toBe('pulled');
    expect(await titles(device)).toEqual(at.town.documents.map((one) => one.title).sort());
    expect(await device.mirror.organizations.count()).toBe(3);
    expect(await device.mirror.users.count()).toBe(3);
    expect(await device.mirror.alerts.count()).toBe(1);
    expect(await device.mirror.roles.get(1)).toMatchObject({ permissions: [{ name: 'create_documents' }] });
    expect(at.server.asked.filter((one) => /documents\/\d/.test(one))).toEqual([]);
    expect((await readMeta(device.mirror, 'connection'))?.network).toBe('ok');
    await assertFolded(device.mirror);
  });

  test('what a document only names gets its id from the lists', async () => {
    const at = await town();
    addDocument(at.town);
    const device = await at.device();
    await device.pull();
    const [document] = await device.mirror.documents.toArray();
    expect(document).toMatchObject({
      created_by: 1,
      creator: { id: 1, name: 'Ana' },
      origin: { id: 11, name: 'Obras', acronym: 'SEMOB' },
      subject: { id: 21, name: 'Sinalização' },
      organizations: [{ id: 12, name: 'Trânsito', acronym: 'SEMTRAN' }],
      facts: { responsible_ids_ever: [2], completed_by: null },
    });
  });

  test('a walk that is cut off goes on where it was', async () => {
    const at = await town();
    addDocument(at.town);
    const device = await at.device();
    device.way.fate = (request) => (request.endsWith('/api/alerts') ? 'request-lost' : 'passes');
    expect(await device.pull()).toBe('later');
    expect(await device.mirror.users.count()).toBe(3);
    device.way.fate = () => 'passes';
    at.server.asked.length = 0;
    expect(await device.pull()).toBe('pulled');
    expect((await titles(device)).length).toBe(1);
    expect(at.server.asked.filter((one) => !one.endsWith('/user'))).toEqual([
      expect.stringContaining('/api/sync/changes'),
      'GET /api/alerts',
      'GET /api/documents',
    ]);
  });
});

describe('what changes', () => {
  test('a change of an old document comes with the next walk, and a new document before it', async () => {
    const at = await town();
    for (let count = 0; count < 12; count += 1) addDocument(at.town);
    const device = await at.device();
    await device.pull();
    const first = at.town.documents[0];
    if (first === undefined) throw new Error('no document');
    first.status = 'completed';
    addDocument(at.town, { title: 'Novo' });
    await device.pull();
    expect(await titles(device)).toContain('Novo');
    expect((await device.mirror.documents.withServerId(first.id))?.stored_status).toBe('pending');
    at.rest();
    await device.pull();
    expect((await device.mirror.documents.withServerId(first.id))?.stored_status).toBe('completed');
    await assertFolded(device.mirror);
  });

  test('another name of the person comes with the next pull, between two walks too', async () => {
    const at = await town();
    addDocument(at.town);
    const device = await at.device();
    await device.pull();
    const session = await readMeta(device.mirror, 'session');
    const person = at.town.people.find(({ id }) => id === session?.id);
    if (person === undefined) throw new Error('nobody is logged in');
    person.name = 'Outro nome';
    await device.pull();
    expect((await readMeta(device.mirror, 'session'))?.name).toBe('Outro nome');
  });

  test('a walk that brings nothing new writes no row', async () => {
    const at = await town();
    for (let count = 0; count < 12; count += 1) addDocument(at.town);
    const device = await at.device();
    await device.pull();
    const before = [
      await readMeta(device.mirror, 'documentChanges'),
      await readMeta(device.mirror, 'referenceVersion'),
    ];
    at.rest();
    at.server.asked.length = 0;
    await device.pull();
    expect(at.server.asked).toContain('GET /api/organizations');
    expect([
      await readMeta(device.mirror, 'documentChanges'),
      await readMeta(device.mirror, 'referenceVersion'),
    ]).toEqual(before);
  });

  test('fields that a list does not have stay as the call of the document gave them', async () => {
    const at = await town();
    const document = addDocument(at.town);
    const device = await at.device();
    await device.pull();
    await device.mirror.table('documents').toCollection().modify({ interactions_count: 7, files_count: 3 });
    document.title = 'Outro';
    at.rest();
    await device.pull();
    expect((await device.mirror.documents.toArray())[0]).toMatchObject({
      title: 'Outro',
      interactions_count: 7,
      files_count: 3,
    });
  });

  test('a row that was written while a page was on its way is left as it is', async () => {
    const at = await town();
    const document = addDocument(at.town);
    const device = await at.device();
    await device.pull();
    at.rest();
    document.title = 'Da página';
    const { mirror } = device;
    at.server.instead = async (request) => {
      if (!request.url.endsWith('/api/documents')) return null;
      // As an answer writes it: with the next own count.
      const { count, missed } = await listsState(mirror);
      await mirror
        .table('documents')
        .toCollection()
        .modify({ title: 'Da resposta', rev: numbered(0, count + 1) });
      await mirror.meta.put({ name: 'lists', value: { count: count + 1, missed } });
      return null;
    };
    await device.pull();
    expect((await mirror.documents.toArray())[0]?.title).toBe('Da resposta');
    at.server.instead = async () => null;
    at.rest();
    await device.pull();
    expect((await mirror.documents.toArray())[0]?.title).toBe('Da página');
  });
});

describe('what goes', () => {
  test('a row is dropped when two walks in a row do not meet it', async () => {
    const at = await town();
    for (let count = 0; count < 12; count += 1) addDocument(at.town);
    const device = await at.device();
    await device.pull();
    at.town.documents.splice(3, 1);
    at.town.alerts = [];
    at.rest();
    await device.pull();
    expect((await titles(device)).length).toBe(12);
    expect(await device.mirror.alerts.count()).toBe(1);
    // It is looked for at once, without a rest.
    await device.pull();
    expect((await titles(device)).length).toBe(11);
    expect(await device.mirror.alerts.count()).toBe(0);
    await assertFolded(device.mirror);
  });

  test('a document that moved to a page already read is not dropped', async () => {
    const at = await town();
    for (let count = 0; count < 12; count += 1) addDocument(at.town);
    const device = await at.device();
    await device.pull();
    at.rest();
    const gone = at.town.documents.at(-1);
    at.server.before = (request) => {
      // The newest goes after the first page: the first of the second page is on the first now,
      // which is not asked for again.
      if (request === 'GET /api/documents?page=2') at.town.documents = at.town.documents.filter((one) => one !== gone);
    };
    await device.pull();
    expect((await listsState(device.mirror)).missed).toHaveProperty('documents');
    at.server.before = () => undefined;
    await device.pull();
    expect(await titles(device)).toEqual(expect.arrayContaining([gone?.title]));
    expect((await titles(device)).length).toBe(12);
    await device.pull();
    expect(await titles(device)).toEqual(at.town.documents.map((one) => one.title).sort());
  });

  test('documents that come while a walk goes on drop nothing', async () => {
    const at = await town();
    for (let count = 0; count < 12; count += 1) addDocument(at.town);
    const device = await at.device();
    await device.pull();
    for (let walks = 0; walks < 3; walks += 1) {
      at.rest();
      at.server.before = (request) => {
        if (request.startsWith('GET /api/documents?page=')) addDocument(at.town);
      };
      await device.pull();
    }
    at.server.before = () => undefined;
    await device.pull();
    expect(await titles(device)).toEqual(at.town.documents.map((one) => one.title).sort());
  });
});

describe('whose server it is', () => {
  test.each([
    ['a page of a portal', () => new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } })],
    ['JSON of something else', () => Response.json({ error: 'nope' }, { status: 404 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: 'http://portal.example/' } })],
  ])('%s is not taken for a server without a feed', async (_what, page) => {
    const at = await town();
    addDocument(at.town);
    const device = await at.device();
    at.server.instead = async () => page();
    expect(await device.pull()).toBe('later');
    expect(at.server.asked.at(-2)).toMatch(/^GET \/api\/sync\/changes/);
    expect(at.server.asked.at(-1)).toBe('GET /health');
    expect((await serverOffers(device.mirror)).feed).toBe(true);
  });

  test('a portal that answers everything with our kind of JSON stores nothing', async () => {
    const at = await town();
    const device = await at.device();
    at.server.instead = async () => Response.json({ message: 'Entre na rede.' }, { status: 404 });
    expect(await device.pull()).toBe('later');
    expect((await serverOffers(device.mirror)).feed).toBe(true);
  });

  test('what was answered to another person is not stored', async () => {
    const at = await town();
    addDocument(at.town);
    const device = await at.device();
    device.jar.userId = 2;
    expect(await device.pull()).toBe('login');
    expect(await device.mirror.organizations.count()).toBe(0);
  });

  test('a page that can not be read leaves everything as it was', async () => {
    const at = await town();
    addDocument(at.town);
    const device = await at.device();
    await device.pull();
    at.rest();
    at.server.instead = async (request) =>
      request.url.includes('/api/documents') ? Response.json({ data: [{ id: 'x' }], next_page_url: null }) : null;
    expect(await device.pull()).toBe('later');
    at.server.instead = async () => null;
    expect((await titles(device)).length).toBe(1);
  });

  test('a server that gains a feed is asked for it at once, and its rows stand before those of the lists', async () => {
    const at = await town();
    const kept = addDocument(at.town, { title: 'Fica' });
    addDocument(at.town, { title: 'Some' });
    const device = await at.device();
    await device.pull();
    const [listed] = await device.mirror.documents.withServerIds([kept.id]);
    if (listed === undefined) throw new Error('not listed');
    const { key: _key, localCode: _code, pencil: _pencil, searchText: _text, serverId: _id, ...rest } = listed;
    const row = { ...rest, id: kept.id, status: 'pending', title: 'Do feed', rev: 1 };
    const asked: (string | null)[] = [];
    at.server.instead = async (request) => {
      const url = new URL(request.url);
      if (url.pathname === '/api/sync/documents') return Response.json({ documents: [] });
      if (url.pathname !== '/api/sync/changes') return null;
      asked.push(url.searchParams.get('cursor'));
      const changes = [{ collection: 'documents', op: 'put', id: kept.id, rev: 1, row }];
      const said = {
        next_cursor: 'c1',
        has_more: false,
        scope_epoch: 'e',
        server_time: new Date(at.clock.now()).toISOString(),
      };
      return Response.json({ ...said, changes, snapshot: true, minimum_client: 0 });
    };
    // /api/user answers as before, which a server with a feed says more of.
    expect(await device.pull()).toBe('later');
    expect(await titles(device)).toEqual(['Do feed']);
    expect((await serverOffers(device.mirror)).feed).toBe(true);
  });
});

test('a command that waits stays folded over what a walk brings (I8)', async () => {
  const at = await town();
  const document = addDocument(at.town);
  const device = await at.device();
  await device.pull();
  const key = (await device.mirror.documents.toArray())[0]?.key ?? '';
  expect(await completeDocument(device.context, { documentKey: key })).toMatchObject({ kind: 'stored' });
  document.title = 'Outro';
  at.rest();
  await device.pull();
  const shown = await device.mirror.documents.get(key);
  expect(shown).toMatchObject({ title: 'Outro', stored_status: 'completed', pencil: { status: true } });
  await assertFolded(device.mirror);
});
