// "Avisos": who did what with the documents of the person, what is due, what was refused; and what
// of it is new.

import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildCommand, buildError } from '../builders/build-command.ts';
import { buildDocumentRow, buildInteraction, buildLog } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { all, textOf } from './harness/accessible.ts';
import { find, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { withDocuments } from './harness/rows.ts';
import { openTown } from './harness/town.ts';

const { ana, bia, caio } = PEOPLE;
const facts = { ...buildDocumentRow().facts, responsible_ids_ever: [bia.id], arrived_at: {} };
const STREET = buildDocumentRow({ title: 'Interdição da rua', responsibles: [bia], facts });
const WALL = buildDocumentRow({
  id: 2,
  number: 44,
  title: 'Muro',
  limit_date: '2026-11-21',
  responsibles: [ana],
  facts,
});
const PATH = '/admin/home?painel=avisos';

/**
 * A document of Ana on which Bia replied at 10:20, Caio transferred it to her, and Ana did
 * something herself.
 */
const HISTORY = {
  interactions: [
    buildInteraction({ id: 31, creator: bia, content: '<p>Ciente.</p>', created_at: '2026-11-20T13:20:00.000Z' }),
    buildInteraction({ id: 32, creator: ana, content: '<p>Minha.</p>', created_at: '2026-11-20T13:30:00.000Z' }),
  ],
  logs: [
    buildLog({ id: 41, action: 'creation', creator: ana, responsibles: [bia], created_at: '2026-11-18T12:00:00.000Z' }),
    buildLog({ id: 42, action: 'view', creator: bia, created_at: '2026-11-20T13:40:00.000Z' }),
    buildLog({
      id: 43,
      action: 'transfer',
      creator: caio,
      responsibles: [ana],
      created_at: '2026-11-19T12:00:00.000Z',
    }),
    buildLog({
      id: 44,
      action: 'extension',
      creator: bia,
      limit_date: '2026-12-01',
      created_at: '2026-11-17T12:00:00.000Z',
    }),
    buildLog({ id: 45, action: 'completion', creator: caio, created_at: '2026-11-16T12:00:00.000Z' }),
    buildLog({ id: 46, action: 'reopening', creator: bia, created_at: '2026-11-15T12:00:00.000Z' }),
    buildLog({ id: 47, action: 'reopening', creator: bia, created_at: '2026-10-15T12:00:00.000Z' }),
  ],
};

beforeEach(() => updateDeviceFacts({ newsSeen: {}, noticesRead: {} }));

async function townWith(rows = [STREET], details: object = HISTORY): Promise<Mirror> {
  const mirror = await openTown('Servidor');
  await withDocuments(mirror, rows, details);
  return mirror;
}

/** What each row of the notices reads, from the top. */
async function rows(): Promise<string[]> {
  const dialog = await find('dialog', 'Avisos');
  return until(() => {
    const found = all('listitem', dialog).map(textOf);
    expect(found).not.toEqual([]);
    return found;
  });
}

const ACTS = [
  'Bia Souza respondeu PMVI 042, Interdição da rua “Ciente.” hoje · 10:20 · você escreveu',
  'Caio Porto transferiu PMVI 042 para você, Interdição da rua ontem · 09:00',
  'Bia Souza prorrogou PMVI 042 até 01/12/2026, Interdição da rua 17/11 · 09:00 · você escreveu',
  'Caio Porto finalizou PMVI 042, Interdição da rua 16/11 · 09:00 · você escreveu',
  'Bia Souza reabriu PMVI 042, Interdição da rua 15/11 · 09:00 · você escreveu',
];
const OTHERS = 'e mais 4: uma transferência, uma prorrogação, uma conclusão, uma reabertura';
/** Beside the newest act of the document, the others are counted. */
const STREET_ROWS = [`${ACTS[0] ?? ''} · ${OTHERS}`];
const asNew = (row: string) => `Novo. ${row}`;

/** What a reader of the screen without eyes hears: the number on a face is told by the words. */
const REPLIES = {
  interactions: [
    buildInteraction({ id: 51, creator: bia, content: '<p>Recebido.</p>', created_at: '2026-11-20T12:00:00.000Z' }),
    buildInteraction({ id: 52, creator: caio, content: '<p>Vou ver.</p>', created_at: '2026-11-20T12:10:00.000Z' }),
    buildInteraction({
      id: 53,
      creator: bia,
      content: '<p>Autorizado o acesso <b>das 7h às 9h</b>.</p>',
      created_at: '2026-11-20T12:20:00.000Z',
    }),
  ],
  logs: [
    buildLog({
      id: 61,
      action: 'extension',
      creator: bia,
      limit_date: '2026-12-01',
      created_at: '2026-11-20T11:00:00.000Z',
    }),
  ],
};

test.each(ACTS)('a notice says who did what with which document and when: %s', async (sentence) => {
  const at = ACTS.indexOf(sentence);
  const acts = [HISTORY.interactions[0], ...HISTORY.logs.slice(2, 6)];
  const own = { interactions: HISTORY.interactions.slice(1), logs: HISTORY.logs.slice(0, 2) };
  const details =
    at === 0
      ? { ...own, interactions: [...own.interactions, acts[0]] }
      : { ...own, logs: [...own.logs, acts[at], ...HISTORY.logs.slice(6)] };
  await openScreen({ mirror: await townWith([STREET], details), path: PATH });
  expect(await rows()).toEqual([asNew(sentence)]);
  await seesText('1 novo');
});

test('a document has one notice, which counts its other acts; own acts, views and old acts are none', async () => {
  await openScreen({ mirror: await townWith(), path: PATH });
  expect(await rows()).toEqual(STREET_ROWS.map(asNew));
  await seesText('1 novo');
});

test('the end of a document is told to a person who only replied, with the reason', async () => {
  const [own] = HISTORY.interactions.slice(1);
  const replied = { ...own, created_at: '2026-11-16T11:00:00.000Z' };
  const details = { interactions: [replied], logs: [HISTORY.logs[4]] };
  await openScreen({ mirror: await townWith([{ ...STREET, created_by: caio.id }], details), path: PATH });
  expect(await rows()).toEqual([
    'Novo. Caio Porto finalizou PMVI 042, Interdição da rua 16/11 · 09:00 · você respondeu',
  ]);
});

test('several replies are one row that counts them and quotes the last; a press leads to the first that is new', async () => {
  const opened = await openScreen({ mirror: await townWith([STREET], REPLIES), path: PATH });
  expect(await rows()).toEqual([
    'Novo. Bia Souza respondeu PMVI 042, Interdição da rua 3 respostas, a última: “Autorizado o acesso das 7h às 9h.” hoje · 09:20 · você escreveu · e mais uma prorrogação',
  ]);
  await seesText('1 novo');
  const [link] = all('link', await find('dialog', 'Avisos'));
  link?.click();
  await until(() => expect(opened.address()).toBe('/admin/view-document/1#lugar-i-51'));
});

test('a document that is opened from elsewhere is read, and its notice stands below "Já lidos"', async () => {
  const mirror = await townWith([STREET], REPLIES);
  const opened = await openScreen({ mirror, path: '/admin/view-document/1' });
  await seesText('Vou ver.');
  await until(async () => expect((await readDeviceFacts()).noticesRead[ana.id]).toHaveLength(4));
  opened.close();
  await openScreen({ mirror, path: PATH });
  await until(async () => expect((await rows())[0]).toMatch(/^Bia Souza respondeu PMVI 042/));
  await seesText('nenhum novo');
  await find('heading', 'Já lidos');
});

test.each([
  [false, /^Bia Souza/, 'nenhum novo'],
  // What came meanwhile was not seen.
  [true, /^Novo\. Bia Souza/, '1 novo'],
])(
  'a document that was opened elsewhere, or before a shared tablet forgot it, is read; without a network: %s',
  async (offline, row, count) => {
    const at = '2026-11-20T12:30:00.000Z';
    const viewers = [{ user: ana, first_at: at, last_at: at, count: 1, offline }];
    await openScreen({ mirror: await townWith([STREET], { ...REPLIES, viewers }), path: PATH });
    await until(async () => expect((await rows())[0]).toMatch(row));
    await seesText(count);
  },
);

test('a notice leads to the message itself, and all of its document is then read and below what is new', async () => {
  const mirror = await townWith();
  const opened = await openScreen({ mirror, path: PATH });
  await rows();
  const [link] = all('link', await find('dialog', 'Avisos'));
  link?.click();
  await until(() => expect(opened.address()).toBe('/admin/view-document/1#lugar-i-31'));
  await until(() => expect(textOf(document.activeElement)).toContain('Ciente.'));
  await until(async () => expect((await readDeviceFacts()).noticesRead[ana.id]).toHaveLength(5));
  opened.close();
  await withDocuments(mirror, [WALL], { interactions: [], logs: [] });
  await openScreen({ mirror, path: PATH });
  const wall = 'Novo. PMVI 044 vence amanhã, Muro. Está com você. hoje · 00:00';
  await until(async () => expect(await rows()).toEqual([`${wall} · e mais uma chegada`, ...STREET_ROWS]));
  await seesText('1 novo');
});

test('opening the notices takes the red dot away and marks none as read; "Marcar tudo como lido" marks all', async () => {
  const mirror = await townWith();
  await openScreen({ mirror, path: '/admin/home' });
  await press('button', 'Avisos. Há novidades');
  expect(await rows()).toEqual(STREET_ROWS.map(asNew));
  await press('button', 'Marcar tudo como lido');
  await until(async () => expect(await rows()).toEqual(STREET_ROWS));
  await seesText('nenhum novo');
  expect((await find('button', 'Marcar tudo como lido')).hasAttribute('disabled')).toBe(true);
  await press('button', 'Fechar');
  await find('button', 'Avisos');
});

test('what was refused or is in conflict stands on top and leads to its item in Pendências', async () => {
  const mirror = await townWith();
  const refused = buildCommand('complete-document', {
    seq: 1,
    documentKey: 's:1',
    state: 'refused',
    lastError: buildError({ class: 'permission', status: 403, message: 'Você não pode concluir este documento.' }),
  });
  const conflict = buildCommand('respond', { seq: 2, documentKey: 's:1', state: 'conflict' });
  await mirror.commands.bulkPut([refused, conflict]);
  const { address } = await openScreen({ mirror, path: PATH });
  const [first, second, third] = await rows();
  expect(first).toMatch(/^O documento mudou: Responder PMVI 042\..*Decidir em Pendências$/);
  expect(second).toMatch(/^Não foi aceito: Concluir PMVI 042\. .+ Corrigir em Pendências$/);
  expect(third).toBe(asNew(STREET_ROWS[0] ?? ''));
  await press('link', 'Corrigir em Pendências');
  await until(() => expect(address()).toBe(`/admin/outbox#lugar-item-${refused.id}`));
  await until(() => expect(document.activeElement?.id).toBe(`lugar-item-${refused.id}`));
});

test('documents that are due today or tomorrow are told with whom they are', async () => {
  const due = [
    buildDocumentRow({ id: 1, number: 40, title: 'Telhado', limit_date: '2026-11-20', responsibles: [caio], facts }),
    buildDocumentRow({ id: 2, number: 44, title: 'Muro', limit_date: '2026-11-21', responsibles: [ana], facts }),
    buildDocumentRow({ id: 3, number: 45, title: 'Calçada', limit_date: '2026-11-22', responsibles: [caio], facts }),
    buildDocumentRow({
      id: 4,
      number: 46,
      title: 'Praça',
      limit_date: '2026-11-20',
      stored_status: 'completed',
      facts,
    }),
  ];
  await openScreen({ mirror: await townWith(due, { interactions: [], logs: [] }), path: PATH });
  const found = (await rows()).filter((row) => row.includes('vence'));
  expect(found.toSorted()).toEqual([
    'Novo. PMVI 040 vence hoje, Telhado. Está com Caio Porto. hoje · 00:00 · você escreveu',
    'Novo. PMVI 044 vence amanhã, Muro. Está com você. hoje · 00:00 · e mais uma chegada',
  ]);
});

test('the icon of the installed application has the number of what is new, and none after it was read', async () => {
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => undefined);
  const clearAppBadge = vi.fn<() => Promise<void>>(async () => undefined);
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  try {
    await openScreen({ mirror: await townWith(), path: PATH });
    await until(() => expect(setAppBadge.mock.calls.at(-1)).toEqual([1]));
    await press('button', 'Marcar tudo como lido');
    await until(() => expect(clearAppBadge).toHaveBeenCalled());
  } finally {
    Reflect.deleteProperty(navigator, 'setAppBadge');
    Reflect.deleteProperty(navigator, 'clearAppBadge');
  }
});
