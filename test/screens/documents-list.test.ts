// The rows of the list of documents and what may be done with them, over one document in each
// status.

import type { DocumentRow } from '#contract/documents.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { expect, it } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { find, names, press, seesText, titles, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';
import { withDocuments } from './harness/rows.ts';

const LIST = '/admin/manage-documents';
const town = { fill: withDocuments, role: 'Servidor' };

const rowOf = async (title: string): Promise<HTMLElement> =>
  until(() => {
    const row = all('row').find((one) => textOf(one).includes(title));
    if (row === undefined) throw new Error(`no row ${title}: ${titles().join(', ')}`);
    return row;
  });

/** Opens the options menu of a row and returns its entries. */
async function optionsOf(title: string): Promise<string[]> {
  await press('button', `Mais opções de ${title}`);
  await find('menu', `Mais opções de ${title}`);
  return all('menuitem').map(textOf);
}

const many = (count: number): DocumentRow[] =>
  Array.from({ length: count }, (_, at) =>
    buildDocumentRow({ id: at + 1, number: at + 1, title: `Documento ${at + 1}` }),
  );

it('the list has a checkbox and six columns', async () => {
  await visit(LIST, town);
  await seesText('Título e Origem');
  expect(names('columnheader').slice(1)).toEqual([
    'Título e Origem',
    'Ticket/ofício',
    'Vencimento',
    'Responsável',
    'Status',
    'Ações',
  ]);
  expect(names('checkbox')).toEqual(['Selecionar todos desta página', ...titles().map((one) => `Selecionar ${one}`)]);
});

it('a row of the list shows title, sector, numbers, limit date, responsible and status', async () => {
  await visit(LIST, town);
  const cells = [...(await rowOf('Interdição da rua')).children].map(textOf);
  expect(cells.slice(1, 6)).toEqual([
    'Interdição da rua Obras',
    expect.stringMatching(/^PMVI ?042 Ofício nº 118\/2026\/SEMOB$/),
    '27/11/2026 em 7 dias',
    'Bia Souza SEMTRAN',
    expect.stringMatching(/^Pendente/),
  ]);
});

it.each([
  ['Medição de novembro', '20/11/2026 vence hoje'],
  ['Relatório atrasado', '18/11/2026'],
  ['Interdição da rua', '27/11/2026 em 7 dias'],
])('the limit date of %s reads "%s"', async (title, words) => {
  await visit(LIST, town);
  expect(textOf([...(await rowOf(title)).children][3] ?? null)).toBe(words);
});

it('only the limit date of an overdue document is red', async () => {
  await visit(LIST, town);
  const red = async (title: string) =>
    (await rowOf(title)).children[3]?.querySelector('[class*="overdue"]')?.textContent;
  expect(await red('Relatório atrasado')).toBe('18/11/2026');
  expect(await red('Interdição da rua')).toBeUndefined();
});

it('an exception has the tag "exceção" in its row, and no other document has it', async () => {
  await visit(LIST, town);
  await rowOf('Medição de novembro');
  const tagged = all('row').filter((row) => textOf(row).includes('exceção'));
  expect(tagged.map((row) => all('rowheader', row).map((cell) => all('link', cell).map(textOf)))).toEqual([
    [['Medição de novembro']],
  ]);
});

it.each([
  ['Pendente', 'ainda não visto', 'Interdição da rua'],
  ['Tramitando', 'enviado, em andamento', 'Medição de novembro'],
  ['Prorrogado', 'a data limite foi adiada', 'Aditivo do contrato'],
  ['Em atraso', 'não visto até o prazo', 'Relatório atrasado'],
  ['Finalizado', 'visto e concluído', 'Rescisão concluída'],
])('the stamp "%s" of a row says "%s" when it is pressed', async (label, meaning, title) => {
  await visit(LIST, town);
  const stamp = all('button', await rowOf(title)).find((one) => nameOf(one) === label);
  stamp?.click();
  await until(() => expect(all('tooltip').map(textOf)).toEqual([meaning]));
});

it('the title and the eye of a row open the document', async () => {
  const { address } = await visit(LIST, town);
  const row = await rowOf('Interdição da rua');
  expect(all('link', row)[0]?.getAttribute('href')).toBe('/admin/view-document/1');
  await press('button', 'Ver Interdição da rua');
  await find('heading', 'Interdição da rua');
  expect(address()).toBe('/admin/view-document/1');
});

it.each([
  ['Interdição da rua', ['Concluir', 'Transferir', 'Prorrogar 27/11/2026', 'Baixar anexo 1 arquivo']],
  ['Rescisão concluída', ['Transferir', expect.stringContaining('Baixar anexo'), 'Reabrir']],
  [
    'Relatório atrasado',
    [
      'Concluir Em atraso: reabra com nova data limite para concluir',
      'Transferir',
      'Prorrogar Em atraso: reabra com nova data limite',
      'Baixar anexo 1 arquivo',
      'Reabrir com nova data limite',
    ],
  ],
])('the options of %s follow from its status and the abilities', async (title, entries) => {
  await visit(LIST, town);
  await rowOf(title);
  expect(await optionsOf(title)).toEqual(entries);
});

it('a document without abilities offers only its attachment', async () => {
  await visit(LIST, { fill: withDocuments });
  await press('tab', /^Outros setores/);
  await rowOf('Só dos outros');
  expect(await optionsOf('Só dos outros')).toEqual(['Baixar anexo 1 arquivo']);
});

it('Concluir in the options asks first and warns about new interactions', async () => {
  const { mirror } = await visit(LIST, town);
  await rowOf('Interdição da rua');
  await optionsOf('Interdição da rua');
  await press('menuitem', 'Concluir');
  const dialog = await find('alertdialog', 'Concluir processo');
  expect(textOf(dialog)).toContain('Quer mesmo concluir esse processo?');
  expect(textOf(dialog)).toContain('Depois disso, novas interações só serão possíveis se o documento for reaberto.');
  await press('button', 'Concluir');
  await seesText('Documento finalizado');
  expect((await mirror.commands.toArray()).map((one) => one.type)).toEqual(['complete-document']);
});

it('a question about a row stays when another person takes the row out of the list', async () => {
  const { mirror } = await visit('/admin/manage-documents?search=interdi%C3%A7%C3%A3o', town);
  await rowOf('Interdição da rua');
  await optionsOf('Interdição da rua');
  await press('menuitem', 'Prorrogar');
  await find('dialog', /^Prorrogar/);
  await applyPage(
    mirror,
    buildPage([putDocument(buildDocumentRow({ id: 1, number: 42, rev: 11, title: 'Outro título' }))]),
  );
  await until(() => expect(document.querySelector('main')?.textContent).toContain('Limpar filtros'));
  await find('dialog', /^Prorrogar/);
});

it('Reabrir in the options of an overdue document asks for a new date of today or later', async () => {
  await visit(LIST, town);
  await rowOf('Relatório atrasado');
  await optionsOf('Relatório atrasado');
  await press('menuitem', 'Reabrir');
  const dialog = await find('dialog', 'Reabrir documento');
  expect(textOf(dialog)).toContain('Quer mesmo reabrir esse processo?');
  expect(textOf(dialog)).toContain('A data limite passou. Escolha uma nova, a partir de hoje.');
  expect((await find('button', 'Reabrir')).hasAttribute('disabled')).toBe(true);
  await press('button', /^Nova data limite dd/);
  const days = await until(() => {
    const cells = all('gridcell').flatMap((cell) => [...cell.querySelectorAll('[role="button"]')]);
    if (cells.length === 0) throw new Error('no calendar yet');
    return cells;
  });
  const isOff = (day: string) =>
    days.find((one) => one.textContent?.trim() === day)?.getAttribute('aria-disabled') === 'true';
  expect([isOff('19'), isOff('20'), isOff('21')]).toEqual([true, false, false]);
});

it('ticked rows are counted, can be downloaded together, and all rows of the page can be ticked at once', async () => {
  await visit(LIST, town);
  await until(() => expect(titles()).toHaveLength(6));
  await press('checkbox', 'Selecionar Interdição da rua');
  const bar = await find('region', 'Itens selecionados');
  expect(textOf(bar)).toContain('1 item foi selecionado');
  expect(names('button', bar)).toContain('Baixar anexos');
  await press('checkbox', 'Selecionar todos desta página');
  await until(() => expect(textOf(bar)).toContain('6 itens foram selecionados'));
});

it.each([
  [10, 0],
  [11, 1],
])('%i documents have %i controls for their pages', async (count, controls) => {
  await visit(LIST, { role: 'Servidor', fill: (mirror) => withDocuments(mirror, many(count)) });
  await until(() => expect(titles()).toHaveLength(10));
  expect(names('navigation').filter((name) => name === 'Páginas')).toHaveLength(controls);
});

it('the list of exceptions has only exceptions, with subject, window, moment and reason', async () => {
  await visit('/admin/exceptions-documents', town);
  await until(() => expect(titles()).toEqual(['Medição de novembro']));
  expect(names('columnheader').slice(2, 6)).toEqual(['Assunto', 'Janela de envio', 'Enviado em', 'Justificativa']);
  const [, , subject, window, , reason] = [...(await rowOf('Medição de novembro')).children].map(textOf);
  expect([subject, window, reason]).toEqual(['Sinalização viária', 'sem janela', 'Chuva.']);
});

it('on a phone the card of an exception has subject, window, moment and reason', async () => {
  await visit('/admin/exceptions-documents', { ...town, width: 'phone' });
  const main = await find('main', /./);
  const cards = () =>
    all('listitem', main)
      .map(textOf)
      .filter((card) => card.includes('Medição de novembro'));
  await until(() => expect(cards()).toHaveLength(1));
  await until(() =>
    expect(cards()[0]).toMatch(
      /Assunto Sinalização viária Janela de envio sem janela Enviado em 13\/11 às 09:00 Justificativa Chuva\./,
    ),
  );
});

it("'Enviar' of the transfer dialog over the list is on once sector and responsible are chosen", async () => {
  const { address } = await visit(LIST, town);
  await rowOf('Interdição da rua');
  await optionsOf('Interdição da rua');
  await press('menuitem', 'Transferir');
  const dialog = await find('dialog', 'Transferir PMVI 042');
  const isOn = () => !all('button', dialog).some((one) => nameOf(one) === 'Enviar' && one.hasAttribute('disabled'));
  expect(names('button', dialog)).toContain('Enviar');
  expect(isOn()).toBe(false);
  const choose = async (name: RegExp) => {
    const option = await find('option', name);
    option.click();
  };
  await choose(/^Caio Porto/);
  await until(() => expect(isOn()).toBe(true));
  await press('button', 'Mostrar sugestões Setor');
  await choose(/^Obras/);
  await until(() => expect(isOn()).toBe(false));
  expect(address()).toContain(LIST);
});

it('the list names the documents by a ticket of at least three digits', async () => {
  await visit(LIST, town);
  const tickets = await Promise.all(
    ['Interdição da rua', 'Rescisão concluída'].map(async (title) =>
      textOf([...(await rowOf(title)).children][2] ?? null),
    ),
  );
  expect(tickets.map((one) => one.replaceAll(' ', '').replace(/Ofício.*/, ''))).toEqual(['PMVI042', 'PMVI1046']);
});
