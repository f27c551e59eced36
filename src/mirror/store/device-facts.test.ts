import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import {
  rememberErasure,
  rememberLeaving,
  readDeviceFacts,
  rememberPerson,
  updateDeviceFacts,
} from './device-facts.ts';

it('the device remembers its last person, and that they left', async () => {
  expect(await readDeviceFacts()).toMatchObject({ lastPerson: null, notificationSound: true });
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await updateDeviceFacts({ installAskedOn: '2026-11-20' });
  await rememberLeaving({ userId: 7, discardUnsent: false });
  expect(await readDeviceFacts()).toMatchObject({
    lastPerson: { userId: 7, sessionEnded: true },
    installAskedOn: '2026-11-20',
    logoutOwed: true,
    erasureOwed: { userId: 7, discardUnsent: false },
  });
});

it('a login settles what the device owed the server', async () => {
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await rememberPerson({ userId: 8, name: 'Rui', lastName: 'Dias', tenantName: 'Vale do Ipê' });
  expect(await readDeviceFacts()).toMatchObject({ lastPerson: { userId: 8 }, logoutOwed: false, erasureOwed: null });
});

it.each([
  { isKept: true, known: 7 },
  { isKept: false, known: undefined },
])('after an erasure that kept unsent work ($isKept) the device knows whose it is', async ({ isKept, known }) => {
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await rememberErasure({ userId: 7, isKept });
  const { lastPerson, erasureOwed, logoutOwed } = await readDeviceFacts();
  expect({ person: lastPerson?.userId, erasureOwed, logoutOwed }).toEqual({
    person: known,
    erasureOwed: null,
    logoutOwed: true,
  });
});

it('an erasure that ends late does not forget the person who has logged in since', async () => {
  await rememberLeaving({ userId: 7, discardUnsent: false });
  await rememberPerson({ userId: 8, name: 'Rui', lastName: 'Dias', tenantName: 'Vale do Ipê' });
  await rememberErasure({ userId: 7, isKept: false });
  expect((await readDeviceFacts()).lastPerson).toMatchObject({ userId: 8, sessionEnded: false });
});
