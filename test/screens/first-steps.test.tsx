// What an empty town hall opens with: steps for its Super Admins, which know by themselves when
// they are done.

import type { SessionUser } from '#contract/session.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import { expect, it } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildOrganization, buildSession, buildSubject, buildUser, PEOPLE, SECTORS } from '../builders/build-people.ts';
import { all, textOf } from './harness/accessible.ts';
import { find, names, press, until } from './harness/hand.ts';
import { MODELS, withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const LIST = 'Primeiros passos';

/** As `tenant:create` leaves it: Ana alone. */
async function newTenant(mirror: Mirror): Promise<void> {
  await Promise.all([mirror.users.clear(), mirror.organizations.clear(), mirror.document_subjects.clear()]);
  await mirror.users.put(buildUser(PEOPLE.ana, { role: SUPER_ADMIN }));
}

const RULED: Partial<SessionUser> = { rev: 1 };
const withLogo = { ...buildSession().tenant, logo: '/api/tenant/logo' };

/** The steps as read: `feito: Setores` or `falta: Pessoas`. */
const steps = (): string[] =>
  all('heading')
    .filter((heading) => heading.tagName === 'H3' && heading.closest('ol') !== null)
    .map((heading) => {
      const said = textOf(heading.closest('li'));
      return `${/^Passo \d, (feito|falta)/.exec(said)?.[1]}: ${textOf(heading)}`;
    });

const open = (fill: (mirror: Mirror) => Promise<unknown>, session: Partial<SessionUser> = RULED, role = SUPER_ADMIN) =>
  visit('/admin/home', { hasFirstSteps: true, fill, session, ...(role === SUPER_ADMIN ? {} : { role }) });

it('a new tenant: nothing is done, the first step is open, and nothing stands below it', async () => {
  await open(newTenant);
  await find('region', LIST);
  expect(steps()).toEqual([
    'falta: Organização e logo',
    'falta: Setores',
    'falta: Pessoas',
    'falta: Assuntos e dias de envio',
    'falta: Modelos e fluxos',
    'falta: Calendário',
    'falta: Primeiro documento',
  ]);
  expect((await find('link', 'Enviar o brasão')).getAttribute('href')).toBe('/admin/profile?aba=organizacao');
  expect(names('region')).not.toContain('Suas atualizações');
  const last = all('listitem', await find('region', LIST)).at(-1) ?? document.body;
  expect(textOf(last)).toContain('Falta: setores, pessoas e assuntos');
  expect(all('link', last).map((link) => link.getAttribute('href'))).toEqual([
    '/admin/import?de=setores',
    '/admin/import',
    '/admin/create-document-subjects',
  ]);
});

it('each step is done by what the device has, and the next one opens with its ways', async () => {
  const { mirror } = await open(newTenant, { ...RULED, tenant: withLogo });
  await find('region', LIST);
  expect((await find('link', 'Importar planilha')).getAttribute('href')).toBe('/admin/import?de=setores');
  await mirror.organizations.put(buildOrganization(SECTORS.works));
  await until(() => expect(steps().slice(0, 2)).toEqual(['feito: Organização e logo', 'feito: Setores']));
  await until(() => expect(names('link')).toContain('Baixar planilha modelo'));
  expect((await find('link', 'Importar planilha')).getAttribute('href')).toBe('/admin/import');
  await mirror.users.put(buildUser(PEOPLE.bia));
  await mirror.document_subjects.put(buildSubject());
  await mirror.models.put(MODELS[0] as (typeof MODELS)[number]);
  await mirror.holidays.put({
    id: 1,
    rev: 1,
    day: '2026-12-08',
    name: 'Padroeira',
    kind: 'municipal',
    exempt_organization_ids: [],
  });
  await until(() => expect(steps().filter((step) => step.startsWith('falta'))).toEqual(['falta: Primeiro documento']));
  await withDocuments(mirror, [buildDocumentRow()]);
  await until(() => expect(names('region')).not.toContain(LIST));
  await find('region', 'Suas atualizações');
});

it('a step is skipped, and the list goes when no step is left', async () => {
  const { mirror } = await open(
    async (mirror_) => {
      await mirror_.document_subjects.clear();
    },
    { ...RULED, tenant: withLogo },
  );
  await press('button', 'Pular: Modelos e fluxos');
  await press('button', 'Pular: Calendário');
  await press('button', 'Pular: Assuntos e dias de envio');
  await until(async () =>
    expect((await readDeviceFacts()).stepsSkipped).toEqual({ [PEOPLE.ana.id]: ['models', 'calendar', 'subjects'] }),
  );
  await until(() => expect(names('button')).toContain('Pular: Primeiro documento'));
  await withDocuments(mirror, [buildDocumentRow()]);
  await until(() => expect(names('region')).not.toContain(LIST));
});

it('the whole list is dismissed, and comes back by the message', async () => {
  await open(newTenant);
  await press('button', 'Dispensar a lista');
  await until(() => expect(names('region')).not.toContain(LIST));
  await find('region', 'Suas atualizações');
  await press('button', 'Desfazer');
  await find('region', LIST);
});

it.each([
  ['a person of another role', newTenant, 'Gestor de Setor'],
  [
    'a tenant that has begun',
    async (mirror: Mirror) => {
      await newTenant(mirror);
      await withDocuments(
        mirror,
        Array.from({ length: 11 }, (_, n) => buildDocumentRow({ id: n + 1, number: n + 1 })),
      );
    },
    SUPER_ADMIN,
  ],
  [
    'a device whose first copy is not whole',
    async (mirror: Mirror) => {
      await newTenant(mirror);
      await mirror.meta.put({ name: 'cursor', value: { value: 'c0', scopeEpoch: 'e1', snapshotDone: false } });
    },
    SUPER_ADMIN,
  ],
] as const)('%s has no list', async (...given) => {
  const [, fill, role] = given;
  await open(fill, RULED, role);
  await find('region', 'Suas atualizações');
  expect(names('region')).not.toContain(LIST);
});

it("on a server with the product's own calls alone no step leads to a sheet (S113)", async () => {
  await open(newTenant, { tenant: withLogo });
  await find('link', 'Criar setor');
  expect(steps()).not.toContain('falta: Calendário');
  expect(all('link').map((link) => link.getAttribute('href') ?? '')).not.toContainEqual(
    expect.stringContaining('/admin/import'),
  );
});
