// A shared tablet (S95): its start, what it does not offer, how it asks after a pause and leaves, and who makes it one.

import { IDLE_MS, readWarnAt, saveWarnAt, WARNING_MS } from '#app/device/idle-clock.ts';
import { sharedDevice, showShared } from '#app/device/shared-device.ts';
import { announceLeaving } from '#app/online/leaving.ts';
import { leaveIfIdle } from '#app/online/leave-if-idle.ts';
import { login } from '#app/online/login.ts';
import type { SealingKeys } from '#contract/sealing.ts';
import { shareDevice } from '#app/online/share-device.ts';
import { SUPER_ADMIN } from '#domain/permissions.ts';
import { eraseMirror } from '#mirror/opening/erase-mirror.ts';
import { readDeviceFacts, type ShownPerson, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberErasure, rememberPerson } from '#mirror/store/person-facts.ts';
import { letGo, openMirror } from '#mirror/opening/open-mirror.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import { ROLES } from '#server/demo/places.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { writeMeta } from '#mirror/store/meta.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { buildKeys } from '../builders/build-keys.ts';
import { buildRoles, buildSession } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, nameOf, textOf } from './harness/accessible.ts';
import { field, fill, find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { openTown } from './harness/town.ts';

const SHARED = { tenantName: 'Prefeitura Municipal de Vale do Ipê' };
const BENE: ShownPerson = {
  userId: 31,
  name: 'Benedita',
  lastName: 'Lourenço',
  email: 'bene@example.test',
  role: 'Protocolo',
  sector: 'PROT',
};
const DRAFT = { id: 'create', fields: { title: 'Medição' }, fileIds: [], savedAtMs: NOW_MS };

beforeEach(async () => {
  await updateDeviceFacts({ shared: SHARED });
  showShared(SHARED);
  saveWarnAt(NOW_MS + IDLE_MS);
});
afterEach(async () => {
  await updateDeviceFacts({ shared: null, shownPeople: [], keptWork: {}, lastPerson: null, logoutOwed: false });
  showShared(null);
  localStorage.clear();
});

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
  expect(names('checkbox')).not.toContain('Ficar logado');
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

async function atWork(path = '/admin/help') {
  const mirror = await openTown('Servidor');
  const userId = (await sessionOf(mirror))?.id ?? 0;
  await rememberPerson({ userId, name: 'Ana', lastName: 'Lima', tenantName: SHARED.tenantName });
  // Leaving seals and erases the mirror that bears the name of the person.
  const own = openMirror(userId);
  const { current: key } = await buildKeys();
  for (const one of [mirror, own]) {
    await writeMeta(one, { name: 'sealingKey', value: key });
    await one.drafts.put(DRAFT);
    await one.commands.put(buildCommand('respond'));
  }
  let nowMs = NOW_MS;
  // The screen names the window and takes the focus in one commit; the title of an earlier one would say it too soon.
  document.title = '';
  const screen = await openScreen({ mirror, path, clock: () => nowMs });
  await until(() => expect(document.title).toContain('· Malote'));
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { ...screen, userId, own, pass, warnAt: () => readWarnAt() ?? 0 };
}

test('after a pause the tablet asks and says what goes and what stays; a touch beside the question goes on', async () => {
  const { pass, warnAt } = await atWork();
  const first = warnAt();
  pass(first - NOW_MS + 1000);
  const dialog = await find('alertdialog', 'Ainda está aí?');
  await until(() => expect(textOf(dialog)).toContain('1 envio e 1 rascunho ficam guardados e fechados'));
  await until(() => expect(nameOf(document.activeElement ?? document.body)).toBe('Continuar'));
  // A press inside the question is its own answer.
  dialog.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(warnAt()).toBe(first);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await until(() => expect(names('alertdialog')).toEqual([]));
  expect(warnAt()).toBeGreaterThan(first);
});

test('"Mais 10 minutos" puts the question off', async () => {
  const { pass, warnAt } = await atWork();
  pass(warnAt() - NOW_MS + 1000);
  await press('button', 'Mais 10 minutos');
  await until(() => expect(names('alertdialog')).toEqual([]));
  pass(9 * 60_000);
  expect(warnAt()).toBe(NOW_MS + 3 * 60_000 + 1000 + 10 * 60_000);
});

test.each(['/admin/help', '/privacidade'])(
  'when nobody answers, the tablet seals the work, erases the rest and locks, from %s, without the name of who left',
  async (path) => {
    answer(204, null);
    const { pass, warnAt, userId, address } = await atWork(path);
    pass(warnAt() - NOW_MS + WARNING_MS);
    await find('button', 'Toque para começar');
    expect(address()).toBe('/login');
    await seesText('2 itens guardados neste tablet, à espera de quem os fez');
    expect(await readDeviceFacts()).toMatchObject({
      lastPerson: null,
      keptWork: { [userId]: { unsent: 1, drafts: 1 } },
    });
    const left = await openMirror(userId).commands.toCollection().raw().toArray();
    expect(left.map(({ type }) => String(type))).toEqual(['sealed']);
    expect(await openMirror(userId).drafts.count()).toBe(0);
  },
);

test('while the person leaves, a cover takes every gesture; a leaving that fails is told and tried again', async () => {
  answer(204, null);
  const { pass, warnAt, userId, address } = await atWork('/privacidade');
  const open = indexedDB.open.bind(indexedDB);
  let isBroken = true;
  const broken = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (isBroken && name === 'malote-device') throw new DOMException('no storage', 'UnknownError');
    return open(name, version);
  });
  const errors: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => errors.push(error));
  try {
    const reached: string[] = [];
    for (const name of ['click', 'keydown']) document.body.addEventListener(name, () => reached.push(name));
    const acts = () => [
      document.body.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter' })),
    ];
    acts();
    expect(reached).toEqual(['click', 'keydown']);
    pass(warnAt() - NOW_MS);
    await find('alertdialog', 'Ainda está aí?');
    pass(WARNING_MS);
    // The first gesture after the end finds no cover yet.
    expect(acts()).toEqual([false, false]);
    await seesText('Ainda não foi possível sair.');
    expect(acts()).toEqual([false, false]);
    expect(reached).toEqual(['click', 'keydown']);
    expect(address()).toBe('/privacidade');
    isBroken = false;
    await find('button', 'Toque para começar');
    await until(() => expect(acts()).toEqual([true, true]));
    expect(errors.length).toBeGreaterThan(0);
    await until(async () => expect((await readDeviceFacts()).keptWork).toMatchObject({ [userId]: { unsent: 1 } }));
  } finally {
    broken.mockRestore();
    vi.unstubAllGlobals();
  }
});

test.each(['/privacidade', '/conferir', '/admin/help'])('who left in another tab has left on %s too', async (path) => {
  const { address, userId } = await atWork(path);
  // The other tab may leave before this one has loaded what listens.
  await until(() => {
    announceLeaving(userId);
    expect(address()).toBe('/login');
  });
});

test('a page that becomes visible again learns that the device became a shared tablet', async () => {
  showShared(null);
  await openScreen({ mirror: nobody(), path: '/privacidade' });
  await find('heading', 'Privacidade');
  document.dispatchEvent(new Event('visibilitychange'));
  await until(() => expect(sharedDevice.current()).toEqual(SHARED));
});

test('a screen that is opened after the pause is over does not begin it anew', async () => {
  answer(204, null);
  const { pass, warnAt, goTo } = await atWork('/privacidade');
  const first = warnAt();
  pass(first - NOW_MS + WARNING_MS);
  await goTo('/admin/home');
  await find('button', 'Toque para começar');
  expect(warnAt()).toBe(first);
  await until(async () => expect((await readDeviceFacts()).erasuresOwed).toEqual([]));
});

test('at a start after a pause, and at one without any known touch, the person has left', async () => {
  const person = { userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'x' };
  const hasLeft = async () => {
    await rememberPerson(person);
    await leaveIfIdle(await readDeviceFacts());
    const { lastPerson, erasuresOwed } = await readDeviceFacts();
    await updateDeviceFacts({ erasuresOwed: [] });
    return lastPerson?.sessionEnded === true && erasuresOwed[0]?.userId === 7;
  };
  saveWarnAt(Date.now() + 60_000);
  expect(await hasLeft()).toBe(false);
  saveWarnAt(Date.now() - WARNING_MS);
  expect(await hasLeft()).toBe(true);
  localStorage.clear();
  expect(await hasLeft()).toBe(true);
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
  { role: 'Servidor', kind: 'refused', shared: null },
  { role: SUPER_ADMIN, kind: 'done', shared: { tenantName: buildSession().tenant.name } },
])('the login of a $role that asks for a shared tablet is $kind', async ({ role, kind, shared }) => {
  showShared(null);
  await updateDeviceFacts({ shared: null, pushWantedBy: [7], newsSeen: { 9: 'x' }, shownPeople: [BENE] });
  const user = buildSession({ roles: buildRoles(role, ROLES[role] ?? []) });
  answer(200, { user, sealing: await buildKeys() });
  // Somebody else never left here.
  await openMirror(99).drafts.put(DRAFT);
  const given = { email: user.email, password: 'x', token: 't' };
  expect((await shareDevice(given, { isShared: true, clock: () => NOW_MS })).kind).toBe(kind);
  const facts = await readDeviceFacts();
  expect(facts.shared).toEqual(shared);
  expect(Object.keys(facts.newsSeen)).toEqual(kind === 'done' ? [] : ['9']);
  expect(facts.keptWork).toEqual(
    kind === 'done' ? { 99: { unsent: 0, sendable: 0, drafts: 1, unsealed: 'no-key' } } : {},
  );
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
    await seesText('O tipo deste aparelho não mudou');
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
  expect(await shareDevice(given, { isShared: false, clock: () => NOW_MS })).toEqual({ kind: 'done' });
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
    const result = await login({ email: user.email, password: 'x', token: 't' }, () => NOW_MS);
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
