// Where the focus is after an act on the calendar, on the list of first steps, in the notices, in
// reports, in the audit and on the export. Without a focus, a person without a mouse begins at the
// top of the page again.

import type { AuditPage } from '#contract/accesses.ts';
import type { ExportState } from '#contract/exports.ts';
import type { ReportAnswer } from '#contract/reports.ts';
import type { SessionUser } from '#contract/session.ts';
import { markNavigated } from '#app/shared/screen/navigated.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import { updateDeviceFacts } from '#mirror/store/device-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { readMeta } from '#mirror/store/storage.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildOrganization, buildSession, buildUser, PEOPLE, SECTORS } from '../builders/build-people.ts';
import { nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { MODELS, withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const { ana, bia } = PEOPLE;
const RULED: Partial<SessionUser> = { rev: 1 };

const focused = () => {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) return 'nothing';
  return nameOf(activeElement) || textOf(activeElement);
};

/** Presses as a keyboard does: the focus is on what is pressed. */
async function pressAt(role: 'button', name: string | RegExp): Promise<void> {
  const found = await find(role, name);
  found.focus();
  found.click();
}

const holiday = (id: number, { day, name }: { day: string; name: string }) => ({
  id,
  rev: 1,
  day,
  name,
  kind: 'municipal' as const,
  exempt_organization_ids: [],
});

const twoDays = (mirror: Mirror) =>
  mirror.holidays.bulkPut([
    holiday(1, { day: '2026-01-26', name: 'Aniversário' }),
    holiday(2, { day: '2026-06-24', name: 'São João' }),
  ]);

test('after a day of the calendar is deleted the focus is on the next one, and at last on the heading', async () => {
  markNavigated();
  await visit('/admin/calendar', { session: RULED, fill: twoDays });
  // After a navigation the heading takes the focus, and only then can a person press something.
  await until(() => expect(focused()).toBe('Calendário'));
  await pressAt('button', 'Excluir Aniversário, 26/01');
  await until(() => expect(focused()).toBe('Editar São João, 24/06'));
  await pressAt('button', 'Excluir São João, 24/06');
  await until(() => expect(focused()).toBe('Calendário'));
});

/** A tenant that lacks its first document alone, so that the list has one step. */
async function almostBegun(mirror: Mirror): Promise<void> {
  await mirror.organizations.put(buildOrganization(SECTORS.works));
  await mirror.users.bulkPut([buildUser(ana, { role: SUPER_ADMIN }), buildUser(bia)]);
  await mirror.models.put(MODELS[0] as (typeof MODELS)[number]);
  await twoDays(mirror);
}

test.each(['Dispensar a lista', 'Pular: Primeiro documento'])(
  'after "%s" took the list of first steps away the focus is on the heading of the home',
  async (button) => {
    const session = { ...RULED, tenant: { ...buildSession().tenant, logo: '/api/tenant/logo' } };
    await visit('/admin/home', { session, hasFirstSteps: true, fill: almostBegun });
    await pressAt('button', button);
    await until(() => expect(names('region')).not.toContain('Primeiros passos'));
    await until(() => expect(focused()).toMatch(/^(?:Bom dia|Boa tarde|Boa noite), Ana$/));
  },
);

test('after all notices are marked as read the focus stays in their dialog', async () => {
  await updateDeviceFacts({ newsSeen: {}, noticesRead: {} });
  const facts = {
    ...buildDocumentRow().facts,
    responsible_ids_ever: [ana.id],
    arrived_at: { [ana.id]: '2026-11-20T12:00:00.000Z' },
  };
  const row = buildDocumentRow({ created_by: bia.id, creator: bia, responsibles: [ana], facts });
  await visit('/admin/home?painel=avisos', { session: RULED, fill: (mirror) => withDocuments(mirror, [row]) });
  await pressAt('button', 'Marcar tudo como lido');
  await seesText('nenhum novo');
  const dialog = await find('dialog', 'Avisos');
  expect(document.activeElement).toBe(dialog);
});

const LOAD: ReportAnswer = {
  report: 'load',
  at: '2026-11-20T12:00:00.000Z',
  from: '2026-11-01',
  to: '2026-11-20',
  organization_id: null,
  rows: [],
  total: { open: 0, late: 0, oldest: null },
  before: null,
  people: null,
};

test('a report is asked again without losing the focus, also when the answer takes the button away', async () => {
  let answer: ReportAnswer | null = null;
  let asked = 0;
  vi.stubGlobal('fetch', async (input: unknown) => {
    if (!String(input instanceof Request ? input.url : input).includes('/api/reports/')) throw new TypeError('cut');
    asked += 1;
    if (answer === null) throw new TypeError('cut');
    return new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } });
  });
  await visit('/admin/reports?aba=load', { session: RULED });
  await find('button', 'Tentar de novo');
  const before = asked;
  await pressAt('button', 'Tentar de novo');
  await until(() => expect(asked).toBeGreaterThan(before));
  await until(async () => expect((await find('button', 'Tentar de novo')).ariaDisabled).not.toBe('true'));
  expect(focused()).toBe('Tentar de novo');
  answer = LOAD;
  await pressAt('button', 'Tentar de novo');
  await until(() => expect(names('button')).not.toContain('Tentar de novo'));
  await until(() => expect(focused()).toBe('Relatórios'));
  expect(pageText()).toContain('Nenhum documento em andamento');
  expect(pageText()).not.toContain('Mude o período');
});

/** Browsers take the focus from what becomes inert. jsdom does not know the property. */
function withInert(): void {
  Object.defineProperty(HTMLElement.prototype, 'inert', {
    configurable: true,
    set(this: HTMLElement, isInert: boolean) {
      const { activeElement } = document;
      if (isInert && activeElement instanceof HTMLElement && this.contains(activeElement)) activeElement.blur();
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'inert'));
}

test('after the choice of notices is saved the focus is on the foot of the form, not on a disabled button', async () => {
  const { mirror } = await visit('/admin/profile?aba=avisos', { session: RULED });
  const kept = await readMeta(mirror, 'session');
  vi.stubGlobal('fetch', async (address: unknown) =>
    String(address).includes('/sanctum')
      ? new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } })
      : Response.json({ user: { ...kept, notices: { reply: ['device', 'email'] } } }),
  );
  withInert();
  await press('checkbox', 'Resposta: E-mail');
  await until(async () => expect((await find('button', 'Salvar')).hasAttribute('disabled')).toBe(false));
  await pressAt('button', 'Salvar');
  await seesText('Avisos salvos');
  await until(() => expect(focused()).toBe('Salvar Nada mudou ainda.'));
});

test('documents on a day off are extended once, however often the button is pressed', async () => {
  const rows = [1, 2, 3].map((id) =>
    buildDocumentRow({ id, number: id, title: `Prazo ${id}`, limit_date: '2026-12-25', responsibles: [ana] }),
  );
  const wake = vi.fn<() => void>();
  const { mirror } = await visit('/admin/calendar', { session: RULED, wake, fill: (to) => withDocuments(to, rows) });
  const button = await find('button', /^Prorrogar os 3/);
  button.click();
  button.click();
  await seesText('3 documentos prorrogados');
  expect(await mirror.commands.count()).toBe(3);
  // At the first one that is stored and after the last, so that a page that closes in between has
  // left nothing that waits for the next start.
  expect(wake).toHaveBeenCalledTimes(2);
  expect(textOf(await find('region', 'Mensagens'))).toMatch(/^3 documentos prorrogados/);
});

/** Answers requests for this part of an address, in turn, and nothing else. */
function answering(part: string, answers: readonly unknown[]): void {
  const left = [...answers];
  vi.stubGlobal('fetch', async (input: unknown) => {
    const address = String(input instanceof Request ? input.url : input);
    if (address.includes('/sanctum')) return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    const answer = address.includes(part) ? left.shift() : undefined;
    if (answer === undefined) throw new TypeError('cut');
    return Response.json(answer);
  });
}

const auditPage = (page: number): AuditPage => ({
  document: null,
  person: null,
  page,
  pages: 2,
  sums: { total: 2, people: 1, sectors: 1, documents: 1, files: 0, prints: 0, refused: 0 },
  accesses: [
    {
      key: `a${page}`,
      at: '2026-11-20T12:00:00.000Z',
      arrived_at: '2026-11-20T12:00:00.000Z',
      clock_suspect: false,
      offline: false,
      kind: 'act',
      person: ana,
      role: 'Super Admin',
      document: null,
      file: null,
      amount: null,
      device: null,
      reason: null,
      act: 'update-user',
      about: [`Pessoa ${page}`],
      fields: [],
    },
  ],
});

test('in the audit the focus stays on what was used, and goes to the list of the next page', async () => {
  answering('/api/audit/', [auditPage(1), auditPage(2)]);
  await visit('/admin/audit?aba=atos', { session: RULED });
  await seesText('Pessoa 1');
  await pressAt('button', 'Próxima');
  await seesText('Pessoa 2');
  await until(() => expect(focused()).toBe('2 acessos'));
});

test('a document is asked about in the audit without losing the field, and a failed question without losing the focus', async () => {
  answering('/api/audit/', []);
  await visit('/admin/audit', { session: RULED });
  await fill('Documento', '42');
  const number = await field('Documento');
  number.form?.requestSubmit();
  await find('button', 'Tentar de novo');
  expect(document.activeElement).toBe(number);
  expect(number.value).toBe('PMVI042');
  answering('/api/audit/', [{ ...auditPage(1), pages: 1 }]);
  await pressAt('button', 'Tentar de novo');
  await until(() => expect(focused()).toBe('2 acessos'));
});

const EXPORTED: ExportState = {
  state: 'waiting',
  asked_at: '2026-11-20T12:00:00.000Z',
  asked_by: 'Ana Lima',
  files_done: 0,
  files_all: 1,
  bytes_done: 0,
  bytes_all: 1,
  fault: null,
  documents: 1,
  lost: 0,
  size: 1,
  ready_at: null,
  expires_at: null,
};

test('the focus goes with an export: to what is made of it, and to the heading when it is taken back', async () => {
  answering('/api/export', [{ export: null }, { export: EXPORTED }, { export: null }]);
  await visit('/admin/export', { session: RULED });
  await pressAt('button', 'Preparar exportação');
  await until(() => expect(focused()).toBe('Preparando a exportação'));
  await pressAt('button', 'Cancelar');
  await until(() => expect(focused()).toBe('Exportar tudo'));
  expect(document.activeElement?.tagName).toBe('H1');
});
