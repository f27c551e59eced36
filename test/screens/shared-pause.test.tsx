// A shared tablet that is left alone (S95): how it asks after a pause, leaves, and hears of a
// leaving elsewhere.

import { readWarnAt, saveWarnAt, WARNING_MS } from '#app/device/idle-clock.ts';
import { markOpen } from '#app/device/open-mark.ts';
import { announceLeaving } from '#app/leaving/steps/mark.ts';
import { leaveIfGone } from '#app/leaving/leave-if-gone.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberPerson } from '#mirror/store/person-facts.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { buildKeys } from '../builders/build-keys.ts';
import { NOW_MS } from '../builders/moments.ts';
import { nameOf, textOf } from './harness/accessible.ts';
import { find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { bePersonal, beShared, DRAFT, SHARED } from './harness/shared-tablet.ts';
import { openTown } from './harness/town.ts';

beforeEach(beShared);
afterEach(bePersonal);

async function atWork(path = '/admin/help', { hasWork } = { hasWork: true }) {
  const mirror = await openTown('Servidor');
  const userId = (await sessionOf(mirror))?.id ?? 0;
  await rememberPerson({ userId, name: 'Ana', lastName: 'Lima', tenantName: SHARED.tenantName });
  // Leaving seals and erases the mirror that bears the name of the person.
  const own = openMirror(userId);
  const { current: key } = await buildKeys();
  for (const one of [mirror, own]) {
    await writeMeta(one, { name: 'sealingKey', value: key });
    if (!hasWork) continue;
    await one.drafts.put(DRAFT);
    await one.commands.put(buildCommand('respond'));
  }
  let nowMs = NOW_MS;
  // The screen names the window and takes the focus in one commit; the title of an earlier one
  // would say it too soon.
  document.title = '';
  const screen = await openScreen({ mirror, path, clock: () => nowMs });
  await until(() => expect(document.title).toContain('· Malote'));
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { ...screen, mirror, userId, own, pass, warnAt: () => readWarnAt() ?? 0 };
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

test.each(['/admin/help', '/privacidade'])(
  'whose session has ended has left at once, from %s, with work and without a pause',
  async (path) => {
    answer(204, null);
    const { userId, mirror } = await atWork(path);
    await writeMeta(mirror, { name: 'connection', value: { auth: 'needs-login', network: 'ok' } });
    await find('button', 'Toque para começar');
    await seesText('2 itens guardados neste tablet, à espera de quem os fez');
    const left = await openMirror(userId).commands.toCollection().raw().toArray();
    expect(left.map(({ type }) => String(type))).toEqual(['sealed']);
  },
);

test('whose session has ended without work has left too, and nothing is said to wait', async () => {
  answer(204, null);
  const { userId, mirror } = await atWork('/admin/help', { hasWork: false });
  await writeMeta(mirror, { name: 'connection', value: { auth: 'needs-login', network: 'ok' } });
  await find('button', 'Toque para começar');
  await until(async () => expect(await readDeviceFacts()).toMatchObject({ lastPerson: null, keptWork: {} }));
  expect(await openMirror(userId).meta.count()).toBe(0);
  expect(pageText()).not.toContain('à espera de quem');
});

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
    await seesText('Ainda não foi possível sair');
    expect(acts()).toEqual([false, false]);
    expect(reached).toEqual(['click', 'keydown']);
    expect(address()).toBe('/privacidade');
    const tried: unknown[] = [];
    document.addEventListener('click', ({ target }) => tried.push(target), { capture: true, once: true });
    const again = await find('button', 'Tentar de novo');
    again.click();
    expect(tried).toEqual([again]);
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

test.each(['/privacidade', '/admin/help'])(
  'a page that slept on %s while another person entered shows the login',
  async (path) => {
    const { address } = await atWork(path);
    await rememberPerson({ userId: 8, name: 'Rui', lastName: 'Dias', tenantName: SHARED.tenantName });
    // The page may be shown before it has loaded what looks.
    await until(() => {
      window.dispatchEvent(new Event('pageshow'));
      expect(address()).toBe('/login');
    });
  },
);

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
    await leaveIfGone(await readDeviceFacts());
    const { lastPerson, erasuresOwed } = await readDeviceFacts();
    await updateDeviceFacts({ erasuresOwed: [] });
    return lastPerson?.sessionEnded === true && erasuresOwed[0]?.userId === 7;
  };
  saveWarnAt(Date.now() + 60_000);
  markOpen(7);
  expect(await hasLeft()).toBe(false);
  saveWarnAt(Date.now() - WARNING_MS);
  expect(await hasLeft()).toBe(true);
  localStorage.clear();
  expect(await hasLeft()).toBe(true);
});
