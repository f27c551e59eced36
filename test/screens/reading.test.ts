// The screens that only read: help, alerts, the directory of people, and the results of a search.

import { expect, it } from 'vitest';
import { buildUser, PEOPLE } from '../builders/build-people.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, key, names, press, seesText, until } from './harness/hand.ts';
import { MODELS, withDocuments } from './harness/rows.ts';
import { buildAlert, buildModel } from './harness/town.ts';
import { visit } from './harness/visit.ts';

const inMain = async (): Promise<HTMLElement> => find('main', /./);
const cards = async (): Promise<string[]> => all('listitem', await inMain()).map(textOf);

const withModels = { fill: async (mirror: Parameters<typeof withDocuments>[0]) => mirror.models.bulkPut([...MODELS]) };

it('the help has the tabs "Modelos" and "Fluxos" with a card per model, its files to download and its preview', async () => {
  await visit('/admin/help?aba=modelos', withModels);
  await until(() => expect(names('tab')).toEqual(['Perguntas', 'Modelos', 'Fluxos']));
  await until(async () => expect((await cards()).join()).toMatch(/Modelo de ofício.*Modelo de portaria/));
  expect(names('button', await inMain())).toEqual(
    expect.arrayContaining(['baixar: Modelo de ofício', 'Ver: Modelo de ofício', 'baixar: Modelo de portaria']),
  );
  expect(names('button')).not.toContain('Ver: Modelo de portaria');
  await press('tab', 'Fluxos');
  await until(async () => expect((await cards()).join()).toContain('Fluxo de férias'));
});

it('the preview of the help shows the files of a model in frames, and its description', async () => {
  await visit('/admin/help?aba=modelos', withModels);
  await press('button', 'Ver: Modelo de ofício');
  const dialog = await find('dialog', 'Modelo de ofício');
  expect(textOf(dialog)).toContain('Descrição Para pedidos entre secretarias.');
  await find('region', 'oficio.pdf');
});

it('the help is searched by name, on Enter', async () => {
  await visit('/admin/help?aba=modelos', withModels);
  await until(async () => expect(await cards()).toHaveLength(2));
  await fill('Buscar modelo pelo nome', 'portaria');
  expect(await cards()).toHaveLength(2);
  key(await field('Buscar modelo pelo nome'), 'Enter');
  await until(async () => expect((await cards()).join()).toMatch(/^Word Modelo de portaria/));
});

it.each([
  ['/admin/help?aba=modelos', 'Sem modelos por aqui.'],
  ['/admin/help?aba=fluxos', 'Sem fluxos por aqui.'],
  ['/admin/alerts', 'Não há alertas, por enquanto.'],
])('%s without rows says "%s"', async (path, words) => {
  await visit(path);
  await until(() => expect(textOf(document.body)).toContain(words));
});

it('an inactive model is not in the help', async () => {
  await visit('/admin/help?aba=modelos', { fill: (mirror) => mirror.models.put(buildModel({ status: 'inactive' })) });
  await until(() => expect(textOf(document.body)).toContain('Sem modelos por aqui.'));
});

it('the alerts show title and description, without inactive ones, and are searched by title on Enter and by the icon', async () => {
  await visit('/admin/alerts', {
    fill: (mirror) =>
      mirror.alerts.bulkPut([
        buildAlert(),
        buildAlert({ id: 2, title: 'Obra na garagem', description: 'Recesso das vagas.' }),
        buildAlert({ id: 3, title: 'Antigo', status: 'inactive' }),
      ]),
  });
  await until(async () => expect(await cards()).toHaveLength(2));
  expect((await cards()).toSorted()).toEqual([
    expect.stringMatching(/^Obra na garagem Recesso das vagas\./),
    expect.stringMatching(/^Recesso de fim de ano Haverá plantão no Protocolo\./),
  ]);
  await fill('Buscar alerta pelo título', 'recesso');
  key(await field('Buscar alerta pelo título'), 'Enter');
  await until(async () => expect((await cards()).join()).toMatch(/^Recesso de fim de ano/));
  await fill('Buscar alerta pelo título', 'obra');
  await press('button', 'Buscar');
  await until(async () => expect((await cards()).join()).toMatch(/^Obra na garagem/));
});

it('the directory shows full name and role of each person under their sector, and filters while one types', async () => {
  await visit('/admin/users', { role: 'Servidor', width: 'tablet' });
  await until(async () => expect(await cards()).toHaveLength(4));
  const sector = await find('region', /^Trânsito/);
  expect(all('listitem', sector).map((one) => textOf(one).replace(/^[A-Z]{2} /, ''))).toEqual([
    'Bia Souza Servidor',
    'Davi Nunes Servidor',
  ]);
  await fill('Buscar pessoa pelo nome', 'cai');
  await until(async () => expect((await cards()).join()).toMatch(/^(?:CP )?Caio Porto Servidor$/));
  await fill('Buscar pessoa pelo nome', 'ninguém');
  await seesText('Nenhum usuário foi encontrado');
});

it('the directory of a wide screen is a table with a body for each sector, and filters while one types', async () => {
  await visit('/admin/users', { role: 'Servidor' });
  await until(() => expect(names('columnheader').slice(0, 3)).toEqual(['Nome', 'Papel', 'E-mail']));
  const bodies = () => [...document.querySelectorAll('tbody')].map((body) => all('row', body).map(textOf).join(' / '));
  await until(() =>
    expect(bodies().join(' | ')).toMatch(/Trânsito[^|]* 2 \/ [^|]*Bia Souza Servidor[^|]*Davi Nunes Servidor/),
  );
  await fill('Buscar pessoa pelo nome', 'cai');
  await until(() => expect(bodies().join()).toMatch(/Caio Porto/));
  expect(bodies().join()).not.toContain('Bia');
});

it('the filter modal of the directory has one choice "Por setores" and "Limpar"', async () => {
  await visit('/admin/users', { role: 'Servidor', width: 'tablet' });
  await press('button', 'Filtros');
  const dialog = await find('dialog', 'Filtros');
  await until(() => expect(names('radiogroup', dialog)).toEqual(['Por setores']));
  await press('radio', /^Trânsito/);
  await press('button', 'Filtrar');
  await until(async () => expect(await cards()).toHaveLength(2));
  await press('button', 'Filtros (1)');
  await find('dialog', 'Filtros');
  await press('button', 'Limpar');
  await until(async () => expect(await cards()).toHaveLength(4));
});

it('the results have the tabs "Documentos", "Setores" and "Usuários", the documents first', async () => {
  await visit('/admin/results/interdi%C3%A7%C3%A3o', { fill: withDocuments, width: 'tablet' });
  await until(() => expect(names('tab')).toEqual(['Documentos 6', 'Setores 0', 'Usuários 0']));
  expect(all('tab').map((tab) => tab.getAttribute('aria-selected'))).toEqual(['true', 'false', 'false']);
  const [row] = await until(async () => {
    const found = all('listitem', await inMain());
    if (found.length === 0) throw new Error('no results yet');
    return found;
  });
  expect(textOf(row ?? null)).toMatch(
    /^Interdição da rua PMVI ?042 · Ofício Nº 042 · Ofício nº 118\/2026\/SEMOB · Trânsito · com Bia Souza/,
  );
  expect(all('link', row).map((link) => link.getAttribute('href'))).toEqual(['/admin/view-document/1']);
});

it('the results follow what is typed, the own number first, and going back from a document finds them again', async () => {
  const { address } = await visit('/admin/results', { fill: withDocuments, width: 'tablet' });
  await fill('Buscar documento, setor ou pessoa', 'medicao');
  await seesText('1 documento: 1 no título');
  expect([...document.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['Medição']);
  await fill('Buscar documento, setor ou pessoa', '42');
  await until(async () => expect(all('listitem', await inMain())).toHaveLength(1));
  await find('heading', 'Pelo número 1');
  await press('link', 'Interdição da rua');
  await until(() => expect(address()).toBe('/admin/view-document/1'));
});

it('words inside of a text are found below the others, with what stands around them and how much was searched', async () => {
  const fill = async (mirror: Parameters<typeof withDocuments>[0]) => {
    await withDocuments(mirror);
    const [row] = await mirror.details.where('key').equals('s:3').toArray();
    if (row !== undefined) await mirror.details.put({ ...row, content: '<p>Falta o <u>laudo</u> da perícia.</p>' });
    await mirror.details.delete('s:6');
  };
  await visit('/admin/results/laudo', { fill, width: 'tablet' });
  await seesText(
    'Procurado também no texto dos 5 documentos guardados neste aparelho. O texto de 1 outro não está aqui.',
  );
  await find('heading', 'No texto 1');
  const rows = all('listitem', await inMain());
  expect(rows.map(textOf)).toEqual([
    expect.stringMatching(/^Aditivo do contrato PMVI ?044 · Falta o laudo da perícia\./),
  ]);
  expect([...document.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['laudo']);
  expect(names('tab')).toEqual(['Documentos 1', 'Setores 0', 'Usuários 0']);
});

it('on a wide screen the results are the register of the list, and their sentence counts what their tab counts', async () => {
  const fill = async (mirror: Parameters<typeof withDocuments>[0]) => {
    await withDocuments(mirror);
    const [row] = await mirror.details.where('key').equals('s:3').toArray();
    if (row !== undefined) await mirror.details.put({ ...row, content: '<p>Vai a medição da obra.</p>' });
  };
  await visit('/admin/results/medicao', { fill });
  await seesText('2 documentos: 1 no título e 1 no texto');
  expect(names('tab')).toEqual(['Documentos 2', 'Setores 0', 'Usuários 0']);
  expect(all('columnheader').map(textOf)).toEqual([
    'Título e Origem',
    'Ticket/ofício',
    'Vencimento',
    'Responsável',
    'Status',
    'Ações',
    'No título 1',
    'No texto 1',
  ]);
  const rows = [...document.querySelectorAll<HTMLElement>('main tr[data-row]')].map(textOf);
  expect(rows).toEqual([
    expect.stringMatching(/^Medição de novembro .*PMVI ?043 Ofício Nº 043 · Ofício nº /),
    expect.stringMatching(/^Aditivo do contrato .*Vai a medição da obra\. PMVI ?044 Ofício Nº 044 · Ofício nº /),
  ]);
  expect(await Promise.all(['No título 1', 'No texto 1'].map((name) => find('heading', name)))).toHaveLength(2);
  expect([...document.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['Medição', 'medição']);
  await press('button', 'Mais opções de Medição de novembro');
  await find('menuitem', 'Transferir');
});

it('another tab of the results keeps the focus and what is typed', async () => {
  await visit('/admin/results', { fill: withDocuments });
  await fill('Buscar documento, setor ou pessoa', 'medicao');
  const first = await find('tab', 'Documentos 1');
  first.focus();
  key(first, 'ArrowRight');
  await until(async () => expect((await find('tab', 'Setores 0')).getAttribute('aria-selected')).toBe('true'));
  await seesText('Nada foi encontrado para sua busca');
  expect(document.activeElement).toBe(await find('tab', 'Setores 0'));
  expect((await field('Buscar documento, setor ou pessoa')).value).toBe('medicao');
});

it.each(['documentos', 'setores', 'usuarios'])(
  'the tab %s of the results says that nothing was found, with a retry link',
  async (tab) => {
    await visit(`/admin/results/zzzz?aba=${tab}`);
    await seesText('Nada foi encontrado para sua busca');
    expect((await find('link', 'Tentar de novo')).getAttribute('href')).toBe('/admin/results');
  },
);

const linksAt = async (path: string, role: string): Promise<(string | null)[][]> => {
  await visit(path, { role, fill: (mirror) => mirror.users.put(buildUser({ ...PEOPLE.davi, organization: null })) });
  return until(async () => {
    const rows = all('listitem', await inMain());
    if (rows.length === 0) throw new Error('no results yet');
    return rows.map((row) => [
      textOf(row).replace(/^[A-Z]{2} /, ''),
      all('link', row)[0]?.getAttribute('href') ?? null,
    ]);
  });
};

it('a sector of the results shows name and acronym and leads to its form with update_organizations', async () => {
  expect(await linksAt('/admin/results/semtran?aba=setores', 'Super Admin')).toEqual([
    ['Trânsito SEMTRAN', '/admin/edit-organization/2'],
  ]);
});

it('a sector of the results leads to the people of the directory without update_organizations', async () => {
  const [[, href] = []] = await linksAt('/admin/results/semtran?aba=setores', 'Servidor');
  expect(href).toMatch(/^\/admin\/users/);
});

it('a person of the results shows name and acronym, or "sem setor", and leads to the directory without update_users', async () => {
  const rows = await linksAt('/admin/results/nunes?aba=usuarios', 'Servidor');
  expect(rows).toEqual([['Davi Nunes sem setor', expect.stringMatching(/^\/admin\/users/)]]);
});

it('a person of the results leads to their form with update_users, where the reader manages them', async () => {
  await visit('/admin/results/souza?aba=usuarios', {
    fill: (mirror) => mirror.users.put(buildUser(PEOPLE.bia, { email: 'bia@example.test' })),
  });
  const link = await find('link', 'Bia Souza');
  expect(link.getAttribute('href')).toBe('/admin/edit-user/8');
  expect(nameOf(link)).toBe('Bia Souza');
});

it('the alerts stand by date, those whose date has passed folded below them', async () => {
  await visit('/admin/alerts', {
    fill: (mirror) =>
      mirror.alerts.bulkPut([
        buildAlert({ id: 1, title: 'Em dezembro', limit_date: '2026-12-23' }),
        buildAlert({ id: 2, title: 'De hoje', limit_date: '2026-11-20' }),
        buildAlert({ id: 3, title: 'De ontem', limit_date: '2026-11-19' }),
        buildAlert({ id: 4, title: 'De outubro', limit_date: '2026-10-02' }),
      ]),
  });
  const titles = async () => (await cards()).map((card) => card.replace(/ Haverá.*$/, ''));
  const seen = async () => (await titles()).slice(0, 2);
  await until(async () => expect(await seen()).toEqual(['De hoje', 'Em dezembro']));
  const fold = await find('button', '2 encerrados');
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  const panel = document.getElementById(fold.getAttribute('aria-controls') ?? '');
  expect(panel?.hasAttribute('hidden')).toBe(true);
  fold.click();
  await until(() => expect(fold.getAttribute('aria-expanded')).toBe('true'));
  expect(all('listitem', panel ?? undefined).map(textOf)).toEqual([
    expect.stringMatching(/^De ontem .*Encerrado em quinta-feira/),
    expect.stringMatching(/^De outubro .*Encerrado em sexta-feira/),
  ]);
});

it('a search that only an ended alert matches shows it unfolded, and it can be folded', async () => {
  await visit('/admin/alerts', {
    fill: (mirror) => mirror.alerts.put(buildAlert({ title: 'Recesso', limit_date: '2026-11-19' })),
  });
  await fill('Buscar alerta pelo título', 'recesso');
  key(await field('Buscar alerta pelo título'), 'Enter');
  const fold = await until(async () => {
    const found = await find('button', '1 encerrado');
    expect(found.getAttribute('aria-expanded')).toBe('true');
    return found;
  });
  expect(textOf(document.body)).not.toContain('Nenhum alerta com esse título.');
  fold.click();
  await until(() => expect(fold.getAttribute('aria-expanded')).toBe('false'));
});

it('only ended alerts: the screen says that there is none, and has them folded', async () => {
  await visit('/admin/alerts', { fill: (mirror) => mirror.alerts.put(buildAlert({ limit_date: '2026-11-19' })) });
  await seesText('Não há alertas, por enquanto.');
  expect((await find('button', '1 encerrado')).getAttribute('aria-expanded')).toBe('false');
});
