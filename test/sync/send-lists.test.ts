// Commands to a server that does not know them by their key: at least once, checked (S106). Nothing
// is lost, nothing is done twice, and nothing is called registered that the server does not show.

import 'fake-indexeddb/auto';
import { recordView } from '#commands/documents/record-view.ts';
import { respond } from '#commands/documents/respond.ts';
import { createRow } from '#commands/reference/create-row.ts';
import { withdrawCommand } from '#sync/withdraw-command.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { assertFolded } from '../builders/open-test-mirror.ts';
import { addDocument, type Town } from '../fakes/list-server/town.ts';
import { closeTowns, town } from './list-device.ts';
import { reply, first, logs, create, ACTS, met, command } from './list-acts.ts';

afterEach(closeTowns);

describe.each(Object.keys(ACTS))('%s', (name) => {
  test('is done once when nothing is lost', async () => {
    const { device, effects, writes } = await met(name, 'passes');
    await device.settle();
    expect(await command(device)).toMatchObject({ state: 'done', receipt: { result: 'applied' } });
    expect([effects(), writes()]).toEqual([1, 1]);
    await assertFolded(device.mirror);
  });

  test('is done once when the request is lost', async () => {
    const { device, effects, writes } = await met(name, 'request-lost');
    await device.settle();
    expect((await command(device)).state).toBe('done');
    expect([effects(), writes()]).toEqual([1, 2]);
  });

  test('is done once when the answer is lost after it was done, and is told as found', async () => {
    const { device, at, effects, writes } = await met(name, 'answer-lost');
    await device.settle();
    expect(await command(device)).toMatchObject({ state: 'done', found: true, receipt: { result: 'applied' } });
    expect([effects(), writes()]).toEqual([1, 1]);
    await assertFolded(device.mirror);
    // Nothing is shown twice when the next walk brings what was done.
    at.rest();
    await device.pull();
    expect(await device.mirror.documents.count()).toBe(at.town.documents.length);
    expect(await device.mirror.organizations.count()).toBe(at.town.sectors.length);
    expect(await device.mirror.alerts.count()).toBe(at.town.alerts.length);
    await assertFolded(device.mirror);
  });
});

describe('what is looked at', () => {
  test('two equal documents, both answers lost, are two', async () => {
    const at = await town();
    const device = await at.device();
    await device.pull();
    const lost = new Set([1, 2]);
    let writes = 0;
    device.way.fate = (request) => {
      if (request !== 'POST /api/documents') return 'passes';
      writes += 1;
      return lost.has(writes) ? 'answer-lost' : 'passes';
    };
    await create(device);
    await create(device);
    await device.settle();
    expect((await device.mirror.commands.toArray()).map((one) => one.state)).toEqual(['done', 'done']);
    expect(at.town.documents.length).toBe(2);
    expect(await device.mirror.documents.count()).toBe(2);
  });

  test('of two equal documents only the one that arrived is found, and the other is sent again', async () => {
    const at = await town();
    const device = await at.device();
    await device.pull();
    let writes = 0;
    device.way.fate = (request) => {
      if (request !== 'POST /api/documents') return 'passes';
      writes += 1;
      return writes === 1 ? 'answer-lost' : writes === 2 ? 'request-lost' : 'passes';
    };
    await create(device);
    await create(device);
    await device.settle();
    expect((await device.mirror.commands.toArray()).map((one) => one.state)).toEqual(['done', 'done']);
    expect(at.town.documents.length).toBe(2);
  });

  test('a row like the new one that was there before is not taken for it', async () => {
    const at = await town();
    const device = await at.device();
    await device.pull();
    const fields = { title: 'Feriado', description: 'Sem expediente.', limit_date: '2026-12-25' };
    device.way.fate = (request) => (request === 'POST /api/alerts' ? 'request-lost' : 'passes');
    await createRow(device.context, { collection: 'alerts', fields });
    await device.drain();
    expect((await command(device)).alike).toEqual([41]);
    device.way.fate = () => 'passes';
    await device.settle();
    expect(at.town.alerts.length).toBe(2);
  });

  test('a completion by somebody else is told as what it was', async () => {
    const { device, at } = await met('complete-document', 'request-lost');
    const document = first(at.town);
    document?.logs.push({
      action: 'completion',
      by: 2,
      at: at.town.now().toISOString(),
      limit_date: null,
      responsibles: [],
    });
    if (document !== undefined) document.status = 'completed';
    await device.settle();
    expect(await command(device)).toMatchObject({
      state: 'done',
      receipt: { result: 'already_completed', note: { user_id: 2 } },
    });
  });

  test('an older equal reply is not taken for the new one', async () => {
    const at = await town();
    const document = addDocument(at.town);
    document.replies.push({ id: 9, by: 1, at: '2026-11-19T12:00:00.000Z', content: '<p>Ciente.</p>', files: [] });
    const device = await at.device();
    await device.pull();
    const key = (await device.mirror.documents.toArray())[0]?.key ?? '';
    let writes = 0;
    device.way.fate = (request) =>
      request.startsWith('POST /api/') && (writes += 1) === 1 ? 'request-lost' : 'passes';
    await respond(device.context, { ...reply, documentKey: key, content: '<p>Ciente.</p>' });
    await device.settle();
    expect((await command(device)).state).toBe('done');
    expect(document.replies.length).toBe(2);
  });

  test('where the server does not show enough, its author decides', async () => {
    const { device, at, effects } = await met('respond: text', 'answer-lost');
    at.server.instead = async (request) => {
      if (request.method !== 'GET' || !/\/api\/documents\/\d+$/.test(request.url)) return null;
      return Response.json({ ...bare(at.town), interactions: undefined });
    };
    await device.settle();
    const held = await command(device);
    expect(held).toMatchObject({ state: 'held', lastError: { class: 'unverified' } });
    expect(effects()).toBe(1);
    // Looked at once more when its author decides.
    expect(await withdrawCommand(device.parts, held.id)).toBe('absent');
    expect((await command(device)).answerLost).toBe(false);
  });

  test('a server that says yes and shows nothing is not believed', async () => {
    const at = await town();
    const device = await at.device();
    await device.pull();
    at.server.instead = async (request) =>
      request.method === 'POST' && request.url.endsWith('/api/documents') ? Response.json({ message: 'ok' }) : null;
    await create(device);
    await device.settle();
    expect(await command(device)).toMatchObject({ state: 'held', lastError: { class: 'unverified' }, receipt: null });
  });
});

function bare(of: Town) {
  const document = first(of);
  return {
    id: document?.id,
    title: document?.title,
    status: document?.status,
    created_at: document?.created_at,
    limit_date: document?.limit_date,
    created_by: 1,
  };
}

describe('the way', () => {
  test('opening a document brings its details, and is what the server records as a view', async () => {
    const at = await town();
    const document = addDocument(at.town);
    document.replies.push({ id: 9, by: 2, at: '2026-11-20T11:00:00.000Z', content: '<p>Oi</p>', files: [] });
    const device = await at.device();
    await device.pull();
    const key = (await device.mirror.documents.toArray())[0]?.key ?? '';
    await recordView(device.context, { documentKey: key, offline: false });
    await device.settle();
    expect((await command(device)).state).toBe('done');
    expect(logs(at.town, 'view')).toBe(1);
    expect(await device.mirror.details.get(key)).toMatchObject({ content: '<p>Texto</p>', interactions: [{ id: 9 }] });
    expect((await device.mirror.documents.get(key))?.interactions_count).toBe(1);
    await assertFolded(device.mirror);
  });

  test('nothing is sent in the name of another person', async () => {
    const { device, writes } = await met('respond: text', 'passes');
    device.jar.userId = 2;
    await device.drain();
    expect(await command(device)).toMatchObject({ state: 'held', lastError: { class: 'identity' } });
    expect(writes()).toBe(0);
  });

  test('a portal is no success', async () => {
    const { device, at } = await met('respond: text', 'passes');
    at.server.instead = async (request) =>
      request.method === 'POST'
        ? new Response('<html>', { status: 200, headers: { 'Content-Type': 'text/html' } })
        : null;
    await device.drain();
    expect((await command(device)).state).not.toBe('done');
    at.server.instead = async () => null;
    await device.settle();
    expect((await command(device)).state).toBe('done');
    expect(first(at.town)?.replies.length).toBe(1);
  });

  test('a refusal of the server is told', async () => {
    const { device, at } = await met('create-document', 'passes');
    at.server.instead = async (request) =>
      request.method === 'POST' && request.url.endsWith('/api/documents')
        ? Response.json({ message: 'Inválido.', errors: { title: ['Título repetido.'] } }, { status: 422 })
        : null;
    await device.settle();
    expect(await command(device)).toMatchObject({
      state: 'refused',
      lastError: { errors: { title: ['Título repetido.'] } },
    });
  });

  test('a command in doubt is looked for also where the server has gained a feed', async () => {
    const { device, effects, writes } = await met('respond: text', 'answer-lost');
    device.way.fate = (
      (fate) => (request) =>
        request.startsWith('GET /api/documents/') ? 'request-lost' : fate(request)
    )(device.way.fate);
    await device.drain();
    expect((await command(device)).unkeyed).toBe(true);
    await device.mirror.meta.delete('cursor');
    device.way.fate = () => 'passes';
    await device.settle();
    expect((await command(device)).state).toBe('done');
    expect([effects(), writes()]).toEqual([1, 1]);
  });
});
