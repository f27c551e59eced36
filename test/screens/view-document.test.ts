// The screen of one document: what it shows, and the dialog that transfers it.

import { viewSourceOf } from '#mirror/questions/view-source.ts';
import { liveQuery } from 'dexie';
import { expect, it, vi } from 'vitest';
import type { Mirror } from '#mirror/store/schema.ts';
import { keyOfServerId } from '#mirror/store/rows.ts';
import { buildDocumentRow, buildInteraction, buildLog } from '../builders/build-document.ts';
import { buildUser, PEOPLE, SECTORS } from '../builders/build-people.ts';
import { all, textOf } from './harness/accessible.ts';
import { field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { DOCUMENTS, withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const { bia, caio } = PEOPLE;
const SERVANT = { role: 'Servidor' };
/** After this time the screen takes a press for something else. */
const LONGEST_PRESS_MS = 700;

const withThread = (mirror: Mirror) =>
  withDocuments(
    mirror,
    [buildDocumentRow({ tags: [{ title: 'urgente', type: 'keyword', user_id: null }], is_exception: true })],
    {
      files: [{ id: 70, name: 'planta.pdf', mime_type: 'application/pdf', size: 3000, sha256: '' }],
      interactions: [buildInteraction()],
      logs: [
        buildLog({
          id: 1,
          action: 'creation',
          created_at: '2026-11-12T11:47:00.000Z',
          performed_at: '2026-11-12T11:47:00.000Z',
        }),
        buildLog({ id: 2, action: 'view', creator: bia }),
        buildLog({ id: 3, action: 'transfer', responsibles: [bia], organizations: [SECTORS.traffic] }),
        buildLog({ id: 4, action: 'extension', limit_date: '2026-11-27' }),
        buildLog({ id: 5, action: 'completion' }),
        buildLog({ id: 6, action: 'reopening', limit_date: '2026-11-27' }),
      ],
      viewers: [
        {
          user: bia,
          first_at: '2026-11-19T12:00:00.000Z',
          last_at: '2026-11-19T12:00:00.000Z',
          count: 1,
          offline: false,
        },
      ],
    },
  );

it('a document shows number, status, the tag "Exceções" and title over its thread, with a reply form', async () => {
  await visit('/admin/view-document/1', { ...SERVANT, fill: withThread });
  await find('heading', 'Interdição parcial da Rua das Aroeiras');
  const header = document.querySelector('main header');
  expect(textOf(header)).toMatch(/PMVI ?042/);
  expect(textOf(header)).toContain('Tramitando');
  expect(textOf(header)).toContain('Exceções');
  await until(() => expect(all('article').map(textOf).join()).toMatch(/Solicito a interdição\..*Recebido\./));
  await find('textbox', 'Sua resposta');
});

it('a person who writes keeps the focus when the message that the address names arrives', async () => {
  const { mirror } = await visit('/admin/view-document/1#lugar-i-55', { ...SERVANT, fill: withDocuments });
  const text = await find('textbox', 'Sua resposta');
  text.focus();
  await mirror.details.update(keyOfServerId(1), { interactions: [buildInteraction({ id: 55 })] });
  await until(() => expect(document.getElementById('lugar-i-55')).not.toBe(null));
  await seesText('Recebido.');
  expect(document.activeElement).toBe(text);
});

it.each([
  ['is over', (pressed: HTMLElement) => pressed.click()],
  ['ends beside it', (pressed: HTMLElement) => pressed.dispatchEvent(new Event('pointerup', { bubbles: true }))],
  ['has lasted too long to be one', (_pressed: HTMLElement, pass: () => void) => pass()],
])('a message that comes during a press is drawn when the press %s: the button stays under it', async (_when, end) => {
  const { mirror } = await visit('/admin/view-document/1', { ...SERVANT, fill: withDocuments });
  const text = await find('textbox', 'Sua resposta');
  // The time after which a press counts no more passes when the test says so. A slow machine may
  // need as long for what happens during the press.
  const late: (() => void)[] = [];
  const start = globalThis.setTimeout;
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
    if (ms !== LONGEST_PRESS_MS) return start(work, ms);
    late.push(work);
    return start(() => undefined);
  }) as typeof setTimeout);
  text.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  timers.mockRestore();
  expect(late).toHaveLength(1);
  const seen = vi.fn<(messages: unknown) => void>();
  const watching = liveQuery(() => viewSourceOf(mirror, '1')).subscribe((source) =>
    seen(source?.details?.interactions),
  );
  await until(() => expect(seen).toHaveBeenCalled());
  await mirror.details.update(keyOfServerId(1), { interactions: [buildInteraction({ id: 55 })] });
  await until(() => expect(seen).toHaveBeenLastCalledWith([expect.objectContaining({ id: 55 })]));
  watching.unsubscribe();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  expect(textOf(document.querySelector('main'))).not.toContain('Recebido.');
  end(text, () => late.forEach((work) => work()));
  await seesText('Recebido.');
});

it('a document that is no exception has no such tag', async () => {
  await visit('/admin/view-document/1', { ...SERVANT, fill: withDocuments });
  await find('heading', 'Interdição da rua');
  expect(textOf(document.querySelector('main header'))).not.toContain('Exceções');
});

it('the side panel of a document tells type, subject, numbers, origin, responsible, deadline, keywords and files', async () => {
  await visit('/admin/view-document/1', { ...SERVANT, fill: withThread });
  const panel = await find('complementary', 'Informações');
  await until(() => expect(textOf(panel)).toContain('planta.pdf'));
  for (const words of [
    'Tipo Documento Geral',
    'Assunto Sinalização viária',
    'Nº físico Ofício nº 118/2026/SEMOB',
    'Origem Obras',
    'Está com Bia Souza Trânsito',
    'Prazo 27/11/2026',
    'Palavras-chave urgente',
  ]) {
    expect(textOf(panel)).toContain(words);
  }
});

it('the history of a document has each action in its words, with its author', async () => {
  await visit('/admin/view-document/1', { ...SERVANT, fill: withThread });
  const history = await find('region', /^Histórico/);
  await until(() => expect(all('listitem', history)).toHaveLength(6));
  const lines = all('listitem', history).map((line) => textOf(line).replace(/^\S+ /, ''));
  expect(lines.toSorted()).toEqual([
    'Criou · Ana Lima',
    'Finalizou · Ana Lima',
    'Prorrogou · Ana Lima · até 27/11/2026',
    'Reabriu · Ana Lima · até 27/11/2026',
    'Transferiu · Ana Lima · para Bia Souza',
    'Visualizou · Bia Souza',
  ]);
});

it('the viewers of a document are listed with when they saw it', async () => {
  await visit('/admin/view-document/1', { ...SERVANT, fill: withThread });
  const viewers = await find('region', /^Visto por/);
  await until(() => expect(textOf(viewers)).toMatch(/^Visto por 1 de 1.*Bia Souza SEMTRAN .*09:00/));
});

it('the way back from a document that was opened in the list is the list', async () => {
  const { address } = await visit('/admin/manage-documents', { ...SERVANT, fill: withDocuments });
  await press('button', 'Ver Interdição da rua');
  await find('heading', 'Interdição da rua');
  await press('button', 'Voltar');
  await until(() => expect(address()).toBe('/admin/manage-documents'));
});

const comboText = async (label: string): Promise<string> => (await field(label)).value;

/** Types into a picker and chooses the only option. */
async function pick(label: string, words: string): Promise<void> {
  await fill(label, words);
  await press('option', new RegExp(`^${words}`));
}

it('in the transfer dialog a responsible sets the sector, a sector clears the responsible, and both are needed', async () => {
  await visit('/admin/view-document/1?acao=transferir', {
    ...SERVANT,
    fill: async (mirror) => {
      await withDocuments(mirror, DOCUMENTS);
      await mirror.users.put(
        buildUser({ ...caio, id: 20, name: 'Otto', last_name: 'Reis', organization: SECTORS.works }),
      );
    },
  });
  await find('dialog', 'Transferir PMVI 042');
  expect((await find('button', 'Enviar')).hasAttribute('disabled')).toBe(true);
  await pick('Responsável', 'Caio Porto');
  await until(async () => expect(await comboText('Setor')).toContain('Arquivo'));
  await pick('Setor', 'Obras');
  await until(async () => expect(await comboText('Responsável')).toBe(''));
  expect((await find('button', 'Enviar')).hasAttribute('disabled')).toBe(true);
  await pick('Responsável', 'Otto Reis');
  await until(async () => expect((await find('button', 'Enviar')).hasAttribute('disabled')).toBe(false));
  await press('button', 'Enviar');
  await seesText('Documento transferido');
  expect(names('dialog')).not.toContain('Transferir PMVI 042');
});

it('a link to a document out of sight says that there is no access to it, and how to get it', async () => {
  await visit('/admin/view-document/999', {
    fill: (mirror) => mirror.meta.put({ name: 'cursor', value: { value: '1', scopeEpoch: '1', snapshotDone: true } }),
  });
  await find('heading', 'Você não tem acesso a este documento');
  expect(names('button')).toContain('Conferir de novo');
});
