// One act of each kind on a device whose server has no feed, and its outcome when the network
// fails.

import { completeDocument, reopenDocument } from '#commands/documents/complete-document.ts';
import { createDocument } from '#commands/documents/create-document.ts';
import { respond } from '#commands/documents/respond.ts';
import { createRow } from '#commands/reference/create-row.ts';
import { deleteRows, switchRows } from '#commands/reference/on-rows.ts';
import { updateRow } from '#commands/reference/update-row.ts';
import { keepFile } from '#mirror/keep/files.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { expect } from 'vitest';
import { addDocument, type Town } from '../fakes/list-server/town.ts';
import { type ListDevice, town } from './list-device.ts';

type Act = {
  /** Before the device knows the town. */
  readonly before?: (town: Town) => void;
  readonly act: (device: ListDevice, key: string) => Promise<{ kind: string }>;
  /** How often the server has done the act. */
  readonly effects: (town: Town) => number;
};

export const reply = { content: '', limitDate: null, responsibleIds: null, organizationIds: [], fileIds: [] };
export const first = (of: Town) => of.documents[0];
export const logs = (of: Town, action: string) => first(of)?.logs.filter((log) => log.action === action).length ?? 0;

async function kept({ mirror, context }: ListDevice, name: string): Promise<string> {
  const file = Object.assign(new Blob([`bytes of ${name}`]), { name });
  return (await keepFile(mirror, { id: context.newId(), owner: 'draft:create', file, nowMs: context.clock() })).id;
}

export async function create(device: ListDevice, title = 'Feito aqui') {
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

export const ACTS: Readonly<Record<string, Act>> = {
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
    act: ({ context }) => deleteRows(context, { collection: 'alerts', keys: ['s:41'], undoMs: 0 }),
    effects: (of) => 1 - of.alerts.length,
  },
};

/** A device that knows one document of Ana's, and the fault that its write meets the first time. */
export async function met(name: string, fate: 'passes' | 'request-lost' | 'answer-lost') {
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

export async function command({ mirror }: ListDevice): Promise<OutboxCommand> {
  const all = await mirror.commands.orderBy('seq').toArray();
  const last = all.at(-1);
  if (last === undefined) throw new Error('no command');
  return last;
}
