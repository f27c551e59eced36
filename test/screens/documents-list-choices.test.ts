// Which documents the list shows, in which order, and by which tabs and pages, over one document in
// each status.

import type { DocumentRow } from '#contract/documents.ts';
import { expect, it } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { all, textOf } from './harness/accessible.ts';
import { field, fill, find, key, names, press, seesText, titles, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';
import { withDocuments } from './harness/rows.ts';

const LIST = '/admin/manage-documents';
const town = { fill: withDocuments, role: 'Servidor' };

function atLeast<T>(found: readonly T[], count: number): readonly T[] {
  if (found.length < count) throw new Error(`${found.length} found`);
  return found;
}

const many = (count: number): DocumentRow[] =>
  Array.from({ length: count }, (_, at) =>
    buildDocumentRow({ id: at + 1, number: at + 1, title: `Documento ${at + 1}` }),
  );

it('the status of the address chooses the rows', async () => {
  await visit(`${LIST}?status=extended`, town);
  await until(() => expect(titles()).toEqual(['Aditivo do contrato']));
});

it('an unknown status of the address leaves every row', async () => {
  await visit(`${LIST}?status=nada`, town);
  await until(() => expect(titles()).toHaveLength(6));
});

it('the newest documents come first, and "Mais antigos" turns the order', async () => {
  const { address } = await visit(LIST, town);
  const newest = ['Aditivo do contrato', 'Medição de novembro', 'Interdição da rua', 'Relatório atrasado'];
  await until(() => expect(titles().slice(0, 4)).toEqual(newest));
  await press('button', /Ordenar: Mais novos/);
  expect((await until(() => atLeast(all('option'), 2))).map(textOf)).toEqual([
    'Mais novos',
    'Mais antigos',
    'Prazo mais próximo',
    'Prazo mais distante',
  ]);
  await press('option', 'Mais antigos');
  await until(() => expect(titles()[0]).toBe('Só dos outros'));
  expect(address()).toContain('order_by_created_at=asc');
});

it('the text of the list is searched on Enter and on the magnifier, and the cross clears it', async () => {
  const { address } = await visit(LIST, town);
  await until(() => expect(titles()).toHaveLength(6));
  await fill('Buscar nos documentos', 'interdição');
  expect(titles()).toHaveLength(6);
  key(await field('Buscar nos documentos'), 'Enter');
  await until(() => expect(titles()).toEqual(['Interdição da rua']));
  expect(address()).toContain('search=');
  await press('button', 'Limpar busca');
  await until(() => expect(titles()).toHaveLength(6));
  await fill('Buscar nos documentos', 'rescisao');
  await press('button', 'Buscar');
  await until(() => expect(titles()).toEqual(['Rescisão concluída']));
});

it('the dates dialog has "De" and "Até", each of which may stay empty', async () => {
  await visit(`${LIST}?painel=datas`, town);
  const dialog = await find('dialog', 'Criados entre');
  expect(textOf(dialog)).not.toContain('(opcional)');
  expect(names('button', dialog).slice(1)).toEqual(['De dd/mm/aaaa', 'Até dd/mm/aaaa', 'Limpar', 'Filtrar']);
  expect((await find('button', 'Filtrar')).hasAttribute('disabled')).toBe(false);
});

it.each([
  ['datas', 'Criados entre', 'De'],
  ['datas', 'Criados entre', 'Até'],
  ['filtros', 'Filtros', 'Criados de'],
])('with painel=%s a day before 2024 in "%s" keeps "Filtrar" off, and the dialog open', async (panel, title, label) => {
  const width = panel === 'filtros' ? 'phone' : 'desk';
  const { address } = await visit(`${LIST}?painel=${panel}`, { ...town, width });
  const isOn = async () => !(await find('button', 'Filtrar')).hasAttribute('disabled');
  await find('dialog', title);
  const before = address();
  await fill(new RegExp(`^${label}`), '31/12/2023');
  (await field(new RegExp(`^${label}`))).blur();
  await seesText('Escolha um dia a partir de 01/01/2024.');
  expect(await isOn()).toBe(false);
  await press('button', 'Filtrar');
  expect([names('dialog'), address()]).toEqual([[title], before]);
  await fill(new RegExp(`^${label}`), '01/01/2024');
  await until(async () => expect(await isOn()).toBe(true));
});

it('the filter of sectors finds one by the acronym beside its name', async () => {
  await visit(`${LIST}?painel=filtros`, town);
  await find('dialog', 'Filtros');
  const sector = await field(/^Setor/);
  await fill(/^Setor/, 'SEMOB');
  await until(() => expect(all('option').map(textOf)).toEqual([expect.stringMatching(/Obras.*SEMOB/)]));
  expect(sector.value).toBe('SEMOB');
});

it('the dates of the address choose the rows by the day they were created', async () => {
  await visit(`${LIST}?from=2026-11-13&to=2026-11-13`, town);
  await until(() => expect(titles()).toEqual(['Medição de novembro']));
});

it('the filters have each status, the exceptions, a sector, a responsible and a subject', async () => {
  await visit(`${LIST}?painel=filtros`, town);
  const dialog = await find('dialog', 'Filtros');
  await until(() =>
    expect(names('radio', dialog)).toEqual([
      'Todas',
      'Pendente',
      'Tramitando',
      'Prorrogado',
      'Em atraso',
      'Finalizado',
      'Exceção',
    ]),
  );
  expect(names('combobox', dialog).map((one) => one.replace(/ \(opcional\).*| opcional.*/, ''))).toEqual([
    'Setor',
    'Responsável',
    'Assunto',
  ]);
  expect(names('button', dialog)).toEqual(expect.arrayContaining(['Limpar', 'Filtrar']));
});

it('"Filtrar" applies the chosen status, and "Limpar" takes the filters away', async () => {
  await visit(`${LIST}?painel=filtros`, town);
  await press('radio', 'Exceção');
  await press('button', 'Filtrar');
  await until(() => expect(titles()).toEqual(['Medição de novembro']));
  await press('button', 'Filtros (1)');
  await find('dialog', 'Filtros');
  await press('button', 'Limpar');
  await until(() => expect(titles()).toHaveLength(6));
});

it('a Super Admin has the tabs "Administrador" and "Outros setores" with their counts', async () => {
  await visit(LIST, { fill: withDocuments });
  await until(() =>
    expect(names('tab')).toEqual([
      expect.stringMatching(/^Administrador 5/),
      expect.stringMatching(/^Outros setores 1/),
    ]),
  );
  expect(titles()).not.toContain('Só dos outros');
  await press('tab', /^Outros setores/);
  await until(() => expect(titles()).toEqual(['Só dos outros']));
});

it('a role that is no Super Admin has no tabs over the list', async () => {
  await visit(LIST, town);
  await until(() => expect(titles()).toHaveLength(6));
  expect(names('tab')).toEqual([]);
});

it('"Próxima" and "Anterior" lead from page to page', async () => {
  await visit(LIST, { role: 'Servidor', fill: (mirror) => withDocuments(mirror, many(11)) });
  await press('link', 'Próxima');
  await until(() => expect(titles()).toHaveLength(1));
  await press('link', 'Anterior');
  await until(() => expect(titles()).toHaveLength(10));
});

it('the page of the address is shown, and an impossible one is the first', async () => {
  await visit(`${LIST}?page=2`, { role: 'Servidor', fill: (mirror) => withDocuments(mirror, many(11)) });
  await until(() => expect(titles()).toHaveLength(1));
});

it('page 0 of the address is the first page', async () => {
  await visit(`${LIST}?page=0`, { role: 'Servidor', fill: (mirror) => withDocuments(mirror, many(11)) });
  await until(() => expect(titles()).toHaveLength(10));
});

it('the empty list says so and leads to creating a document', async () => {
  await visit(LIST, { role: 'Servidor' });
  await seesText('Sem documentos para gerenciar no momento');
  expect((await find('link', 'Clique aqui para cadastrar')).getAttribute('href')).toBe('/admin/create-documents');
});

it('filters that match no document say so and can be cleared', async () => {
  await visit(`${LIST}?search=nada`, town);
  await seesText('Nenhum documento com esses filtros.');
  await press('button', 'Limpar filtros');
  await until(() => expect(titles()).toHaveLength(6));
});

/** One document has these words in its text alone. */
const withText = async (mirror: Parameters<typeof withDocuments>[0]) => {
  await withDocuments(mirror);
  const row = await mirror.details.get('s:3');
  if (row !== undefined) await mirror.details.put({ ...row, content: '<p>Falta o laudo da Lei 8.112/90.</p>' });
};

it.each(['desk', 'tablet', 'phone'] as const)(
  'on a %s the box of the list says how many more have its words in their texts, while they are typed',
  async (width) => {
    const { address } = await visit(LIST, { role: 'Servidor', fill: withText, width });
    const rows = () => document.querySelectorAll('main [data-row]');
    await until(() => expect(rows()).toHaveLength(6));
    if (width !== 'desk') await press('button', 'Buscar nos documentos');
    await fill('Buscar nos documentos', 'laudo 8112/90');
    await find('link', 'Procurar também no texto das respostas (1)');
    expect(rows()).toHaveLength(6);
    await press('link', 'Procurar também no texto das respostas (1)');
    await until(() => expect(address()).toMatch(/^\/admin\/results\/laudo/));
    await until(() => expect([...document.querySelectorAll('mark')].map(textOf)).toEqual(['laudo', '8.112', '90']));
  },
);

it('a list never says that there is no document while a text has its words', async () => {
  await visit(`${LIST}?search=laudo`, { role: 'Servidor', fill: withText });
  await seesText('Nos títulos, números e nomes, nada; no texto das respostas, sim.');
  await find('link', 'Procurar também no texto das respostas (1)');
  expect(document.querySelector('main')?.textContent).not.toContain('Nenhum documento');
});

it('a search of more words than are looked for says so', async () => {
  await visit(`${LIST}?search=${'obra+'.repeat(21)}`, town);
  await seesText('A busca aceita até 20 palavras. Tire algumas.');
  expect(titles()).toEqual([]);
});
