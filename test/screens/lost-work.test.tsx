// A queue that the browser evicted is noticed at its author's next login, and told (S100).

import { eraseLeft } from '#app/leaving/steps/erase-left.ts';
import { leave } from '#app/leaving/leave.ts';
import * as retryPause from '#app/device/retry-pause.ts';
import { login } from '#app/online/login.ts';
import { forgetWitness, noteUnsent, readWitness } from '#app/leaving/steps/witness.ts';
import { eraseMirror } from '#mirror/opening/erase-mirror.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { rememberErasure } from '#mirror/store/person-facts.ts';
import { watchUnsentIds } from '#mirror/questions/outbox-summary.ts';
import { liveQuery } from 'dexie';
import { readMeta, writeMeta } from '#mirror/store/storage.ts';
import { sealedRow } from '#mirror/store/sealed-row.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildCommand, buildReceipt, uuid } from '../builders/build-command.ts';
import { buildKeys } from '../builders/build-keys.ts';
import { buildSession } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const user = buildSession();
const [HERE, REGISTERED, LOST] = [uuid(1), uuid(2), uuid(3)];
/** Others who left work on a shared tablet. */
const OTHERS = [31, 32, 33, 34];
const note = (ids: readonly string[]) => noteUnsent(user.id, { ids, nowMs: NOW_MS });

beforeEach(() => history.replaceState(null, '', '/login'));
afterEach(async () => {
  history.replaceState(null, '', '/login');
  for (const id of OTHERS) forgetWitness(id);
  forgetWitness(user.id);
  history.replaceState(null, '', '/');
  await updateDeviceFacts({ keptWork: {}, lastPerson: null, logoutOwed: false, erasuresOwed: [], erased: [] });
});

/**
 * A server that answers a login, and of each key that is withdrawn what it knows. Returns the keys
 * that were asked for.
 */
async function serve(receipts: 'unreachable' | readonly string[], { isKnown = false } = {}): Promise<string[]> {
  const asked: string[] = [];
  const sealing = await buildKeys();
  vi.stubGlobal('fetch', async (input: unknown) => {
    const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input), location.href);
    if (pathname.startsWith('/sanctum')) return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
    if (pathname === '/login') return Response.json({ user, sealing, known_device: isKnown });
    if (receipts === 'unreachable') throw new TypeError('no network');
    const key = pathname.split('/').at(-1) ?? '';
    asked.push(key);
    expect(searchParams.get('attempts')).toBe('999999999');
    return Response.json({ receipt: receipts.includes(key) ? buildReceipt({ key }) : null });
  });
  return asked;
}

async function enter(): Promise<boolean> {
  const result = await login({ email: user.email, password: 'x', token: 't' }, { clock: () => NOW_MS });
  if (result.kind !== 'in') throw new Error(result.kind);
  return result.hasLost;
}

const lostWork = () => readMeta(openMirror(user.id), 'lostWork');

test('a login carries the notes of everybody who left work here, and they do not become too long for a server', async () => {
  const many = Array.from({ length: 100 }, (_, at) => uuid(at + 1));
  const people = [user.id, ...OTHERS];
  for (const id of people) noteUnsent(id, { ids: many, nowMs: NOW_MS });
  const sent: number[] = [];
  await serve([]);
  const answered = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: unknown) => {
    sent.push(document.cookie.length);
    return answered(input as Request);
  });
  expect(await enter()).toBe(true);
  expect(Math.max(...sent)).toBeLessThan(4_000);
  for (const id of OTHERS) {
    const { ids, count } = readWitness(id) ?? { ids: [], count: 0 };
    expect([ids, count]).toEqual([many.slice(0, ids.length), 100]);
    expect(ids.length).toBeGreaterThan(0);
  }
});

test('what is unsent is noted by its ids alone, where only the login reads it', () => {
  note([HERE, LOST]);
  expect(readWitness(user.id)).toEqual({ ids: [HERE, LOST], count: 2, notedAtMs: NOW_MS });
  expect(readWitness(user.id + 1)).toBeNull();
  history.replaceState(null, '', '/admin/home');
  expect(document.cookie).not.toContain('malote_unsent_');
  history.replaceState(null, '', '/login');
  note([]);
  expect(readWitness(user.id)).toEqual({ ids: [], count: 0, notedAtMs: NOW_MS });
  forgetWitness(user.id);
  expect(document.cookie).not.toContain('malote_unsent_');
});

test('of a long queue the first hundred ids are noted, and how many there are', () => {
  note(Array.from({ length: 130 }, (_, at) => uuid(at)));
  const { ids, count } = readWitness(user.id) ?? { ids: [], count: 0 };
  expect([ids.length, ids.at(-1), count]).toEqual([100, uuid(99), 130]);
});

test.each([
  '',
  '.',
  '.0',
  `${NOW_MS}`,
  `${NOW_MS}.`,
  `${NOW_MS}.1`,
  'x.2.y',
  `${NOW_MS}.1.abc`,
  `${NOW_MS}.1.${'0'.repeat(400)}`,
  '1e400.1',
])('a cookie that is not ours says nothing: %s', async (value) => {
  document.cookie = `malote_unsent_${user.id}=${value}; Path=/login`;
  expect(readWitness(user.id)).toBeNull();
  await serve([]);
  expect(await enter()).toBe(false);
});

test('what is noted follows the outbox', async () => {
  const mirror = openMirror(user.id);
  await writeMeta(mirror, { name: 'session', value: user });
  const unwatch = watchUnsentIds(mirror, note);
  await mirror.commands.put(buildCommand('respond', { seq: 1 }));
  await mirror.commands.put(buildCommand('record-view', { seq: 2 }));
  await until(() => expect(readWitness(user.id)?.ids).toEqual([uuid(1)]));
  await mirror.commands.update(1, { state: 'refused' });
  await mirror.commands.put(buildCommand('respond', { seq: 3 }));
  await until(() => expect(readWitness(user.id)?.ids).toEqual([uuid(1), uuid(3)]));
  await mirror.commands.delete(1);
  await mirror.commands.update(3, { state: 'done' });
  await until(() => expect(readWitness(user.id)).toMatchObject({ ids: [], count: 0 }));
  unwatch();
});

test('nothing is noted of a mirror that the browser has emptied, until its person enters', async () => {
  const mirror = openMirror(user.id);
  await writeMeta(mirror, { name: 'session', value: user });
  const told: (readonly string[])[] = [];
  const counts: number[] = [];
  const unwatch = watchUnsentIds(mirror, (ids) => told.push(ids));
  const counting = liveQuery(() => mirror.commands.count()).subscribe((count) => counts.push(count));
  await mirror.commands.put(buildCommand('respond', { seq: 1 }));
  await until(() => expect(told.at(-1)).toEqual([uuid(1)]));
  const before = told.length;
  await mirror.transaction('rw', mirror.commands, mirror.meta, async () => {
    await mirror.commands.clear();
    await mirror.meta.clear();
  });
  await until(() => expect(counts.at(-1)).toBe(0));
  await mirror.commands.put(buildCommand('respond', { seq: 2 }));
  await until(() => expect(counts.at(-1)).toBe(1));
  expect(told.length).toBe(before);
  await writeMeta(mirror, { name: 'session', value: user });
  await until(() => expect(told.at(-1)).toEqual([uuid(2)]));
  unwatch();
  counting.unsubscribe();
});

test('at a login each missing command is asked for and withdrawn; only what the server does not have is lost', async () => {
  await openMirror(user.id).commands.put(buildCommand('respond', { id: HERE, seq: 1 }));
  note([HERE, REGISTERED, LOST]);
  const asked = await serve([REGISTERED]);
  expect(await enter()).toBe(true);
  expect(asked).toEqual([REGISTERED, LOST]);
  expect(await lostWork()).toEqual({ unchecked: [], lost: 1, notedAtMs: NOW_MS });
  // It is told once.
  expect(readWitness(user.id)?.ids).toEqual([HERE]);
  expect(await enter()).toBe(false);
  expect(asked).toHaveLength(2);
});

test('nothing is told when the server has everything', async () => {
  note([REGISTERED]);
  await serve([REGISTERED]);
  expect(await enter()).toBe(false);
  expect(await lostWork()).toBeUndefined();
});

test('commands beyond the ids of a long queue are lost without a question', async () => {
  note(Array.from({ length: 102 }, (_, at) => uuid(at)));
  await serve(Array.from({ length: 100 }, (_, at) => uuid(at)));
  expect(await enter()).toBe(true);
  expect(await lostWork()).toMatchObject({ unchecked: [], lost: 2 });
});

test('where work is still sealed nobody says what is missing, and nothing is withdrawn', async () => {
  const payload = { keyId: 'k', ephemeral: 'e', parts: 1, counts: { unsent: 1, drafts: 0 } };
  const sealed = sealedRow({ id: HERE, userId: user.id, tenantId: 1, ...payload });
  await openMirror(user.id).commands.add(sealed as never);
  note([LOST]);
  const asked = await serve([]);
  expect(await enter()).toBe(false);
  expect(asked).toEqual([]);
  expect(readWitness(user.id)?.ids).toEqual([LOST]);
});

test('an erasure that keeps nothing forgets what was noted; one that keeps work does not', async () => {
  note([HERE]);
  await openMirror(user.id).commands.put(buildCommand('respond', { id: HERE }));
  await updateDeviceFacts({ erasuresOwed: [{ userId: user.id, discardUnsent: false }] });
  await eraseLeft();
  expect((await readDeviceFacts()).keptWork).toHaveProperty(String(user.id));
  expect(readWitness(user.id)?.ids).toEqual([HERE]);
  await updateDeviceFacts({ erasuresOwed: [{ userId: user.id, discardUnsent: true }] });
  await eraseLeft();
  expect(readWitness(user.id)).toBeNull();
});

test('Pendências tells what is lost, asks again for what is not known, and forgets it when its author has checked', async () => {
  note([REGISTERED, LOST]);
  await serve('unreachable');
  expect(await enter()).toBe(true);
  const value = await lostWork();
  expect(value).toEqual({ unchecked: [REGISTERED, LOST], lost: 0, notedAtMs: NOW_MS });
  const mirror = await openTown('Servidor');
  if (value !== undefined) await writeMeta(mirror, { name: 'lostWork', value });
  await openScreen({ mirror, path: '/admin/outbox' });
  await seesText('2 envios podem ter se perdido neste aparelho');
  await seesText('Nenhum item neste aparelho');
  expect(pageText()).not.toContain('já foi enviado');
  await press('button', 'Verificar agora');
  await seesText('Não foi possível perguntar ao servidor.');
  await serve([REGISTERED]);
  await press('button', 'Verificar agora');
  await seesText('1 envio se perdeu neste aparelho');
  await seesText(/último registro: hoje às \d\d:\d\d/);
  await seesText('faça de novo o que falta: nada será registrado duas vezes.');
  await press('button', 'Já conferi');
  await seesText('Tudo o que você fez neste aparelho já foi enviado.');
  expect(pageText()).not.toContain('se perdeu');
  expect(await readMeta(mirror, 'lostWork')).toBeUndefined();
});

test('a login on a browser that held everything once, and holds nothing now, says that work may be lost', async () => {
  await serve([], { isKnown: true });
  expect(await enter()).toBe(true);
  const value = await lostWork();
  expect(value).toEqual({ unchecked: [], lost: 0, isUnlisted: true, notedAtMs: NOW_MS });
  // It is told once, and kept until it is read.
  expect(await enter()).toBe(false);
  expect(await lostWork()).toEqual(value);
  const mirror = await openTown('Servidor');
  if (value !== undefined) await writeMeta(mirror, { name: 'lostWork', value });
  await openScreen({ mirror, path: '/admin/outbox' });
  await seesText('O que aguardava envio neste aparelho pode ter se perdido');
  await seesText('Este aparelho já guardou trabalho seu');
  await seesText('faça de novo o que falta.');
  expect(pageText()).not.toContain('já foi enviado');
  expect(pageText()).not.toContain('Verificar agora');
  await press('button', 'Já conferi');
  await seesText('Tudo o que você fez neste aparelho já foi enviado.');
  expect(await readMeta(mirror, 'lostWork')).toBeUndefined();
});

test('the note that a script wrote wins over the mark: its list is told, and of an empty one nothing', async () => {
  note([LOST]);
  await serve([], { isKnown: true });
  expect(await enter()).toBe(true);
  expect(await lostWork()).toEqual({ unchecked: [], lost: 1, notedAtMs: NOW_MS });
});

test('where the note says that nothing waited, nothing is told', async () => {
  note([]);
  await serve([], { isKnown: true });
  expect(await enter()).toBe(false);
  expect(await lostWork()).toBeUndefined();
});

test('a device that the application itself has erased, or that still holds work, is told of no loss', async () => {
  await serve([], { isKnown: true });
  await rememberErasure({ userId: user.id, kept: null });
  expect(await enter()).toBe(false);
  // The person is in now: what is gone later was not erased by us.
  expect((await readDeviceFacts()).erased).toEqual([]);
  await eraseMirror(user.id, { discardUnsent: true });
  expect(await enter()).toBe(true);
  await eraseMirror(user.id, { discardUnsent: true });
  await openMirror(user.id).commands.put(buildCommand('respond', { id: HERE }));
  expect(await enter()).toBe(false);
});

test('the server hears with the logout of whom everything is erased, and not of who leaves work', async () => {
  // Leaving asks the mirror for a second at most. A slow machine may need that to make a database.
  const pauses = vi.spyOn(retryPause, 'pause').mockReturnValue(new Promise(() => undefined));
  onTestFinished(() => pauses.mockRestore());
  const said: unknown[] = [];
  vi.stubGlobal('fetch', async (input: unknown, init: RequestInit = {}) => {
    if (String(input).endsWith('/logout')) said.push(JSON.parse(init.body as string));
    return new Response(null, { status: 204, headers: { 'X-XSRF-TOKEN': 't' } });
  });
  const leaves = async (discardUnsent: boolean) => {
    await leave({ userId: user.id, discardUnsent, closeProfile: async () => undefined });
    await until(async () => expect((await readDeviceFacts()).logoutOwed).toBe(false));
  };
  await leaves(false);
  expect(said).toEqual([{ erased: [user.id] }]);
  await openMirror(user.id).commands.put(buildCommand('respond', { id: HERE }));
  await leaves(false);
  expect(said[1]).toEqual({ erased: [] });
  await leaves(true);
  expect(said[2]).toEqual({ erased: [user.id] });
});
