// The five lists in which reference data is managed: what stands in them, and what each gesture
// does at once.

import type { Mirror } from '#mirror/store/schema.ts';
import { expect, it } from 'vitest';
import { buildSubject, buildUser, PEOPLE } from '../builders/build-people.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, key, names, press, seesText, until } from './harness/hand.ts';
import { MODELS } from './harness/rows.ts';
import { buildAlert } from './harness/town.ts';
import { visit } from './harness/visit.ts';

const withEmails = (mirror: Mirror) =>
  mirror.users.bulkPut(
    Object.values(PEOPLE).map((person) => buildUser(person, { email: `${person.name.toLowerCase()}@example.test` })),
  );

type List = {
  readonly path: string;
  readonly title: string;
  /** Column heads between the checkbox and "Status"; null where the rows are cards. */
  readonly heads: readonly string[] | null;
  readonly rows: (mirror: Mirror) => Promise<unknown>;
  readonly none: (mirror: Mirror) => Promise<unknown>;
  readonly names: readonly string[];
  readonly search: { readonly label: string; readonly words: string; readonly finds: string };
  /** One row of the list: its name, the address of its edit form, and the text of the row. */
  readonly row: { readonly name: string; readonly edit: string; readonly says: string };
  readonly create: { readonly text: string; readonly to: string };
  readonly empty: string;
};

const LISTS: Readonly<Record<string, List>> = {
  users: {
    path: '/admin/manage-users',
    title: 'Gerenciar usuários',
    heads: ['Nome e setor', 'Papel', 'E-mail'],
    rows: withEmails,
    none: (mirror) => mirror.users.clear(),
    names: ['Ana Lima', 'Bia Souza', 'Caio Porto', 'Davi Nunes'],
    search: { label: 'Buscar usuário', words: 'caio', finds: 'Caio Porto' },
    row: { name: 'Bia Souza', edit: '/admin/edit-user/8', says: 'Bia Souza SEMTRAN Servidor bia@example.test' },
    create: { text: 'Criar usuário', to: '/admin/create-users' },
    empty: 'Sem usuários para gerenciar no momento',
  },
  sectors: {
    path: '/admin/manage-organizations',
    title: 'Gerenciar setores',
    heads: ['Setor'],
    rows: async () => undefined,
    none: (mirror) => mirror.organizations.clear(),
    names: ['Arquivo', 'Obras', 'Trânsito'],
    search: { label: 'Buscar setor', words: 'semtran', finds: 'Trânsito' },
    row: { name: 'Trânsito', edit: '/admin/edit-organization/2', says: 'Trânsito SEMTRAN' },
    create: { text: 'Criar setor', to: '/admin/create-organizations' },
    empty: 'Sem setores para gerenciar no momento',
  },
  alerts: {
    path: '/admin/manage-alerts',
    title: 'Gerenciar alertas',
    heads: ['Alerta', 'Data limite'],
    rows: (mirror) => mirror.alerts.bulkPut([buildAlert(), buildAlert({ id: 2, title: 'Obra na garagem' })]),
    none: async () => undefined,
    names: ['Obra na garagem', 'Recesso de fim de ano'],
    search: { label: 'Buscar alerta pelo título', words: 'garagem', finds: 'Obra na garagem' },
    row: { name: 'Obra na garagem', edit: '/admin/edit-alert/2', says: 'Obra na garagem Haverá plantão no Protocolo.' },
    create: { text: 'Criar alerta', to: '/admin/create-alerts' },
    empty: 'Sem alertas para gerenciar no momento',
  },
  subjects: {
    path: '/admin/manage-document-subjects',
    title: 'Gerenciar assuntos de documento',
    heads: ['Assunto', 'Janela de envio', 'Setores isentos'],
    rows: (mirror) =>
      mirror.document_subjects.put(
        buildSubject({ id: 2, name: 'Férias', submission_start_day: 1, submission_end_day: 5 }),
      ),
    none: (mirror) => mirror.document_subjects.clear(),
    names: ['Férias', 'Sinalização viária'],
    search: { label: 'Buscar assunto pelo nome', words: 'sinalizacao', finds: 'Sinalização viária' },
    row: { name: 'Férias', edit: '/admin/edit-document-subjects/2', says: 'Férias' },
    create: { text: 'Criar assunto', to: '/admin/create-document-subjects' },
    empty: 'Sem assuntos de documento para gerenciar no momento',
  },
  models: {
    path: '/admin/manage-models',
    title: 'Gerenciar modelos',
    heads: null,
    rows: (mirror) => mirror.models.bulkPut([...MODELS]),
    none: async () => undefined,
    names: ['Fluxo de férias', 'Modelo de ofício', 'Modelo de portaria'],
    search: { label: 'Buscar modelo pelo nome', words: 'portaria', finds: 'Modelo de portaria' },
    row: { name: 'Modelo de ofício', edit: '/admin/edit-model/1', says: 'PDF · Modelo Modelo de ofício' },
    create: { text: 'Criar modelo', to: '/admin/create-models' },
    empty: 'Sem modelos para gerenciar no momento',
  },
};

const each = Object.entries(LISTS);

/** The names of the rows on screen, from the top, by their checkboxes. */
const shown = (): string[] =>
  names('checkbox')
    .filter((name) => /^Selecionar (?!todos)/.test(name))
    .map((name) => name.replace('Selecionar ', ''));

const rowOf = (name: string): HTMLElement => {
  const row = [...all('row'), ...all('listitem')].find(
    (one) => textOf(one).includes(name) && all('checkbox', one).length > 0,
  );
  if (row === undefined) throw new Error(`no row ${name}: ${shown().join(', ')}`);
  return row;
};

async function open({ path, rows, names: expected }: List) {
  const opened = await visit(path, { fill: rows });
  await until(() => expect(shown().toSorted()).toEqual([...expected].toSorted()));
  return opened;
}

it.each(each)(
  'the list of %s leads to its form, and has a tick, a switch, "Editar" and a bin per row',
  async (...given) => {
    const [, list] = given;
    await open(list);
    await find('heading', list.title);
    expect(
      all('link')
        .find((one) => textOf(one) === list.create.text)
        ?.getAttribute('href'),
    ).toBe(list.create.to);
    const heads = list.heads === null ? [] : [...list.heads, 'Status', 'Ações'];
    expect(names('columnheader')).toEqual(expect.arrayContaining(heads));
    const row = rowOf(list.row.name);
    expect(textOf(row)).toContain(list.row.says);
    expect(names('switch', row)).toEqual([`${list.row.name}: Ativo`]);
    expect(all('link', row).map((link) => link.getAttribute('href'))).toContain(list.row.edit);
    expect(names('button', row)).toContain(`Deletar ${list.row.name}`);
  },
);

it.each(each)(
  'the list of %s is searched on Enter and by the magnifier, and the X clears the search',
  async (...given) => {
    const [, list] = given;
    const { label, words, finds } = list.search;
    await open(list);
    await fill(label, words);
    expect(shown()).toHaveLength(list.names.length);
    key(await field(label), 'Enter');
    await until(() => expect(shown()).toEqual([finds]));
    await press('button', 'Limpar busca');
    await until(() => expect(shown()).toHaveLength(list.names.length));
    await fill(label, words);
    await press('button', 'Buscar');
    await until(() => expect(shown()).toEqual([finds]));
  },
);

it.each(each)('the empty list of %s says so and leads to its form', async (...given) => {
  const [, { path, none, empty, create }] = given;
  await visit(path, { fill: none });
  await seesText(empty);
  expect((await find('link', 'Clique aqui para cadastrar')).getAttribute('href')).toBe(create.to);
});

it.each(each)(
  'ticked rows of the list of %s are counted, with bulk buttons, and the ticks go with the act',
  async (...given) => {
    const [name, list] = given;
    await open(list);
    const others = list.names.filter((one) => one !== 'Ana Lima');
    for (const one of others) await press('checkbox', `Selecionar ${one}`);
    const bar = await find('region', 'Itens selecionados');
    expect(textOf(bar)).toContain(`${others.length} itens foram selecionados`);
    expect(names('button', bar)).toEqual(expect.arrayContaining(['Ativar todos', 'Desativar todos', 'Deletar todos']));
    await press('button', 'Desativar todos');
    if (name === 'users') await press('button', 'Desabilitar');
    await until(() => expect(names('switch').filter((one) => one.endsWith(': Inativo'))).toHaveLength(others.length));
    expect(names('region')).not.toContain('Itens selecionados');
  },
);

it.each(each)('every row of the list of %s can be ticked at once, but for the own account', async (...given) => {
  const [, list] = given;
  await open(list);
  const others = list.names.filter((one) => one !== 'Ana Lima').length;
  await press('checkbox', `Selecionar todos os ${others}`);
  const bar = await find('region', 'Itens selecionados');
  expect(textOf(bar)).toContain(`${others} itens foram selecionados`);
  const acts = all('button', bar).filter((one) => nameOf(one).endsWith(' todos'));
  expect(acts.map((one) => [nameOf(one), one.hasAttribute('disabled')])).toEqual([
    ['Ativar todos', false],
    ['Desativar todos', false],
    ['Deletar todos', false],
  ]);
});

it('a sector is ticked at once without the own account, which is ticked by itself', async () => {
  await open(LISTS['users'] as List);
  const isTicked = async (name: string) => ((await field(name)) as HTMLInputElement).checked;
  await press('checkbox', 'Selecionar todos de Obras');
  expect(await isTicked('Selecionar Ana Lima')).toBe(false);
  await press('checkbox', 'Selecionar Ana Lima');
  await until(async () => expect(await isTicked('Selecionar Ana Lima')).toBe(true));
});

it('the list of users groups them by sector, and the person who is logged in has neither switch nor bin', async () => {
  await open(LISTS['users'] as List);
  expect(names('checkbox').filter((name) => name.startsWith('Selecionar todos de '))).toEqual([
    'Selecionar todos de Arquivo',
    'Selecionar todos de Obras',
    'Selecionar todos de Trânsito',
  ]);
  expect(names('button')).not.toContain('Deletar Ana Lima');
  expect(names('switch')).not.toContain('Ana Lima: Ativo');
});

it('a user without a sector stands under "Sem organização"', async () => {
  await visit('/admin/manage-users', {
    fill: (mirror) => mirror.users.put(buildUser({ ...PEOPLE.bia, organization: null }, { email: 'bia@example.test' })),
  });
  await seesText('Bia Souza Sem organização');
  expect(names('checkbox')).toContain('Selecionar todos de Sem organização');
});

it('fewer than four models are drawn without their descriptions, and all can be downloaded', async () => {
  await open(LISTS['models'] as List);
  expect(textOf(document.body)).not.toContain('Para pedidos entre secretarias.');
  await find('button', 'Baixar todos (2)');
});

it('four models are drawn with their descriptions', async () => {
  const [one] = MODELS;
  await visit('/admin/manage-models', {
    fill: (mirror) =>
      mirror.models.bulkPut(
        [1, 2, 3, 4].flatMap((id) => (one === undefined ? [] : [{ ...one, id, name: `Modelo ${id}` }])),
      ),
  });
  await until(() => expect(textOf(document.body)).toContain('Modelo 4 Para pedidos entre secretarias.'));
});
