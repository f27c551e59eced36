// A form over a list was opened on a row that another person changes before the press. The command
// says what the form showed, so that no change is overridden unseen (rule E6).

import { applyPage } from '#mirror/apply/apply-page.ts';
import { expect, test } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { PEOPLE, SECTORS } from '../builders/build-people.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { actsOf } from './harness/acts-of.ts';
import { find, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const TITLE = 'Interdição da rua';
const OPEN = buildDocumentRow({ title: TITLE, limit_date: '2026-11-23' });
const SECOND = buildDocumentRow({ id: 2, number: 43, title: 'Muro do cemitério' });
const COMPLETED = { ...OPEN, stored_status: 'completed', status: 'completed' } as const;
const LIST = '/admin/manage-documents';

async function openForm(entry: string): Promise<void> {
  await press('button', `Mais opções de ${TITLE}`);
  const item = await until(() => {
    const found = all('menuitem').find((one) => textOf(one).startsWith(entry));
    if (found === undefined) throw new Error(`no entry ${entry}`);
    return found;
  });
  item.click();
}

async function pressIn(role: 'dialog' | 'alertdialog', button: string): Promise<void> {
  await until(() => {
    const [form] = all(role).filter((one) => one.closest('[aria-label="Mensagens"]') === null);
    const found = all('button', form).find((one) => nameOf(one) === button);
    if (found === undefined || found.hasAttribute('disabled')) throw new Error(`${button} can't be pressed`);
    found.click();
  });
}

const DATE_OF_ANOTHER = '2026-12-20';

test.each([
  {
    act: 'Concluir',
    row: OPEN,
    confirm: async () => {
      await seesText('Quer mesmo concluir esse processo?');
      return () => pressIn('alertdialog', 'Concluir');
    },
    payload: { limit_date: OPEN.limit_date },
  },
  {
    act: 'Prorrogar',
    row: OPEN,
    confirm: async () => {
      await press('radio', /\+15 dias/);
      return () => pressIn('dialog', 'Prorrogar');
    },
    payload: { limit_date: '2026-12-08' },
  },
  {
    act: 'Transferir',
    row: OPEN,
    confirm: async () => {
      await press('option', /^Davi/);
      return () => pressIn('dialog', 'Enviar');
    },
    payload: { responsible_ids: [PEOPLE.davi.id] },
  },
  {
    act: 'Reabrir',
    row: COMPLETED,
    confirm: async () => {
      await find('dialog', 'Reabrir documento');
      return () => pressIn('dialog', 'Reabrir');
    },
    payload: { limit_date: null },
  },
])('$act from a list is based on the row that was shown', async ({ act, row, confirm, payload }) => {
  const mirror = await openTown('Servidor', [row]);
  await openScreen({ mirror, path: LIST });
  await openForm(act);
  const send = await confirm();
  const theirs = { responsibles: [PEOPLE.caio], organizations: [SECTORS.archive], limit_date: DATE_OF_ANOTHER };
  await applyPage(mirror, buildPage([putDocument({ ...row, ...theirs, rev: 900 })]));
  await send();
  const basedOn = { status: row.status, limit_date: row.limit_date, responsible_ids: [PEOPLE.bia.id] };
  await until(async () => expect(await actsOf(mirror)).toMatchObject([{ basedOn, payload }]));
});

test('each of several transfers is based on its own row', async () => {
  const mirror = await openTown('Servidor', [OPEN, SECOND]);
  await openScreen({ mirror, path: LIST });
  await press('checkbox', 'Selecionar todos desta página');
  await press('button', 'Transferir');
  await press('option', /^Davi/);
  const theirs = { responsibles: [PEOPLE.caio], organizations: [SECTORS.archive] };
  await applyPage(mirror, buildPage([putDocument({ ...SECOND, ...theirs, rev: 900 })]));
  await pressIn('dialog', 'Enviar');
  const basedOn = { responsible_ids: [PEOPLE.bia.id] };
  await until(async () => expect(await actsOf(mirror)).toMatchObject([{ basedOn }, { basedOn }]));
});
