// Looks at every screen in every size and theme: axe, sideways scrolling, a picture.

import type { DocumentPage, DocumentRow } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { REPORTS } from '#domain/reports.ts';
import { createTenant } from '../../src/server/operation/tenants.ts';
import { connectionOfRunning } from '../../src/server/postgres/start-postgres.ts';
import { type ApiClient, DEMO_PASSWORD } from './api-client.ts';
import { Device } from './device.ts';
import { expect, PEOPLE, test } from './fixtures.ts';
import { reply } from './gestures.ts';
import { lookAt, SIZES } from './looks.ts';
import { prepareServer } from './real-server.ts';

const [PHONE] = SIZES;

async function underReview(api: ApiClient): Promise<DocumentRow> {
  const { data } = await api.get<DocumentPage>(`${PATHS.documents}?status=under_review`);
  const document = data[0];
  if (document === undefined) throw new Error('no demonstration document under review');
  return document;
}

/** `title`: the screen's own heading, so that a screen that failed to open is not taken for it. */
async function lookAtScreen(device: Device, screen: { name: string; path: string; title?: string | RegExp }) {
  const { name, path, title = /./ } = screen;
  await device.page.setViewportSize(PHONE);
  await device.goto(path);
  await lookAt(device.page, { name, seen: device.page.getByRole('heading', { level: 1, name: title }) });
}

test('every screen passes axe and fits in every size and theme', async ({ newDevice, apiOf }) => {
  const document = await underReview(await apiOf(PEOPLE.manager));
  const device = await newDevice();
  await device.open('/login');
  await lookAtScreen(device, { name: 'login', path: '/login' });
  await device.logIn(PEOPLE.manager);
  await lookAtScreen(device, { name: 'home', path: '/admin/home' });
  await lookAtScreen(device, { name: 'list', path: '/admin/manage-documents' });
  await lookAtScreen(device, { name: 'detail', path: `/admin/view-document/${document.id}` });
  await lookAtScreen(device, { name: 'create', path: '/admin/create-documents' });
});

test('screens of sectors pass axe and fit in every size and theme', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  await lookAtScreen(device, {
    name: 'sectors',
    title: /Setores|Gerenciar setores/,
    path: '/admin/manage-organizations',
  });
  await lookAtScreen(device, { name: 'sector-create', title: 'Criar setor', path: '/admin/create-organizations' });
  await lookAtScreen(device, { name: 'sector-edit', title: 'Editar setor', path: '/admin/edit-organization/1' });
});

test('screens of people pass axe and fit in every size and theme', async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  await lookAtScreen(device, { name: 'users', title: /Usuários|Gerenciar usuários/, path: '/admin/manage-users' });
  await lookAtScreen(device, { name: 'user-create', title: 'Criar usuário', path: '/admin/create-users' });
  await lookAtScreen(device, { name: 'user-edit', title: 'Editar usuário', path: '/admin/edit-user/3' });
  await lookAtScreen(device, { name: 'directory', title: 'Usuários', path: '/admin/users' });
});

test('screens with work in pencil and no network pass axe and fit in every size and theme', async ({
  usedDevice,
  apiOf,
}) => {
  const document = await underReview(await apiOf(PEOPLE.manager));
  const path = `/admin/view-document/${document.id}`;
  const device = await usedDevice(PEOPLE.manager);
  await device.goto(path);
  await expect(device.page.getByRole('textbox', { name: 'Sua resposta' })).toBeVisible();
  await device.settled(document);
  await device.cut();
  await reply(device.page, 'Resposta a lápis, esperando conexão.');
  await lookAtScreen(device, { name: 'detail-pencil', path });
  await lookAtScreen(device, { name: 'outbox', path: '/admin/outbox' });
  await lookAtScreen(device, { name: 'home-offline', path: '/admin/home' });
});

test('screens of alerts, subjects, models and help pass axe and fit in every size and theme', async ({
  usedDevice,
  apiOf,
}) => {
  const api = await apiOf(PEOPLE.admin);
  const firstOf = async (path: string): Promise<number> => {
    const [row] = await api.get<{ id: number }[]>(path);
    if (row === undefined) throw new Error(`no demonstration row of ${path}`);
    return row.id;
  };
  const [alert, subject, model] = [
    await firstOf(PATHS.alerts),
    await firstOf(PATHS.documentSubjects),
    await firstOf(PATHS.models),
  ];
  const device = await usedDevice(PEOPLE.admin);
  await device.settled();
  for (const [name, path] of [
    ['manage-alerts', '/admin/manage-alerts'],
    ['create-alerts', '/admin/create-alerts'],
    ['edit-alert', `/admin/edit-alert/${alert}`],
    ['manage-subjects', '/admin/manage-document-subjects'],
    ['create-subjects', '/admin/create-document-subjects'],
    ['edit-subject', `/admin/edit-document-subjects/${subject}`],
    ['manage-models', '/admin/manage-models'],
    ['create-models', '/admin/create-models'],
    ['edit-model', `/admin/edit-model/${model}`],
    ['help', '/admin/help?pergunta=situacoes'],
    ['help-models', '/admin/help?aba=modelos'],
  ] as const) {
    await lookAtScreen(device, { name, path });
  }
});

test('screens of results, exceptions and alerts, and pages before the login, pass axe and fit in every size and theme', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.admin);
  for (const [name, path] of [
    ['alerts', '/admin/alerts'],
    ['exceptions', '/admin/exceptions-documents'],
    ['results', '/admin/results/vistoria'],
    ['results-empty', '/admin/results'],
    ['accessibility', '/acessibilidade'],
    ['check-receipt', '/conferir#malote1.nada'],
    ['privacy', '/privacidade'],
    ['recover', '/recover-password'],
    ['reset', '/password-reset/0123456789?email=admin@pmvi.example'],
  ] as const) {
    await lookAtScreen(device, { name, path });
  }
});

// Fifteen looks, in the long form only: reports.e2e.ts works with these screens in each run.
test('screens of reports pass axe and fit in every size and theme', { tag: '@long' }, async ({ usedDevice }) => {
  const device = await usedDevice(PEOPLE.admin);
  const { page } = device;
  for (const report of REPORTS) {
    await device.goto(`/admin/reports?periodo=ano&aba=${report}`);
    await expect(page.getByText(/do servidor, hoje às/).first()).toBeVisible();
    await lookAt(page, { name: `reports-${report}`, seen: page.getByRole('heading', { level: 1 }) });
  }
});

// Twelve looks, in the long form only: calendar.e2e.ts works with the calendar in each run.
test(
  'screens of the calendar and of choices of notices pass axe and fit in every size and theme',
  { tag: '@long' },
  async ({ usedDevice }) => {
    const device = await usedDevice(PEOPLE.admin);
    const { page } = device;
    const next = new Date().getFullYear() + 1;
    for (const [name, path] of [
      ['calendar-year', '/admin/calendar'],
      ['holiday-create', '/admin/create-holidays'],
      ['profile-notices', '/admin/profile?aba=avisos'],
    ] as const) {
      await lookAtScreen(device, { name, path });
    }
    await device.goto(`/admin/calendar?ano=${next}`);
    await page.getByRole('button', { name: `Copiar de ${next - 1}` }).click();
    await lookAt(page, {
      name: 'calendar-copy',
      seen: page.getByRole('button', { name: `Conferi, vale para ${next}` }),
    });
  },
);

// A server and a tenant of its own for one look, in the long form only.
test(
  'the login of a server with one town hall passes axe and fits in every size and theme',
  { tag: '@long' },
  async () => {
    const server = await prepareServer({ DEMO: '0' });
    await server.start();
    const connection = connectionOfRunning(server.dataDir);
    if (connection === null) throw new Error('the server does not run');
    const admin = { name: 'Helena Tavares', email: 'helena@nova.example', password: DEMO_PASSWORD };
    await createTenant(connection, { name: 'Prefeitura Municipal de Nova Serrana', acronym: 'PMNS', admin });
    const device = await Device.make(server);
    try {
      const page = await device.open('/login');
      await expect(page.getByText('Prefeitura Municipal de Nova Serrana').filter({ visible: true })).toHaveCount(1);
      await lookAtScreen(device, { name: 'login-single', path: '/login', title: 'Entrar' });
    } finally {
      await device.dispose();
      await server.dispose();
    }
  },
);
