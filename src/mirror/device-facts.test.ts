import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { markSessionEnded, readDeviceFacts, rememberPerson, updateDeviceFacts } from './device-facts.ts';

it('remembers the device, who used it last, and that they left', async () => {
  expect(await readDeviceFacts()).toMatchObject({ lastPerson: null, notificationSound: true });
  await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  await updateDeviceFacts({ installAskedOn: '2026-11-20' });
  await markSessionEnded();
  expect(await readDeviceFacts()).toMatchObject({
    lastPerson: { userId: 7, sessionEnded: true },
    installAskedOn: '2026-11-20',
  });
});
