import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import {
  ensureDeviceId,
  markSessionEnded,
  readDeviceFacts,
  rememberPerson,
  updateDeviceFacts,
} from './device-facts.ts';

it('remembers the device, who used it last, and that they left', async () => {
  expect(await readDeviceFacts()).toMatchObject({ deviceId: null, lastPerson: null, notificationSound: true });
  expect(await ensureDeviceId(() => 'a')).toBe('a');
  expect(await ensureDeviceId(() => 'b')).toBe('a');
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await updateDeviceFacts({ installAskedOn: '2026-11-20' });
  await markSessionEnded();
  expect(await readDeviceFacts()).toMatchObject({
    deviceId: 'a',
    lastPerson: { userId: 7, sessionEnded: true },
    installAskedOn: '2026-11-20',
  });
});
