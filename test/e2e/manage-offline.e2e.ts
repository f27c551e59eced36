// What two people do to the same rows of reference data without a network: what waits in pencil,
// what survives a closed browser, what the server has in the end, and what each of them reads.

import type { AlertRow, DocumentSubjectRow, ListedOrganization, ListedUser } from '#contract/reference-data.ts';
import { PATHS } from '#contract/paths.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { type ApiClient, DEMO_PASSWORD } from './api-client.ts';
import type { Device } from './device.ts';
import { PEOPLE, test } from './fixtures.ts';
import { chooseDayNextMonth } from './gestures.ts';

/** The second Super Admin of the demonstration. */
const OTAVIO = 'otavio.brandao@pmvi.example';
const SECTORS = '/admin/manage-organizations';
const SUBJECTS = '/admin/manage-document-subjects';
const USERS = '/admin/manage-users';
const ALERTS = '/admin/manage-alerts';
/** What a row says whose change has not been sent. */
const WAITS = /Na fila|Sem resposta/;
const STORED_HERE = 'Guardado neste aparelho. Será enviado quando houver conexão.';
const SENT_MS = 30_000;

/** Rows of this run, so that no other test finds them changed. */
async function makeRows(api: ApiClient) {
  const mark = Date.now().toString(36).toUpperCase();
  const named = { sector: `Almoxarifado ${mark}`, subject: `Empréstimo de bens ${mark}`, surname: `Moura ${mark}` };
  await api.send('POST', { path: PATHS.organizations, body: { name: named.sector, acronym: `A${mark}` } });
  const sector = await found<ListedOrganization>(api, { path: PATHS.organizations, named: named.sector });
  await api.send('POST', { path: PATHS.documentSubjects, body: { name: named.subject } });
  await api.send('POST', {
    path: PATHS.users,
    body: {
      name: 'Selma',
      last_name: named.surname,
      email: `selma.${mark.toLowerCase()}@pmvi.example`,
      password: DEMO_PASSWORD,
      roles: ['Servidor'],
      organization_id: sector.id,
    },
  });
  const subject = await found<DocumentSubjectRow>(api, { path: PATHS.documentSubjects, named: named.subject });
  return { mark, sector, subject, person: `Selma ${named.surname}` };
}

async function found<Row extends { name: string }>(api: ApiClient, at: { path: string; named: string }): Promise<Row> {
  const [row] = (await api.get<Row[]>(at.path)).filter((one) => one.name === at.named);
  if (row === undefined) throw new Error(`${at.path} has no ${at.named}`);
  return row;
}

/** A message, apart from the words for screen readers. */
function told(page: Page, words: string): Locator {
  return page.getByRole('region', { name: 'Mensagens' }).getByText(words).first();
}

function rowOf(page: Page, words: string): Locator {
  return page.getByRole('row').filter({ hasText: words });
}

async function save(page: Page, done: string): Promise<void> {
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(told(page, done)).toBeVisible();
}

async function switchOff(device: Device, person: string): Promise<void> {
  const { page } = device;
  await device.goto(USERS);
  await rowOf(page, person).getByText('Ativo', { exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Você está tentando desabilitar uma conta de usuário.' });
  await question.getByRole('button', { name: 'Desabilitar' }).click();
  await expect(told(page, 'Usuário desativado')).toBeVisible();
  await expect(rowOf(page, person)).toContainText('Inativo');
}

/**
 * The keys of the writes that the server answered with success, one for each answer that left the
 * server.
 */
function registeredKeys({ network }: Device): string[] {
  return network.passages.flatMap(({ key, status, fault }) =>
    key !== null && (fault === 'drop-answer' || (status !== null && status < 300)) ? [key] : [],
  );
}

test('without network two people change the same rows: each change is sent once, and each person reads what became of it', async ({
  usedDevice,
  newDevice,
  apiOf,
}) => {
  const api = await apiOf(PEOPLE.admin);
  const { mark, sector, subject, person } = await makeRows(api);
  const [byHelena, byOtavio, acronym] = [`Depósito ${mark}`, `Galpão ${mark}`, `D${mark}`];
  const alert = `Inventário ${mark}`;
  const helena = await usedDevice(PEOPLE.admin, { remember: true });
  const otavio = await newDevice();
  await otavio.open('/login');
  await otavio.logIn(OTAVIO, { remember: true });
  await otavio.readyForOffline();
  await Promise.all([helena.settled(), otavio.settled()]);
  await Promise.all([helena.cut(), otavio.cut()]);

  await test.step('one renames the sector, deletes the subject, switches the person off and publishes an alert', async () => {
    const { page } = helena;
    await helena.goto(SECTORS);
    await page.getByRole('link', { name: `Editar ${sector.name}` }).click();
    await page.getByRole('textbox', { name: 'Crie um setor' }).fill(byHelena);
    await page.getByRole('textbox', { name: 'Iniciais do setor' }).fill(acronym);
    await save(page, STORED_HERE);
    await expect(rowOf(page, byHelena)).toContainText(WAITS);
    await helena.goto(SUBJECTS);
    await page.getByRole('button', { name: `Deletar ${subject.name}` }).click();
    const question = page.getByRole('alertdialog', { name: 'Deseja mesmo deletar esse assunto?' });
    await question.getByRole('button', { name: 'Sim' }).click();
    await expect(told(page, 'Assunto deletado')).toBeVisible();
    await expect(rowOf(page, subject.name)).toHaveCount(0);
    await switchOff(helena, person);
    await helena.goto('/admin/create-alerts');
    await page.getByRole('textbox', { name: 'Título' }).fill(alert);
    await chooseDayNextMonth(page, 'Data limite');
    await page.getByRole('textbox', { name: 'Descrição' }).fill('Contagem dos bens de cada setor.');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect(told(page, 'Alerta criado com sucesso')).toBeVisible();
    await expect(rowOf(page, alert)).toContainText(WAITS);
  });

  await test.step('the other renames the sector too, edits the subject and switches the same person off', async () => {
    const { page } = otavio;
    await otavio.goto(`/admin/edit-organization/${sector.id}`);
    await page.getByRole('textbox', { name: 'Crie um setor' }).fill(byOtavio);
    await save(page, 'Setor editado com sucesso');
    await otavio.goto(`/admin/edit-document-subjects/${subject.id}`);
    await page.getByRole('textbox', { name: 'Nome' }).fill(`${subject.name} e equipamentos`);
    await save(page, 'Assunto editado com sucesso');
    await switchOff(otavio, person);
  });

  await test.step('closed and opened without network: all of it waits, in pencil', async () => {
    await Promise.all([helena.close(), otavio.close()]);
    await Promise.all([helena.open(SECTORS, { offline: true }), otavio.open('/admin/outbox', { offline: true })]);
    await expect(rowOf(helena.page, byHelena)).toContainText(acronym);
    await expect(rowOf(helena.page, byHelena)).toContainText(WAITS);
    await helena.goto('/admin/outbox');
    for (const [{ page }, acts] of [
      [
        helena,
        [
          `Editar o setor “${sector.name}”`,
          `Excluir o assunto “${subject.name}”`,
          `Desativar o usuário “${person}”`,
          `Criar o alerta “${alert}”`,
        ],
      ],
      [
        otavio,
        [`Editar o setor “${sector.name}”`, `Editar o assunto “${subject.name}”`, `Desativar o usuário “${person}”`],
      ],
    ] as const) {
      const queue = page.getByRole('region', { name: 'Na fila' });
      for (const act of acts) await expect(queue.getByText(act)).toBeVisible();
      await expect(queue.getByText(/^Na fila/)).toHaveCount(acts.length + 1);
    }
    expect([...registeredKeys(helena), ...registeredKeys(otavio)]).toEqual([]);
  });

  await test.step('one is back, and the answer to the alert is lost once: all registered', async () => {
    helena.network.add({ methods: ['POST'], path: /^\/api\/alerts/, oncePerKey: true, fault: { kind: 'drop-answer' } });
    await helena.restore();
    const sent = helena.page.getByRole('region', { name: 'Enviados hoje' });
    await expect(sent.getByText(/^Registrado às/)).toHaveCount(4, { timeout: SENT_MS });
    const lost = helena.network.passages.filter(({ fault }) => fault === 'drop-answer');
    expect(lost).toHaveLength(1);
    const keys = registeredKeys(helena);
    expect(new Set(keys).size).toBe(4);
    expect(keys.filter((key) => key !== lost[0]?.key)).toHaveLength(3);
  });

  await test.step('the other is back: two registered, and the edit of the deleted subject says why it is not', async () => {
    await otavio.restore();
    const { page } = otavio;
    await expect(page.getByRole('region', { name: 'Enviados hoje' }).getByText(/^Registrado às/)).toHaveCount(2, {
      timeout: SENT_MS,
    });
    const waiting = page.getByRole('region', { name: 'Precisa de você' });
    await expect(waiting.getByText(`Editar o assunto “${subject.name}”`)).toBeVisible();
    await expect(
      waiting.getByText(
        'Não aceito: este assunto foi excluído por outra pessoa, e o que você mudou nele não vale mais. Descarte este envio',
      ),
    ).toBeVisible();
    expect(registeredKeys(otavio)).toHaveLength(2);
    expect(new Set(registeredKeys(otavio)).size).toBe(2);
    await waiting.getByRole('button', { name: 'Descartar' }).first().click();
    const question = page.getByRole('alertdialog', { name: 'Descartar estas alterações?' });
    await expect(question).toContainText('O assunto continua excluído.');
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(waiting).toHaveCount(0);
  });

  await test.step('both read the same: the last name, the field that only one changed, nothing twice', async () => {
    await Promise.all([helena.settled(), otavio.settled()]);
    for (const { page, goto } of [helena, otavio].map((device) => ({
      page: device.page,
      goto: (path: string) => device.goto(path),
    }))) {
      await goto(SECTORS);
      await expect(rowOf(page, byOtavio)).toContainText(acronym);
      await expect(rowOf(page, byOtavio)).not.toContainText(WAITS);
      await expect(rowOf(page, byHelena)).toHaveCount(0);
      await goto(ALERTS);
      await expect(rowOf(page, alert)).toHaveCount(1);
      await expect(rowOf(page, alert)).not.toContainText(WAITS);
    }
    await helena.goto(USERS);
    await expect(rowOf(helena.page, person)).toContainText('Inativo');
    await otavio.goto(SUBJECTS);
    await expect(rowOf(otavio.page, 'Vistoria técnica')).toHaveCount(1);
    await expect(rowOf(otavio.page, subject.name)).toHaveCount(0);
  });

  await test.step('the server has each once', async () => {
    const ofThisRun = ({ name }: { name: string }) => name.includes(mark);
    expect((await api.get<ListedOrganization[]>(PATHS.organizations)).filter(ofThisRun)).toMatchObject([
      { id: sector.id, name: byOtavio, acronym },
    ]);
    expect((await api.get<DocumentSubjectRow[]>(PATHS.documentSubjects)).filter(ofThisRun)).toEqual([]);
    const people = await api.get<ListedUser[]>(PATHS.users);
    expect(people.filter((one) => one.last_name.includes(mark))).toMatchObject([{ status: 'inactive' }]);
    const alerts = await api.get<AlertRow[]>(PATHS.alerts);
    expect(alerts.filter((one) => one.title === alert)).toMatchObject([{ status: 'active' }]);
  });
});
