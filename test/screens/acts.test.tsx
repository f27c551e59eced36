// Acts where people look for them: more time, a transfer over the list, and where the focus goes
// afterwards.

import { changeAccesses } from '#mirror/store/device-facts.ts';
import { expect, test, vi } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { actsOf } from './harness/acts-of.ts';
import { expectDay, field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { countPresses } from './harness/presses.ts';
import { openTown } from './harness/town.ts';

const { ana, bia } = PEOPLE;
const TITLE = 'Interdição da rua';
const OPEN = buildDocumentRow({ title: TITLE, limit_date: '2026-11-23', responsibles: [bia] });
const SECOND = buildDocumentRow({ id: 2, number: 43, title: 'Muro do cemitério', responsibles: [ana] });
const FOREIGN = buildDocumentRow({
  id: 3,
  number: 44,
  title: 'De outra pessoa',
  created_by: bia.id,
  responsibles: [bia],
  facts: { ...OPEN.facts, responsible_ids_ever: [bia.id] },
});
const AT = '/admin/view-document/1';

const focused = () => (document.activeElement === null ? null : nameOf(document.activeElement));

async function choose(entry: string): Promise<void> {
  const found = await until(() => {
    const item = all('menuitem').find((one) => textOf(one).startsWith(entry));
    if (item === undefined) throw new Error(`no entry ${entry}`);
    return item;
  });
  found.click();
}

const option = (name: string) =>
  until(() => {
    const found = all('option').find((one) => textOf(one).includes(name));
    if (found === undefined) throw new Error(`no option ${name}`);
    return found;
  });

test('more time takes three presses beside the date, and the message names the new date', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: AT });
  (await find('button', 'Prorrogar o prazo')).focus();
  const presses = countPresses();
  await press('button', 'Prorrogar o prazo');
  await find('dialog', 'Prorrogar o prazo');
  await seesText('Prazo de agora: segunda-feira, 23/11/2026.');
  expect(names('radio').map((name) => name.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringContaining('+7 dias'),
    expect.stringContaining('+15 dias'),
    expect.stringContaining('+30 dias'),
  ]);
  await press('radio', /\+15 dias/);
  const dialog = await find('dialog', 'Prorrogar o prazo');
  all('button', dialog)
    .find((one) => nameOf(one) === 'Prorrogar')
    ?.click();
  await seesText('Prazo prorrogado até 08/12/2026');
  expect(presses()).toBeLessThanOrEqual(3);
  expect(await actsOf(mirror)).toMatchObject([
    { type: 'respond', payload: { content: '', limit_date: '2026-12-08', responsible_ids: null } },
  ]);
  await until(() => expect(focused()).toBe('Prorrogar o prazo'));
});

test('the menu opens the same form with the calendar in it, and Escape gives the focus back to the menu', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: AT });
  await press('button', 'Mais opções');
  await choose('Prorrogar');
  const form = await find('dialog', 'Prorrogar o prazo');
  await expectDay(/23 de novembro de 2026/, 'off');
  (await expectDay(/24 de novembro de 2026/, 'on')).click();
  await until(async () => expect((await field('Nova data limite')).value).toBe('24/11/2026'));
  expect(textOf(form)).toContain('em 4 dias');
  expect(all('button', form).map(nameOf)).not.toContain('Nova data limite 24/11/2026');
  await press('radio', /\+30 dias/);
  await expectDay(/23 de dezembro de 2026/, 'on');
  form.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await until(() => expect(names('dialog')).toEqual([]));
  await until(() => expect(focused()).toBe('Mais opções'));
  expect(await actsOf(mirror)).toEqual([]);
});

test('on a tablet more time is asked for in a dialog, and the calendar opens from the field', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: `${AT}?acao=prorrogar`, width: 'tablet' });
  const form = await find('dialog', 'Prorrogar o prazo');
  await until(() => expect(all('button', form).map(nameOf)).toContain('Nova data limite dd/mm/aaaa'));
  expect(document.querySelector('[role=grid]')).toBeNull();
});

test('a person who may not extend a document is offered it nowhere', async () => {
  const mirror = await openTown('Servidor', [FOREIGN]);
  await openScreen({ mirror, path: '/admin/view-document/3' });
  await seesText('De outra pessoa');
  await press('button', 'Mais opções');
  await until(() => expect(all('menuitem').length).toBeGreaterThan(0));
  expect(names('menuitem').join()).not.toContain('Prorrogar');
  expect(names('button')).not.toContain('Prorrogar o prazo');
});

test('after completing the focus is on Reabrir, which took its place, and after reopening on Concluir', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: AT });
  (await find('button', 'Concluir')).focus();
  await press('button', 'Concluir');
  const question = await find('alertdialog', 'Concluir processo');
  all('button', question)
    .find((one) => nameOf(one) === 'Concluir')
    ?.click();
  await seesText('Documento finalizado');
  await until(() => expect(focused()).toBe('Reabrir'));
  await press('button', 'Reabrir');
  const again = await find('dialog', 'Reabrir documento');
  all('button', again)
    .find((one) => nameOf(one) === 'Reabrir')
    ?.click();
  await seesText('Documento reaberto');
  await until(() => expect(focused()).toBe('Concluir'));
});

test('one message per document: the newer replaces the older', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: AT });
  const messages = () => all('alertdialog').filter((one) => one.closest('[aria-label="Mensagens"]') !== null);
  await press('button', 'Prorrogar o prazo');
  await press('radio', /\+7 dias/);
  const dialog = await find('dialog', 'Prorrogar o prazo');
  all('button', dialog)
    .find((one) => nameOf(one) === 'Prorrogar')
    ?.click();
  await until(() => expect(messages().map(textOf).join()).toContain('Prazo prorrogado'));
  await press('button', 'Concluir');
  const question = await until(() => {
    const found = all('alertdialog').find((one) => nameOf(one) === 'Concluir processo');
    if (found === undefined) throw new Error('no question');
    return found;
  });
  all('button', question)
    .find((one) => nameOf(one) === 'Concluir')
    ?.click();
  await until(() => expect(messages().map(textOf).join()).toContain('Documento finalizado'));
  expect(messages()).toHaveLength(1);
});

test('a transfer from the list takes four presses, says what changes, and stays on the list', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  const screen = await openScreen({ mirror, path: '/admin/manage-documents' });
  await find('button', `Mais opções de ${TITLE}`);
  const presses = countPresses();
  await press('button', `Mais opções de ${TITLE}`);
  await choose('Transferir');
  await find('dialog', 'Transferir PMVI 042');
  (await option('Caio')).click();
  await seesText('O prazo continua o mesmo');
  await press('button', 'Enviar');
  await seesText('Documento transferido');
  expect(presses()).toBeLessThanOrEqual(4);
  expect(await actsOf(mirror)).toMatchObject([{ type: 'respond', payload: { responsible_ids: [PEOPLE.caio.id] } }]);
  expect(screen.address()).toContain('/admin/manage-documents');
});

test('several documents are transferred at once, those of others stay, and one message counts them', async () => {
  const mirror = await openTown('Servidor', [OPEN, SECOND, FOREIGN]);
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await press('checkbox', 'Selecionar todos desta página');
  await press('button', 'Transferir');
  const dialog = await find('dialog', 'Transferir 2 documentos');
  expect(textOf(dialog)).toContain('1 fica como está: você não pode transferi-lo.');
  (await option('Caio')).click();
  await until(() => {
    const send = all('button', dialog).find((one) => nameOf(one) === 'Enviar');
    expect(send?.hasAttribute('disabled')).toBe(false);
    send?.click();
  });
  await seesText('2 documentos transferidos');
  const commands = await actsOf(mirror);
  expect(commands.map((command) => command.documentKey).toSorted()).toEqual(['s:1', 's:2']);
});

test('on a phone the acts are under the thumb, each with what is true now', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: AT, width: 'phone' });
  await press('button', 'Mais');
  const sheet = await find('dialog', 'O que fazer com PMVI 042');
  expect(names('button', sheet)).toEqual(['Fechar', 'Concluir', 'Transferir', 'Prorrogar', 'Imprimir']);
  expect(textOf(sheet)).toContain('Vence em 23/11/2026, em 3 dias.');
  await press('button', 'Prorrogar');
  await find('dialog', 'Prorrogar o prazo');
});

test('what was just added to the thread is scrolled to', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: AT });
  await press('button', 'Prorrogar o prazo');
  await press('radio', /\+7 dias/);
  const dialog = await find('dialog', 'Prorrogar o prazo');
  all('button', dialog)
    .find((one) => nameOf(one) === 'Prorrogar')
    ?.click();
  await until(() => expect(scrolled.mock.contexts.map((one) => textOf(one as Element)).join()).toContain('prorrogou'));
  scrolled.mockRestore();
});

test('a document is redistributed with a reason, by permission alone, and the thread shows it in pencil', async () => {
  const mirror = await openTown('Super Admin', [FOREIGN]);
  await openScreen({ mirror, path: '/admin/view-document/3' });
  await press('button', 'Mais opções');
  await choose('Redistribuir');
  const dialog = await find('dialog', 'Redistribuir documento');
  const send = () => all('button', dialog).find((one) => nameOf(one) === 'Redistribuir');
  expect(textOf(dialog)).toContain('Falta: responsável e motivo');
  (await field('Responsável')).click();
  (await option('Caio')).click();
  await fill('Motivo', 'Bia saiu do setor.');
  await until(() => expect(send()?.hasAttribute('disabled')).toBe(false));
  send()?.click();
  await seesText('Documento redistribuído');
  await seesText('“Bia saiu do setor.”');
  expect(await actsOf(mirror)).toMatchObject([
    { type: 'reassign-document', payload: { responsible_ids: [PEOPLE.caio.id], reason: 'Bia saiu do setor.' } },
  ]);
});

test('a manager of another sector reads why redistributing is not theirs, and a role without it does not see it', async () => {
  const mirror = await openTown('Gestor de Setor', [FOREIGN]);
  await openScreen({ mirror, path: '/admin/view-document/3' });
  await press('button', 'Mais opções');
  await until(() => expect(all('menuitem').map(textOf).join()).toContain('cabe ao gestor de lá'));
});

test('the menu of a document says at the right what is so now, and parts its groups by lines', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: AT });
  await press('button', 'Mais opções');
  await until(() => expect(all('menuitem').map(textOf).join()).toContain('Prorrogar 23/11/2026'));
  expect(all('menuitem').map(textOf)).toEqual([
    expect.stringMatching(/^Prorrogar/),
    'Imprimir Ctrl P',
    expect.stringMatching(/^Baixar anexo/),
    'Guardar neste aparelho Com os arquivos, para ler sem internet',
    'Copiar link',
    expect.stringMatching(/^Pôr o prazo na agenda ?\.ics$/),
  ]);
});

test('someone who completed a document without being concerned is not offered to complete it again', async () => {
  const facts = { ...FOREIGN.facts, completed_by: ana.id };
  const mirror = await openTown('Servidor', [{ ...FOREIGN, stored_status: 'completed', status: 'completed', facts }]);
  await openScreen({ mirror, path: '/admin/view-document/3?acao=reabrir' });
  await find('dialog', 'Reabrir documento');
  expect(names('checkbox')).not.toContain('Concluir em seguida');
});

async function notedPrints() {
  const { batch, events } = await changeAccesses(ana.id, (kept) => kept);
  return [...(batch?.events ?? []), ...events].filter(({ kind }) => kind === 'print');
}

test('a print by the menu is noted once, although the browser announces it too', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  const printed = vi.spyOn(window, 'print').mockImplementation(() => {
    for (const name of ['beforeprint', 'afterprint']) window.dispatchEvent(new Event(name));
  });
  await openScreen({ mirror, path: AT });
  await press('button', 'Mais opções');
  await choose('Imprimir');
  await until(() => expect(printed).toHaveBeenCalledOnce());
  await until(async () => expect(await notedPrints()).toHaveLength(1));
  await press('button', 'Mais opções');
  await find('menuitem', /^Imprimir/);
  expect(await notedPrints()).toHaveLength(1);
  window.dispatchEvent(new Event('beforeprint'));
  await until(async () => expect(await notedPrints()).toHaveLength(2));
  window.dispatchEvent(new Event('afterprint'));
});
