// What each person may do with a document, by what the person is to it: the entries of its menu,
// and the buttons of its screen. Written by hand from rules A3 and B3; the role plays no part in
// them.

import { expect, test } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { all, textOf } from './harness/accessible.ts';
import { press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { acts, DOCUMENT } from './harness/role-buttons.ts';
import { openTown } from './harness/town.ts';

const LATE = '2026-11-19';
const { ana, bia, caio } = PEOPLE;
const facts = DOCUMENT.facts;
const of = (id: number, title: string, overrides: Partial<typeof DOCUMENT>) =>
  buildDocumentRow({ id, number: id, title, created_by: bia.id, creator: bia, responsibles: [caio], ...overrides });
const completed = { stored_status: 'completed', status: 'completed' } as const;

/** What can't be pressed says why (rule A3). */
const LATE_COMPLETION = 'Concluir Em atraso: reabra com nova data limite para concluir';
const LATE_TRANSFER = 'Transferir Em atraso: reabra com nova data limite';
const LATE_EXTENSION = 'Prorrogar Em atraso: reabra com nova data limite';
const LATE_REOPENING = 'Reabrir com nova data limite';

/** Documents by what Ana is to them, and the entries of their menu. */
const MENUS = [
  [
    of(1, 'Enviado por Ana', { created_by: ana.id, creator: ana }),
    ['Concluir', 'Transferir', 'Prorrogar 27/11/2026', 'Baixar anexo 1 arquivo'],
  ],
  [
    of(2, 'Com Ana', { responsibles: [ana], facts: { ...facts, responsible_ids_ever: [ana.id] } }),
    ['Concluir', 'Transferir', 'Prorrogar 27/11/2026', 'Baixar anexo 1 arquivo'],
  ],
  [
    of(3, 'Já foi de Ana', { facts: { ...facts, responsible_ids_ever: [ana.id, caio.id] } }),
    ['Transferir', 'Baixar anexo 1 arquivo'],
  ],
  [of(4, 'Do setor de Ana', {}), ['Baixar anexo 1 arquivo']],
  [
    of(5, 'Em atraso, enviado por Ana', { created_by: ana.id, creator: ana, limit_date: LATE }),
    [LATE_COMPLETION, 'Transferir', LATE_EXTENSION, 'Baixar anexo 1 arquivo', LATE_REOPENING],
  ],
  [
    of(6, 'Em atraso, com Ana', {
      responsibles: [ana],
      limit_date: LATE,
      facts: { ...facts, responsible_ids_ever: [ana.id] },
    }),
    [LATE_COMPLETION, LATE_TRANSFER, LATE_EXTENSION, 'Baixar anexo 1 arquivo', LATE_REOPENING],
  ],
  [
    of(11, 'Em atraso, já foi de Ana', {
      limit_date: LATE,
      facts: { ...facts, responsible_ids_ever: [ana.id, caio.id] },
    }),
    ['Transferir Em atraso: cabe a quem está com ele reabrir com nova data limite', 'Baixar anexo 1 arquivo'],
  ],
  [of(7, 'Em atraso, do setor', { limit_date: LATE }), ['Baixar anexo 1 arquivo']],
  [
    of(8, 'Finalizado, com Ana', { ...completed, responsibles: [ana] }),
    ['Transferir', 'Baixar anexo 1 arquivo', 'Reabrir'],
  ],
  [
    of(9, 'Finalizado por Ana', { ...completed, facts: { ...facts, completed_by: ana.id } }),
    ['Baixar anexo 1 arquivo', 'Reabrir'],
  ],
  [of(10, 'Finalizado, do setor', { ...completed, files_count: 0 }), ['Baixar anexo Este documento não tem anexos']],
] as const;

// The role plays no part: this one only reads (rule B3).
test.each(MENUS.map(([document, entries]) => ({ document, title: document.title, entries })))(
  'the menu of the document "$title" offers $entries',
  async ({ document, title, entries }) => {
    await openScreen({ mirror: await openTown('Consulta', [document]), path: '/admin/manage-documents' });
    await press('button', `Mais opções de ${title}`);
    await until(() => expect(all('menuitem').map(textOf)).toEqual(entries));
  },
);

test('the screen of a completed document offers no reply', async () => {
  const [document] = MENUS[8];
  await openScreen({ mirror: await openTown('Servidor', [document]), path: '/admin/view-document/8' });
  await seesText('Solicito a interdição.');
  await until(() => expect(acts()).toEqual(['Transferir', 'Reabrir']));
});

test('the screen of a document of the sector offers a reply, without a date and without a transfer', async () => {
  const [document] = MENUS[3];
  await openScreen({ mirror: await openTown('Servidor', [document]), path: '/admin/view-document/4' });
  await until(() => expect(acts()).toEqual(['Anexar arquivos', 'Fotografar ou escolher fotos', 'Responder']));
});
