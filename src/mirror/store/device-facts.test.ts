import 'fake-indexeddb/auto';
import { LogoutInput } from '#contract/session-calls.ts';
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { readDeviceFacts, updateDeviceFacts } from './device-facts.ts';
import { buildSession } from '../../../test/builders/build-people.ts';
import {
  rememberErasure,
  rememberLeaving,
  rememberOpening,
  rememberPerson,
  rememberShared,
  renamePerson,
  renameShared,
} from './person-facts.ts';

beforeEach(() => updateDeviceFacts({ erasuresOwed: [], erased: [] }));

it('the device remembers its last person, and that they left', async () => {
  expect(await readDeviceFacts()).toMatchObject({ lastPerson: null, notificationSound: true });
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await updateDeviceFacts({ installAskedOn: '2026-11-20' });
  await rememberLeaving({ userId: 7, discardUnsent: false });
  expect(await readDeviceFacts()).toMatchObject({
    lastPerson: { userId: 7, sessionEnded: true },
    installAskedOn: '2026-11-20',
    logoutOwed: true,
    erasuresOwed: [{ userId: 7, discardUnsent: false }],
  });
});

it('a login settles what the device owed the server', async () => {
  await rememberLeaving({ userId: 8, discardUnsent: false });
  await rememberPerson({ userId: 8, name: 'Rui', lastName: 'Dias', tenantName: 'Vale do Ipê' });
  expect(await readDeviceFacts()).toMatchObject({ lastPerson: { userId: 8 }, logoutOwed: false, erasuresOwed: [] });
});

it('the erasures of several people are owed until each is done', async () => {
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await rememberOpening(8);
  await rememberLeaving({ userId: 9, discardUnsent: true });
  await rememberPerson({ userId: 8, name: 'Rui', lastName: 'Dias', tenantName: 'Vale do Ipê' });
  expect((await readDeviceFacts()).erasuresOwed.map(({ userId }) => userId)).toEqual([7, 9]);
  await rememberErasure({ userId: 7, kept: null });
  expect((await readDeviceFacts()).erasuresOwed).toEqual([{ userId: 9, discardUnsent: true }]);
  await rememberErasure({ userId: 9, kept: null });
  expect((await readDeviceFacts()).erasuresOwed).toEqual([]);
});

it('the one erasure that an older version owed is owed still, until it is done', async () => {
  const older = { erasureOwed: { userId: 7, discardUnsent: true } } as object;
  await updateDeviceFacts(older);
  await rememberLeaving({ userId: 8, discardUnsent: false });
  expect((await readDeviceFacts()).erasuresOwed.map(({ userId }) => userId)).toEqual([7, 8]);
  await rememberErasure({ userId: 7, kept: null });
  await rememberErasure({ userId: 8, kept: null });
  expect((await readDeviceFacts()).erasuresOwed).toEqual([]);
});

it.each([
  { kept: { unsent: 1, drafts: 2 }, told: { 7: { unsent: 1, drafts: 2 } } },
  { kept: null, told: {} },
])('after an erasure that kept $kept the device has a count of it and no name', async ({ kept, told }) => {
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await rememberErasure({ userId: 7, kept });
  const { lastPerson, erasuresOwed, logoutOwed, keptWork } = await readDeviceFacts();
  expect({ person: lastPerson?.userId, erasuresOwed, logoutOwed }).toEqual({
    person: undefined,
    erasuresOwed: [],
    logoutOwed: true,
  });
  expect(keptWork).toEqual(told);
});

it("the login of the author takes the kept work off what the login screen tells, and no other person's", async () => {
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await rememberErasure({ userId: 7, kept: { unsent: 1, drafts: 0 } });
  await rememberLeaving({ userId: 8, discardUnsent: false });
  await rememberErasure({ userId: 8, kept: { unsent: 0, drafts: 3 } });
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  expect((await readDeviceFacts()).keptWork).toEqual({ 8: { unsent: 0, drafts: 3 } });
});

it('what a login has opened is erased at the next start when the person is not in by then', async () => {
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await rememberOpening(7);
  expect(await readDeviceFacts()).toMatchObject({ erasuresOwed: [{ userId: 7, discardUnsent: false }] });
  await rememberErasure({ userId: 7, kept: { unsent: 1, drafts: 0 } });
  expect(await readDeviceFacts()).toMatchObject({
    lastPerson: null,
    keptWork: { 7: { unsent: 1 } },
    erasuresOwed: [],
  });
});

it.each([
  [
    'leaves, and nothing of theirs stays',
    () => rememberLeaving({ userId: 7, discardUnsent: false, hasWork: false }),
    [7],
  ],
  ['leaves and discards their work', () => rememberLeaving({ userId: 7, discardUnsent: true, hasWork: true }), [7]],
  ['leaves work', () => rememberLeaving({ userId: 7, discardUnsent: false, hasWork: true }), []],
  ['leaves, and nobody has looked for work', () => rememberLeaving({ userId: 7, discardUnsent: false }), []],
  ['never left, and is erased', () => rememberErasure({ userId: 7, kept: null }), [7]],
  ['is erased, but for work', () => rememberErasure({ userId: 7, kept: { unsent: 1, drafts: 0 } }), []],
])('a person who %s: of whom nothing is left', async (_case, happens, erased) => {
  await happens();
  expect((await readDeviceFacts()).erased).toEqual(erased);
});

it('work that comes to light while everything else is erased is not erased; nor is a person who enters', async () => {
  await rememberLeaving({ userId: 7, discardUnsent: false, hasWork: false });
  await rememberErasure({ userId: 7, kept: { unsent: 1, drafts: 0 } });
  expect((await readDeviceFacts()).erased).toEqual([]);
  for (const userId of [7, 8, 7]) await rememberErasure({ userId, kept: null });
  expect((await readDeviceFacts()).erased).toEqual([8, 7]);
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await rememberErasure({ userId: 7, kept: null });
  expect((await readDeviceFacts()).erased).toEqual([8]);
  for (let userId = 100; userId < 130; userId += 1) await rememberErasure({ userId, kept: null });
  const { erased } = await readDeviceFacts();
  expect(erased).toEqual(Array.from({ length: 20 }, (_, at) => 110 + at));
  // With one more the server would refuse each logout, and nothing else is sent before it.
  expect(v.is(LogoutInput, { erased })).toBe(true);
});

it('an erasure that ends late does not forget the person who has logged in since', async () => {
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await rememberPerson({ userId: 8, name: 'Rui', lastName: 'Dias', tenantName: 'Vale do Ipê' });
  await rememberErasure({ userId: 7, kept: null });
  expect((await readDeviceFacts()).lastPerson).toMatchObject({ userId: 8, sessionEnded: false });
});

it('who leaves from an old page ends nothing of the person who has logged in since', async () => {
  const rui = { userId: 8, name: 'Rui', lastName: 'Dias', tenantName: 'Vale do Ipê' };
  await rememberPerson(rui);
  await rememberLeaving({ userId: 7, discardUnsent: false });
  expect(await readDeviceFacts()).toMatchObject({
    lastPerson: { ...rui, sessionEnded: false },
    logoutOwed: false,
    erasuresOwed: [{ userId: 7, discardUnsent: false }],
  });
});

it('a shared tablet follows the name of its own tenant, and no person of another tenant changes it', async () => {
  const { tenant, ...person } = buildSession();
  await rememberShared({ tenantName: tenant.name, tenantId: tenant.id, name: 'Balcão' });
  await renamePerson({ ...person, tenant: { ...tenant, id: tenant.id + 1, name: 'Câmara de Vale do Ipê' } });
  await renamePerson({ ...person, tenant: { ...tenant, name: 'Vale do Ipê Novo' } });
  expect((await readDeviceFacts()).shared).toMatchObject({ tenantName: 'Vale do Ipê Novo', name: 'Balcão' });
  await renamePerson({ ...person, tenant: { ...tenant, id: tenant.id + 1, name: 'Câmara de Vale do Ipê' } });
  await renameShared('');
  expect((await readDeviceFacts()).shared).toEqual({ tenantName: 'Vale do Ipê Novo', tenantId: tenant.id });
  await rememberShared(null);
});
