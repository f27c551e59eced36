// Every route of the application with an address of the demonstration, the heading of its screen,
// and what a Super Admin sees there of the data on the device. The keys are the route table of the
// application: a new route without a row here does not compile.

import type { FileRouteTypes } from '#app/entry/routeTree.gen.ts';
import type { DocumentPage } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { expect, type Page } from '@playwright/test';
import type { ApiClient } from './api-client.ts';

export type RoutePath = FileRouteTypes['to'];

type Check = (page: Page) => Promise<void>;

export type OpenedRoute = {
  readonly address: string;
  /** The heading of the screen, in every layout. */
  readonly title: string | RegExp;
  /** What stands on the screen without a network: its data, and what it says that it can't do. */
  readonly seen: readonly Check[];
};

const HOME = /^(?:Bom dia|Boa tarde|Boa noite), Helena/;

const text =
  (words: string | RegExp): Check =>
  (page) =>
    expect(page.locator('main').getByText(words).filter({ visible: true }).first()).toBeVisible();

const value =
  (label: string, words: string): Check =>
  (page) =>
    expect(page.getByRole('textbox', { name: label, exact: true })).toHaveValue(words);

/** A form whose button stays disabled and says why. */
const blocked =
  (label: string): Check =>
  (page) =>
    expect(page.getByRole('button', { name: label, exact: true })).toBeDisabled();

/** A form that says what is missing when this is pressed. */
const asks =
  (label: string, words: RegExp): Check =>
  async (page) => {
    await page.getByRole('button', { name: label, exact: true }).click();
    await text(words)(page);
  };

const aDocument: Check = (page) =>
  expect(page.locator('main a[href*="/admin/view-document/"]').filter({ visible: true }).first()).toBeVisible();

const option =
  (field: string, words: string): Check =>
  async (page) => {
    await page.getByRole('combobox', { name: field }).fill(words);
    await expect(page.getByRole('option', { name: words }).first()).toBeVisible();
  };

const fileOf = (page: Page, model: string) => page.getByRole('button', { name: `baixar: ${model}` }).first();

/**
 * A file of a model that is not on the device is not promised: pressing its button says when it
 * comes.
 */
const fileLater =
  (model: string): Check =>
  async (page) => {
    await fileOf(page, model).click();
    const messages = page.getByRole('region', { name: 'Mensagens' });
    await expect(messages.getByText('Arquivo não disponível neste aparelho').first()).toBeVisible();
    await expect(messages.getByText('Ele será aberto quando houver conexão.').first()).toBeVisible();
  };

/** The file of a model is given: without a network, when it came to the device before. */
export const fileGiven =
  (model: string): Check =>
  async (page) => {
    const given = page.waitForEvent('download');
    await fileOf(page, model).click();
    expect((await given).suggestedFilename()).not.toBe('');
  };

export const HELP = '/admin/help?aba=modelos';

/** `document`: one whose page is on the device. `model`: one in use, with a file. */
export async function everyRoute(api: ApiClient): Promise<{
  readonly routes: Readonly<Record<RoutePath, OpenedRoute>>;
  readonly document: { readonly id: number };
  readonly model: { readonly name: string };
}> {
  const named = async <Row>(path: string, is: (row: Row) => boolean): Promise<Row> => {
    const row = (await api.get<Row[]>(path)).find(is);
    if (row === undefined) throw new Error(`the demonstration lacks a row of ${path}`);
    return row;
  };
  type NamedRow = { id: number; name: string };
  const alert = await named<{ id: number; title: string }>(PATHS.alerts, ({ title }) => title.startsWith('Recesso de'));
  const subject = await named<NamedRow>(PATHS.documentSubjects, ({ name }) => name === 'Vistoria técnica');
  const model = await named<NamedRow>(PATHS.models, ({ name }) => name === 'Ofício padrão');
  // Files of models in use come ahead; those of the others do not.
  const retired = await named<NamedRow & { status: string }>(PATHS.models, ({ status }) => status === 'inactive');
  const sector = await named<NamedRow>(PATHS.organizations, ({ name }) => name === 'Gabinete do Prefeito');
  const holiday = await named<NamedRow>(PATHS.holidays, () => true);
  const person = await named<NamedRow & { last_name: string }>(PATHS.users, ({ name }) => name === 'Rosângela');
  const [document] = (await api.get<DocumentPage>(PATHS.documents)).data;
  if (document === undefined) throw new Error('the demonstration lacks a document');

  const routes: Record<RoutePath, OpenedRoute> = {
    '/': { address: '/', title: HOME, seen: [text(/^Dados de hoje, .* — sem conexão$/), aDocument] },
    '/acessibilidade': { address: '/acessibilidade', title: 'Acessibilidade', seen: [text('Tema e contraste')] },
    '/conferir': {
      address: '/conferir',
      title: 'Conferir comprovante',
      seen: [asks('Conferir', /^Falta o comprovante:/)],
    },
    '/privacidade': { address: '/privacidade', title: 'Privacidade', seen: [text('Neste aparelho')] },
    // A person who is still logged in on the device is led to the home, whose data are there.
    '/login': { address: '/login', title: HOME, seen: [aDocument] },
    '/recover-password': {
      address: '/recover-password',
      title: 'Recuperar a senha',
      seen: [text('Recuperar a senha precisa de internet.'), blocked('Solicitar')],
    },
    '/convite': {
      address: '/convite',
      title: 'Entrar com um convite impresso',
      seen: [text('Falta: e-mail e 16 letras do código'), blocked('Continuar')],
    },
    '/password-reset/$token': {
      address: '/password-reset/0123456789?email=admin@pmvi.example',
      title: 'Criar nova senha',
      seen: [text('Criar a senha nova precisa de internet.'), blocked('Criar')],
    },
    '/admin': { address: '/admin', title: HOME, seen: [aDocument] },
    '/admin/home': { address: '/admin/home', title: HOME, seen: [text('Férias e licenças'), aDocument] },
    '/admin/alerts': { address: '/admin/alerts', title: 'Alertas', seen: [text(alert.title)] },
    '/admin/manage-documents': {
      address: '/admin/manage-documents',
      title: /^(?:Gerenciar d|D)ocumentos$/,
      seen: [aDocument],
    },
    '/admin/exceptions-documents': { address: '/admin/exceptions-documents', title: 'Exceções', seen: [aDocument] },
    '/admin/create-documents': {
      address: '/admin/create-documents',
      title: 'Criar documento',
      seen: [option('Assunto', subject.name)],
    },
    '/admin/view-document/$id': {
      address: `/admin/view-document/${document.id}`,
      title: document.title,
      seen: [text(/Neste aparelho|Só com internet/)],
    },
    '/admin/results': { address: '/admin/results', title: 'Busca', seen: [text(/^Escreva ao menos duas letras/)] },
    '/admin/results/$search': { address: '/admin/results/vistoria', title: 'Busca', seen: [aDocument] },
    '/admin/manage-organizations': {
      address: '/admin/manage-organizations',
      title: /^(?:Gerenciar s|S)etores$/,
      seen: [text(sector.name)],
    },
    '/admin/create-organizations': {
      address: '/admin/create-organizations',
      title: 'Criar setor',
      seen: [value('Nome do setor', '')],
    },
    '/admin/edit-organization/$id': {
      address: `/admin/edit-organization/${sector.id}`,
      title: 'Editar setor',
      seen: [value('Crie um setor', sector.name)],
    },
    '/admin/import': {
      address: '/admin/import',
      title: 'Importar planilha',
      seen: [text('Importar precisa de internet.'), blocked('Escolher planilha')],
    },
    '/admin/reports': {
      address: '/admin/reports',
      title: 'Relatórios',
      seen: [text('O que cada número conta')],
    },
    '/admin/calendar': {
      address: '/admin/calendar',
      title: 'Calendário',
      seen: [text(holiday.name), text('Corpus Christi')],
    },
    '/admin/create-holidays': { address: '/admin/create-holidays', title: /^Novo dia/, seen: [value('Nome', '')] },
    '/admin/edit-holiday/$id': {
      address: `/admin/edit-holiday/${holiday.id}`,
      title: /^Editar/,
      seen: [value('Nome', holiday.name)],
    },
    '/admin/export': {
      address: '/admin/export',
      title: 'Exportar tudo',
      seen: [text('A exportação é feita no servidor. Conecte-se à internet para pedir ou baixar.')],
    },
    '/admin/audit': {
      address: '/admin/audit',
      title: 'Auditoria',
      seen: [text('A auditoria fica no servidor. Conecte-se à internet para consultar.')],
    },
    '/admin/manage-users': {
      address: '/admin/manage-users',
      title: /^(?:Gerenciar u|U)suários$/,
      seen: [text(`${person.name} ${person.last_name}`)],
    },
    '/admin/create-users': {
      address: '/admin/create-users',
      title: 'Criar usuário',
      seen: [
        text('Sem conexão. Criar um usuário precisa de internet, por causa da senha. O resto fica guardado aqui.'),
        blocked('Precisa de internet'),
        option('Setor', sector.name),
      ],
    },
    '/admin/edit-user/$id': {
      address: `/admin/edit-user/${person.id}`,
      title: 'Editar usuário',
      seen: [
        text('Sem conexão. Trocar senha ou papel precisa de internet; o resto pode ser salvo e vai quando ela voltar.'),
        text('Mudar o papel precisa de internet.'),
        value('Sobrenome', person.last_name),
      ],
    },
    '/admin/users': {
      address: '/admin/users',
      title: 'Usuários',
      seen: [text(`${person.name} ${person.last_name}`)],
    },
    '/admin/manage-alerts': {
      address: '/admin/manage-alerts',
      title: /^(?:Gerenciar a|A)lertas$/,
      seen: [text(alert.title)],
    },
    '/admin/create-alerts': { address: '/admin/create-alerts', title: 'Criar alerta', seen: [value('Título', '')] },
    '/admin/edit-alert/$id': {
      address: `/admin/edit-alert/${alert.id}`,
      title: 'Editar alerta',
      seen: [value('Título', alert.title)],
    },
    '/admin/manage-document-subjects': {
      address: '/admin/manage-document-subjects',
      title: /^(?:(?:Gerenciar a|A)ssuntos de documento|Assuntos)$/,
      seen: [text(subject.name)],
    },
    '/admin/create-document-subjects': {
      address: '/admin/create-document-subjects',
      title: /^Criar assunto/,
      seen: [value('Nome', '')],
    },
    '/admin/edit-document-subjects/$id': {
      address: `/admin/edit-document-subjects/${subject.id}`,
      title: /^Editar assunto/,
      seen: [value('Nome', subject.name)],
    },
    '/admin/manage-models': {
      address: '/admin/manage-models',
      title: /^(?:Gerenciar m|M)odelos$/,
      seen: [text(model.name), fileLater(retired.name)],
    },
    '/admin/create-models': { address: '/admin/create-models', title: 'Criar modelo', seen: [value('Nome', '')] },
    '/admin/edit-model/$id': {
      address: `/admin/edit-model/${model.id}`,
      title: 'Editar modelo',
      seen: [value('Nome', model.name)],
    },
    '/admin/help': { address: HELP, title: 'Ajuda', seen: [text(model.name), fileGiven(model.name)] },
    '/admin/outbox': {
      address: '/admin/outbox',
      title: 'Pendências de envio',
      seen: [(page) => expect(page.getByRole('button', { name: 'Enviar tudo agora' })).toBeVisible()],
    },
    '/admin/device': {
      address: '/admin/device',
      title: 'Dados neste aparelho',
      seen: [text(/\d+ documentos que você pode ver/), text(/Até lá, o Malote não abre sem conexão aqui/)],
    },
    '/admin/profile': {
      address: '/admin/profile',
      title: 'Perfil',
      seen: [
        value('Sobrenome', 'Prado Tavares'),
        text('Salvar precisa de internet. O que você escreveu continua aqui.'),
        blocked('Salvar'),
      ],
    },
  };
  return { routes, document, model };
}
