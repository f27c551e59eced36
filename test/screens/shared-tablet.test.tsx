// A shared tablet (S95): its start, what it does not offer, who makes it one, and a login that
// finds work left on it.

import { sharedDevice, showShared } from '#app/device/shared-device.ts';
import { login } from '#app/online/login.ts';
import type { SealingKeys } from '#contract/sealing.ts';
import { shareDevice } from '#app/online/share-device.ts';
import { ROLES, SUPER_ADMIN } from '#domain/permissions.ts';
import { eraseMirror } from '#mirror/opening/erase-mirror.ts';
import { readDeviceFacts, type ShownPerson, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberErasure, renameShared } from '#mirror/store/person-facts.ts';
import { letGo, openMirror } from '#mirror/opening/open-mirror.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { buildKeys } from '../builders/build-keys.ts';
import { buildRoles, buildSession } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { bePersonal, beShared, DRAFT, SHARED } from './harness/shared-tablet.ts';
import { openTown } from './harness/town.ts';

const BENE: ShownPerson = {
  userId: 31,
  name: 'Benedita',
  lastName: 'Lourenço',
  email: 'bene@example.test',
  role: 'Protocolo',
  sector: 'PROT',
};

const TENANT = buildSession().tenant.name;
const NAME = 'Balcão do Protocolo Geral';
const NAME_FIELD = 'Nome deste tablet (opcional)';

beforeEach(beShared);
afterEach(bePersonal);

const nobody = () => new Mirror('nobody');

test('the start asks who is using the tablet, by the names of those who chose so, and counts kept work without names', async () => {
  const keptWork = { 7: { unsent: 2, sendable: 2, drafts: 0 }, 8: { unsent: 0, drafts: 1 } };
  await updateDeviceFacts({ shownPeople: [BENE], keptWork });
  await openScreen({ mirror: nobody(), path: '/login' });
  await seesText('3 itens guardados neste tablet, à espera de quem os fez');
  await press('button', 'Toque para começar');
  await find('heading', 'Quem está usando?');
  const choices = await until(() => all('button').map(textOf));
  expect(choices).toEqual([
    expect.stringContaining('Benedita Lourenço'),
    'Outra pessoa Entrar com e-mail e senha',
    'Voltar',
  ]);
  await press('button', /Benedita/);
  await seesText('Benedita Lourenço');
  await field('Senha');
  expect(names('textbox')).not.toContain('E-mail');
  await press('button', 'Não sou eu');
  await press('button', /Outra pessoa/);
  await field('E-mail');
  expect(names('checkbox').filter((name) => name.startsWith('Ficar logado'))).toEqual([]);
});

test('a tablet says its name at its start and at the login; one that an older version set has none', async () => {
  await openScreen({ mirror: nobody(), path: '/login' });
  await seesText('Malote · Tablet compartilhado');
  await updateDeviceFacts({ shared: { ...SHARED, name: NAME }, shownPeople: [BENE] });
  document.dispatchEvent(new Event('visibilitychange'));
  await seesText(`Malote · ${NAME}`);
  await press('button', 'Toque para começar');
  await find('heading', 'Quem está usando?');
  await seesText(`Malote · ${NAME}`);
  await press('button', /Benedita/);
  await field('Senha');
  await until(() => expect(pageText()).toContain(NAME));
});

test('who may manage devices gives the tablet another name, which outlives the erasure of people, and takes it away', async () => {
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/device' });
  const kept = async () => (await readDeviceFacts()).shared;
  await fill(NAME_FIELD, `  ${NAME} `);
  await press('button', 'Guardar o nome');
  await seesText('O nome do tablet foi guardado');
  expect(await kept()).toEqual({ ...SHARED, name: NAME });
  expect((await field(NAME_FIELD)).value).toBe(NAME);
  await seesText(`Nome deste tablet ${NAME}`);
  await rememberErasure({ userId: 31, kept: null });
  expect(await kept()).toEqual({ ...SHARED, name: NAME });
  await fill(NAME_FIELD, '');
  await press('button', 'Guardar o nome');
  await until(async () => expect(await kept()).toEqual(SHARED));
});

test('a name is not given to the device of one person', async () => {
  await updateDeviceFacts({ shared: null });
  await renameShared(NAME);
  expect((await readDeviceFacts()).shared).toBeNull();
});

test('without names to show, the start leads to e-mail and password', async () => {
  await openScreen({ mirror: nobody(), path: '/login' });
  await press('button', 'Toque para começar');
  await field('E-mail');
  await press('button', 'Voltar');
  expect(nameOf(await find('button', 'Toque para começar'))).toBe('Toque para começar');
});

test('a shared tablet offers no push', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/profile' });
  await find('link', /Dados neste aparelho/);
  expect(names('switch').filter((name) => /avisos|som/i.test(name))).toEqual([]);
});

test('a page that becomes visible again learns that the device became a shared tablet', async () => {
  showShared(null);
  await openScreen({ mirror: nobody(), path: '/privacidade' });
  await find('heading', 'Privacidade');
  document.dispatchEvent(new Event('visibilitychange'));
  await until(() => expect(sharedDevice.current()).toEqual(SHARED));
});

test('a person chooses on the tablet to be shown at its start, and takes it back', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/device' });
  const choice = 'Mostrar meu nome quando o tablet pergunta quem está usando';
  await press('switch', choice);
  await until(async () => expect((await readDeviceFacts()).shownPeople).toMatchObject([{ name: 'Ana' }]));
  await until(async () => expect(((await find('switch', choice)) as HTMLInputElement).checked).toBe(true));
  await press('switch', choice);
  await until(async () => expect((await readDeviceFacts()).shownPeople).toEqual([]));
});

test.each([
  ['Super Admin', ['Deixar de compartilhar…']],
  ['Servidor', []],
])('only a person who may manage devices changes the kind of device: %s', async (role, buttons) => {
  await openScreen({ mirror: await openTown(role), path: '/admin/device' });
  await find('heading', 'Uso compartilhado');
  await seesText('Várias pessoas usam, uma de cada vez.');
  expect(names('button').filter((name) => name.endsWith('compartilhar…'))).toEqual(buttons);
});

test('on the device of one person only who may manage devices is offered to share it, and a password is asked', async () => {
  showShared(null);
  await updateDeviceFacts({ shared: null });
  const { close } = await openScreen({ mirror: await openTown('Servidor'), path: '/admin/device' });
  await seesText('Usado por uma pessoa só.');
  expect(names('heading')).not.toContain('Uso compartilhado');
  close();
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/device' });
  await press('button', 'Usar como tablet compartilhado…');
  await field('Senha');
  const send = await find('button', 'Compartilhar este aparelho');
  expect(send.hasAttribute('disabled')).toBe(true);
  await press('button', 'Cancelar');
  await until(() => expect(document.activeElement?.textContent).toBe('Usar como tablet compartilhado…'));
});

test.each([
  { role: 'Servidor', name: NAME, kind: 'refused', shared: null },
  { role: SUPER_ADMIN, name: '', kind: 'done', shared: { tenantName: TENANT, tenantId: 1 } },
  { role: SUPER_ADMIN, name: ` ${NAME}\n`, kind: 'done', shared: { tenantName: TENANT, tenantId: 1, name: NAME } },
])('the login of a $role that asks for a shared tablet "$name" is $kind', async ({ role, name, kind, shared }) => {
  showShared(null);
  await updateDeviceFacts({ shared: null, pushWantedBy: [7], newsSeen: { 9: 'x' }, shownPeople: [BENE] });
  const user = buildSession({ roles: buildRoles(role, ROLES[role] ?? []) });
  answer(200, { user, sealing: await buildKeys() });
  // Somebody else never left here.
  await openMirror(99).drafts.put(DRAFT);
  const given = { email: user.email, password: 'x', token: 't' };
  expect((await shareDevice(given, { shared: { name }, clock: () => NOW_MS })).kind).toBe(kind);
  const facts = await readDeviceFacts();
  expect(facts.shared).toEqual(shared);
  expect(Object.keys(facts.newsSeen)).toEqual(kind === 'done' ? [] : ['9']);
  // Another person has entered, whether the device may be shared or not.
  expect(facts.keptWork).toEqual({ 99: { unsent: 0, sendable: 0, drafts: 1, unsealed: 'no-key' } });
});

test('a device that can not erase somebody stays personal and says so, and has counted who was erased before', async () => {
  showShared(null);
  await updateDeviceFacts({ shared: null });
  const user = buildSession({ roles: buildRoles(SUPER_ADMIN, ROLES[SUPER_ADMIN] ?? []) });
  for (const userId of [98, 99]) {
    await openMirror(userId).drafts.put(DRAFT);
    letGo(userId);
  }
  await openScreen({ mirror: await openTown('Super Admin'), path: '/admin/device' });
  await press('button', 'Usar como tablet compartilhado…');
  await fill('Senha', 'x');
  const solve = async () => {
    const widget = await until(() => document.querySelector('altcha-widget') ?? Promise.reject(new Error('no check')));
    const send = await find('button', 'Compartilhar este aparelho');
    await until(() => {
      widget.dispatchEvent(new CustomEvent('statechange', { detail: { state: 'verified', payload: 't' } }));
      expect(send.hasAttribute('disabled')).toBe(false);
    });
    answer(200, { user, sealing: await buildKeys() });
    send.click();
  };
  const open = indexedDB.open.bind(indexedDB);
  const broken = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name === 'malote-99') throw new DOMException('no storage', 'UnknownError');
    return open(name, version);
  });
  vi.stubGlobal('reportError', () => undefined);
  try {
    await solve();
    await seesText('Este aparelho não conseguiu guardar a sua entrada');
  } finally {
    broken.mockRestore();
    vi.unstubAllGlobals();
  }
  expect(await readDeviceFacts()).toMatchObject({ shared: null, keptWork: { 98: { drafts: 1 } } });
  await solve();
  await until(async () => expect((await readDeviceFacts()).shared).not.toBeNull());
  expect(Object.keys((await readDeviceFacts()).keptWork)).toEqual(['98', '99']);
});

test('a shared tablet becomes that of one person again, and forgets who was shown', async () => {
  await updateDeviceFacts({ shownPeople: [BENE] });
  const user = buildSession({ roles: buildRoles(SUPER_ADMIN, ROLES[SUPER_ADMIN] ?? []) });
  answer(200, { user });
  const given = { email: user.email, password: 'x', token: 't' };
  expect(await shareDevice(given, { shared: null, clock: () => NOW_MS })).toEqual({ kind: 'done' });
  expect(await readDeviceFacts()).toMatchObject({ shared: null, shownPeople: [] });
});

test('a login opens the work that its author left here, and without its key leaves it closed and told', async () => {
  answer(204, null);
  const [keys, other] = [await buildKeys(), await buildKeys(501)];
  const user = buildSession();
  const own = openMirror(user.id);
  await writeMeta(own, { name: 'sealingKey', value: keys.current });
  await own.drafts.put(DRAFT);
  await own.commands.put(buildCommand('respond'));
  await rememberErasure({ userId: user.id, kept: await eraseMirror(user.id) });
  const enter = async (sealing: SealingKeys) => {
    answer(200, { user, sealing });
    const result = await login({ email: user.email, password: 'x', token: 't' }, { clock: () => NOW_MS });
    const commands = await openMirror(user.id).commands.toCollection().raw().toArray();
    return [result.kind, ...commands.map(({ type }) => String(type))];
  };
  expect(await enter(other)).toEqual(['in', 'sealed']);
  expect(await readDeviceFacts()).toMatchObject({ lastPerson: { userId: user.id }, erasuresOwed: [] });
  const { close } = await openScreen({ mirror: openMirror(user.id), path: '/admin/outbox' });
  await seesText('Trabalho que você guardou ao sair');
  await seesText('Está fechado, e este aparelho ainda não abriu.');
  close();
  expect(await enter(keys)).toEqual(['in', 'respond']);
  expect(await openMirror(user.id).drafts.toArray()).toEqual([DRAFT]);
});
