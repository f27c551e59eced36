// A session that has ended without "Sair" (S171): the browser was closed, or another person enters.

import { markOpen, openedFor, unmarkOpen } from '#app/device/open-mark.ts';
import { leave } from '#app/leaving/leave.ts';
import { leaveIfGone } from '#app/leaving/leave-if-gone.ts';
import { eraseLeft } from '#app/leaving/steps/erase-left.ts';
import { login } from '#app/online/login.ts';
import { personIn, readDeviceFacts } from '#mirror/store/device-facts.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { rememberPerson } from '#mirror/store/person-facts.ts';
import { letGo, openMirror } from '#mirror/opening/open-mirror.ts';
import { afterEach, expect, test } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { buildDocumentRow } from '../builders/build-document.ts';
import { buildKeys } from '../builders/build-keys.ts';
import { buildPage, putDocument } from '../builders/build-page.ts';
import { buildSession } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { answer } from './harness/server.ts';
import { bePersonal, DRAFT } from './harness/shared-tablet.ts';

afterEach(async () => {
  unmarkOpen();
  await bePersonal();
});

const ANA = { userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' };

/** Ana has a document, a draft and a reply that waits. */
async function atWork(staysIn: boolean) {
  const mirror = openMirror(7);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  await writeMeta(mirror, { name: 'sealingKey', value: (await buildKeys()).current });
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
  await mirror.drafts.put(DRAFT);
  await mirror.commands.put(buildCommand('respond'));
  markOpen(7);
  await rememberPerson({ ...ANA, staysIn });
}

/** What a start does before it shows anything. */
async function start() {
  letGo(7);
  await leaveIfGone(await readDeviceFacts());
  await eraseLeft();
  return personIn(await readDeviceFacts(), openedFor());
}

async function typesOf(userId: number) {
  const rows = await openMirror(userId).commands.toCollection().raw().toArray();
  return rows.map(({ type }) => String(type));
}

test('a second tab and a reload open for who did not stay logged in', async () => {
  await atWork(false);
  expect(await start()).toMatchObject({ userId: 7 });
  expect(await typesOf(7)).toEqual(['respond']);
});

test('after the browser was closed the start seals the work and erases the rest, and says why', async () => {
  await atWork(false);
  unmarkOpen();
  expect(await start()).toBeNull();
  expect(await typesOf(7)).toEqual(['sealed']);
  expect(await openMirror(7).documents.count()).toBe(0);
  expect(await readDeviceFacts()).toMatchObject({ wasClosed: true, lastPerson: null, keptWork: { 7: { unsent: 1 } } });
});

test('who stays logged in opens after the browser was closed', async () => {
  await atWork(true);
  unmarkOpen();
  expect(await start()).toMatchObject({ userId: 7 });
  expect(await openMirror(7).documents.count()).toBe(1);
});

test('who leaves from an old page does not end the login of who has entered since', async () => {
  await atWork(false);
  markOpen(8);
  await rememberPerson({ ...ANA, userId: 8, name: 'Rui', staysIn: false });
  const asked = answer(204, null);
  await leave({ userId: 7, discardUnsent: false, closeProfile: async () => undefined });
  expect(await typesOf(7)).toEqual(['sealed']);
  expect(personIn(await readDeviceFacts(), openedFor())).toMatchObject({ userId: 8 });
  expect(asked).toEqual([]);
});

test('whoever never left has left when another person enters, and finds the work at the own login', async () => {
  await atWork(true);
  const keys = await buildKeys();
  await writeMeta(openMirror(7), { name: 'sealingKey', value: keys.current });
  const rui = buildSession({ id: 8, name: 'Rui' });
  const enter = async (user: typeof rui, sealing = keys) => {
    answer(200, { user, sealing });
    return login({ email: user.email, password: 'x', token: 't' }, { clock: () => NOW_MS });
  };
  expect(await enter(rui)).toMatchObject({ kind: 'in' });
  expect(await typesOf(7)).toEqual(['sealed']);
  expect(await openMirror(7).documents.count()).toBe(0);
  expect(await readDeviceFacts()).toMatchObject({
    lastPerson: { userId: 8, staysIn: false },
    logoutOwed: false,
    erasuresOwed: [],
    keptWork: { 7: { unsent: 1, drafts: 1 } },
  });
  expect(openedFor()).toBe(8);
  expect(await enter(buildSession())).toMatchObject({ kind: 'in' });
  expect(await typesOf(7)).toEqual(['respond']);
  expect(await openMirror(7).drafts.toArray()).toEqual([DRAFT]);
  expect((await readDeviceFacts()).keptWork).toEqual({});
});
