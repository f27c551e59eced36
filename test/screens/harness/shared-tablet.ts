// The device as a shared tablet (S95). A file of tests begins with `beforeEach(beShared)` and
// `afterEach(bePersonal)`, because its facts outlive a test.

import { IDLE_MS, saveWarnAt } from '#app/device/idle-clock.ts';
import { showShared } from '#app/device/shared-device.ts';
import { updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { NOW_MS } from '../../builders/moments.ts';

export const SHARED = { tenantName: 'Prefeitura Municipal de Vale do Ipê' };

/** A draft with something written in it, which is kept when its author leaves. */
export const DRAFT = { id: 'create', fields: { title: 'Medição' }, fileIds: [], savedAtMs: NOW_MS };

/** Makes the device a shared tablet that was touched just now. */
export async function beShared(): Promise<void> {
  await updateDeviceFacts({ shared: SHARED });
  showShared(SHARED);
  saveWarnAt(NOW_MS + IDLE_MS);
}

/** Makes it a device of one person, without a list of remembered people. */
export async function bePersonal(): Promise<void> {
  await updateDeviceFacts({
    shared: null,
    shownPeople: [],
    keptWork: {},
    lastPerson: null,
    logoutOwed: false,
    erasuresOwed: [],
  });
  showShared(null);
  localStorage.clear();
}
