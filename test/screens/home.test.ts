// The home, as Ana of the small town hall finds it.

import { expect, it } from 'vitest';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { fill, find, key, field, names, press, seesText, until } from './harness/hand.ts';
import { visit } from './harness/visit.ts';
import { MODELS, withDocuments } from './harness/rows.ts';
import { buildAlert } from './harness/town.ts';

const withModels = { fill: (mirror: Parameters<typeof withDocuments>[0]) => mirror.models.bulkPut([...MODELS]) };

/** Text and address of each link in a part of the screen. */
const linksOf = (part: Element): string[][] =>
  all('link', part).map((link) => [textOf(link), link.getAttribute('href') ?? '']);

it('the home greets the person by name and leads to the profile by their photo', async () => {
  await visit('/admin/home');
  await find('heading', 'Bom dia, Ana');
  const photo = all('link', await find('main', /./)).find((link) => /^Perfil \([A-Z]{2}\)$/.test(nameOf(link)));
  expect(photo?.getAttribute('href')).toBe('/admin/profile');
});

it('Enter in the search of the home leads to the results of what was typed', async () => {
  const { address } = await visit('/admin/home');
  await fill('Buscar documento, setor ou pessoa', 'aroeiras');
  key(await field('Buscar documento, setor ou pessoa'), 'Enter');
  await find('heading', 'Busca');
  expect(address()).toBe('/admin/results/aroeiras');
});

it('the magnifier of the empty search of the home leads to the search screen', async () => {
  const { address } = await visit('/admin/home');
  await press('button', 'Buscar');
  await find('heading', 'Busca');
  expect(address()).toBe('/admin/results');
});

it('the bell of the home opens the recent documents, each once, each leads to its screen, and the red dot goes out', async () => {
  await visit('/admin/home', { fill: withDocuments });
  await press('button', 'Avisos. Há novidades');
  const dialog = await find('dialog', 'Avisos');
  await until(() =>
    expect(linksOf(dialog)).toEqual([
      // It is due today, and came to the person too.
      ['Medição de novembro', '/admin/view-document/2'],
      ['Aditivo do contrato', '/admin/view-document/3'],
      ['Escolher avisos', '/admin/profile?aba=avisos'],
      ['Ver pendências', '/admin/outbox'],
    ]),
  );
  await press('button', 'Fechar');
  await find('button', 'Avisos');
});

it('the notifications say that there are no recent documents', async () => {
  await visit('/admin/home?painel=avisos');
  const dialog = await find('dialog', 'Avisos');
  await until(() => expect(textOf(dialog)).toContain('Sem documentos recentes.'));
});

it.each([
  ['2026-11-28', 'Faltam 8 dias'],
  ['2026-11-21', 'Falta 1 dia'],
  ['2026-11-20', 'Vence hoje'],
])('an alert due on %s says "%s" on the home', async (limit_date, words) => {
  await visit('/admin/home', { fill: (mirror) => mirror.alerts.put(buildAlert({ limit_date })) });
  const banner = await find('region', 'Aviso de prazo');
  expect(textOf(banner)).toMatch(
    new RegExp(`^${words} Alerta para todos Recesso de fim de ano Haverá plantão no Protocolo.`),
  );
});

it('the deadline alert of the home can be dismissed', async () => {
  await visit('/admin/home', { fill: (mirror) => mirror.alerts.put(buildAlert({ id: 71 })) });
  await press('button', 'Dispensar o aviso até amanhã');
  await until(() => expect(names('region')).not.toContain('Aviso de prazo'));
});

it('six tiles of the home count the documents of each status and lead to their list', async () => {
  await visit('/admin/home', { fill: withDocuments });
  const tiles = await find('region', 'Suas atualizações');
  await until(() =>
    expect(linksOf(tiles)).toEqual([
      ['6 Enviados', '/admin/manage-documents?status=sent'],
      ['1 Pendente', '/admin/manage-documents?status=pending'],
      ['2 Tramitando', '/admin/manage-documents?status=under_review'],
      ['1 Prorrogado', '/admin/manage-documents?status=extended'],
      ['1 Em atraso', '/admin/manage-documents?status=overdue'],
      ['1 Finalizado', '/admin/manage-documents?status=completed'],
    ]),
  );
});

it('the tooltip of each tile of the home says what its status means', async () => {
  await visit('/admin/home', { fill: withDocuments });
  const tiles = await find('region', 'Suas atualizações');
  const meanings = all('link', tiles).map((link) => [textOf(link).replace(/^\S+ /, ''), link.title]);
  expect(meanings).toEqual([
    ['Enviados', 'todos os que foram enviados'],
    ['Pendente', 'ainda não visto'],
    ['Tramitando', 'enviado, em andamento'],
    ['Prorrogado', 'a data limite foi adiada'],
    ['Em atraso', 'não visto até o prazo, ou visto, sem conclusão'],
    ['Finalizado', 'visto e concluído'],
  ]);
});

it('the home lists the documents that the person received last, each leading to its screen', async () => {
  await visit('/admin/home', { fill: withDocuments });
  const list = await find('region', 'Últimos que recebeu');
  await until(() =>
    expect(linksOf(list)).toEqual([
      ['Ver todos', '/admin/manage-documents'],
      ['Aditivo do contrato', '/admin/view-document/3'],
      ['Medição de novembro', '/admin/view-document/2'],
    ]),
  );
});

it('the home without documents and models says so in each of its parts', async () => {
  await visit('/admin/home');
  for (const [part, words] of [
    ['Últimos que recebeu', 'Sem documentos recentes.'],
    ['Modelos de documento', 'Sem modelos por aqui.'],
    ['Fluxo de documentos', 'Sem fluxos por aqui.'],
  ] as const) {
    await until(async () => expect(textOf(await find('region', part))).toContain(words));
  }
});

it.each([
  ['Modelos de documento', ['Word Modelo de portaria', 'PDF Modelo de ofício'], '/admin/help?aba=modelos'],
  ['Fluxo de documentos', ['PDF Fluxo de férias'], '/admin/help?aba=fluxos'],
])(
  'the carousel %s has a card with file type and "baixar" per model, and a link to the help',
  async (title, cards, more) => {
    await visit('/admin/home', withModels);
    const carousel = await find('region', title);
    await until(() => expect(all('listitem', carousel)).toHaveLength(cards.length));
    for (const [at, card] of all('listitem', carousel).entries()) {
      expect(textOf(card).startsWith(cards[at] ?? '')).toBe(true);
      expect(all('button', card).map((one) => one.textContent)).toContain('baixar');
    }
    expect(linksOf(carousel)).toEqual([['Ver mais', more]]);
  },
);

it('the carousels of the home scroll by 150 px with their buttons', async () => {
  await visit('/admin/home', withModels);
  const carousel = await find('region', 'Modelos de documento');
  const track = await until(() => {
    const [list] = carousel.querySelectorAll('ul');
    if (list === undefined) throw new Error('no list yet');
    return list;
  });
  const steps: unknown[] = [];
  track.scrollBy = (...given: unknown[]) => void steps.push((given[0] as ScrollToOptions).left);
  await press('button', 'Modelos de documento: próximos');
  await press('button', 'Modelos de documento: anteriores');
  expect(steps).toEqual([150, -150]);
});

it('a PDF model of the home opens in a preview with its description, and a Word model has none', async () => {
  await visit('/admin/home', withModels);
  await find('button', 'Ver: Modelo de ofício');
  expect(names('button')).not.toContain('Ver: Modelo de portaria');
  await press('button', 'Ver: Modelo de ofício');
  const dialog = await find('dialog', 'Modelo de ofício');
  expect(textOf(dialog)).toContain('Descrição Para pedidos entre secretarias.');
  await find('region', 'oficio.pdf');
});

it('a floating button of the home leads to creating a document', async () => {
  await visit('/admin/home');
  expect((await find('link', 'Criar documento')).getAttribute('href')).toBe('/admin/create-documents');
});

it('the home of a role that creates no documents has no button for it', async () => {
  await visit('/admin/home', { role: 'Consulta' });
  await seesText('Sem documentos recentes.');
  expect(names('link')).not.toContain('Criar documento');
});
