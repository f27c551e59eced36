// Commands to a server that does not know them by their key: at least once, checked (S106). Nothing is lost, nothing is done twice,
// and nothing is called registered that the server does not show.

import 'fake-indexeddb/auto';
import { completeDocument } from '#commands/documents/complete-document.ts';
import { createDocument } from '#commands/documents/create-document.ts';
import { recordView } from '#commands/documents/record-view.ts';
import { reopenDocument } from '#commands/documents/reopen-document.ts';
import { respond } from '#commands/documents/respond.ts';
import { createRow } from '#commands/reference/create-row.ts';
import { deleteRows } from '#commands/reference/delete-rows.ts';
import { switchRows } from '#commands/reference/switch-rows.ts';
import { updateRow } from '#commands/reference/update-row.ts';
import { keepFile } from '#mirror/keep/files.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { withdrawCommand } from '#sync/withdraw-command.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { assertFolded } from '../builders/open-test-mirror.ts';
import { addDocument, type Town } from '../fakes/list-server/town.ts';
import { closeTowns, type ListDevice, town } from './list-device.ts';

afterEach(closeTowns);

type Act = {
  /** Before the device knows the town. */
  readonly before?: (town: Town) => void;
  readonly act: (device: ListDevice, key: string) => Promise<{ kind: string }>;
  /** How often the server has done it. */
  readonly effects: (town: Town) => number;
};

const reply = { content: '', limitDate: null, responsibleIds: null, organizationIds: [], fileIds: [] };
const first = (of: Town) => of.documents[0];
const logs = (of: Town, action: string) => first(of)?.logs.filter((log) => log.action === action).length ?? 0;

async function kept({ mirror, context }: ListDevice, name: string): Promise<string> {
  const file = Object.assign(new Blob([`bytes of ${name}`]), { name });
  return (await keepFile(mirror, { id: context.newId(), owner: 'draft:create', file, nowMs: context.clock() })).id;
}

async function create(device: ListDevice, title = 'Feito aqui') {
  return createDocument(device.context, {
    fields: {
      document_subject_id: 21,
      type: 'general_document',
      organization_ids: [12],
      user_ids: [2],
      title,
      physical_document_number: 'Ofício 9',
      limit_date: '2026-12-10',
      content: '<p>Texto</p>',
      tags: [],
      is_exception: false,
      exception_reason: null,
    },
    fileIds: [await kept(device, 'oficio.pdf')],
  });
}

const ACTS: Readonly<Record<string, Act>> = {
  'create-document': {
    act: (device) => create(device),
    effects: (of) => of.documents.filter((one) => one.title === 'Feito aqui').length,
  },
  'respond: text': {
    act: ({ context }, documentKey) =>
      respond(context, { ...reply, documentKey, content: '<p>Ciente &amp; de acordo</p>' }),
    effects: (of) => first(of)?.replies.length ?? 0,
  },
  'respond: file': {
    act: async (device, documentKey) =>
      respond(device.context, { ...reply, documentKey, fileIds: [await kept(device, 'anexo.pdf')] }),
    effects: (of) => first(of)?.replies.length ?? 0,
  },
  'respond: date': {
    act: ({ context }, documentKey) => respond(context, { ...reply, documentKey, limitDate: '2027-01-15' }),
    effects: (of) => logs(of, 'extension'),
  },
  'respond: transfer': {
    act: ({ context }, documentKey) =>
      respond(context, { ...reply, documentKey, responsibleIds: [3], organizationIds: [13] }),
    effects: (of) => logs(of, 'transfer'),
  },
  'complete-document': {
    act: ({ context }, documentKey) => completeDocument(context, { documentKey }),
    effects: (of) => logs(of, 'completion'),
  },
  'reopen-document': {
    before: (of) => {
      const document = first(of);
      if (document !== undefined) document.status = 'completed';
    },
    act: ({ context }, documentKey) => reopenDocument(context, { documentKey, limitDate: null }),
    effects: (of) => logs(of, 'reopening'),
  },
  'create-row': {
    act: ({ context }) =>
      createRow(context, { collection: 'organizations', fields: { name: 'Saúde', acronym: 'SEMSA' } }),
    effects: (of) => of.sectors.filter((one) => one.acronym === 'SEMSA').length,
  },
  'update-row': {
    act: ({ context }) =>
      updateRow(context, {
        collection: 'alerts',
        key: 's:41',
        seen: { title: 'Feriado' },
        fields: { title: 'Ponto facultativo' },
      }),
    effects: (of) => of.alerts.filter((one) => one.title === 'Ponto facultativo').length,
  },
  'switch-rows': {
    act: ({ context }) => switchRows(context, { collection: 'alerts', keys: ['s:41'], status: 'inactive' }),
    effects: (of) => of.alerts.filter((one) => one.status === 'inactive').length,
  },
  'delete-rows': {
    act: ({ context }) => deleteRows(context, { collection: 'alerts', keys: ['s:41'], holdMs: 0 }),
    effects: (of) => 1 - of.alerts.length,
  },
};

/** A device that knows one document of Ana's, and what its write meets on its way, the first time. */
async function met(name: string, fate: 'passes' | 'request-lost' | 'answer-lost') {
  const found = ACTS[name];
  if (found === undefined) throw new Error(name);
  const at = await town();
  addDocument(at.town);
  found.before?.(at.town);
  const device = await at.device();
  await device.pull();
  const key = (await device.mirror.documents.toArray())[0]?.key ?? '';
  let writes = 0;
  device.way.fate = (request) => {
    if (!request.startsWith('POST /api/')) return 'passes';
    writes += 1;
    return writes === 1 ? fate : 'passes';
  };
  expect(await found.act(device, key)).toMatchObject({ kind: 'stored' });
  return { at, device, key, effects: () => found.effects(at.town), writes: () => writes };
}

async function command({ mirror }: ListDevice): Promise<OutboxCommand> {
  const all = await mirror.commands.orderBy('seq').toArray();
  const last = all.at(-1);
  if (last === undefined) throw new Error('no command');
  return last;
}

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
