// Leaving that does not work at once (S107): a cover tells it, it is tried again, and nothing is
// lost or shown.

import { markedLeaving, markLeaving, unmarkLeaving } from '#app/leaving/steps/mark.ts';
import { createProfileStore } from '#app/profile/profile-store.ts';
import { retryPause } from '#app/device/retry-pause.ts';
import { saveWarnAt, IDLE_MS } from '#app/device/idle-clock.ts';
import { showShared } from '#app/device/shared-device.ts';
import { leaveUntilDone } from '#app/leaving/leaving.ts';
import { leaveIfGone } from '#app/leaving/leave-if-gone.ts';
import { eraseMirror } from '#mirror/opening/erase-mirror.ts';
import { openMirror } from '#mirror/opening/open-mirror.ts';
import { sessionOf } from '#mirror/questions/session.ts';
import { readDeviceFacts, updateDeviceFacts } from '#mirror/store/device-facts.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { rememberPerson } from '#mirror/store/person-facts.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { buildCommand } from '../builders/build-command.ts';
import { NOW_MS } from '../builders/moments.ts';
import { textOf } from './harness/accessible.ts';
import { breakDevice } from './harness/broken-device.ts';
import { fill, find, key, names, press, seesText, until } from './harness/hand.ts';
import { NO_SYNC, openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { openTown } from './harness/town.ts';

const DRAFT = { id: 'create', fields: { title: 'Medição' }, fileIds: [], savedAtMs: NOW_MS };
const NOT_YET = 'Ainda não foi possível sair';

afterEach(async () => {
  await updateDeviceFacts({ shared: null, keptWork: {}, lastPerson: null, logoutOwed: false, erasuresOwed: [] });
  showShared(null);
  localStorage.clear();
});

/**
 * A person with a reply that is not sent and a draft, at a screen; leaving erases the mirror that
 * bears their name.
 */
async function atWork(path = '/admin/manage-documents') {
  answer(204, null);
  const mirror = await openTown('Servidor');
  const userId = (await sessionOf(mirror))?.id ?? 0;
  await rememberPerson({ userId, name: 'Ana', lastName: 'Lima', tenantName: 'Vale do Ipê' });
  for (const one of [mirror, openMirror(userId)]) {
    await one.drafts.put(DRAFT);
    await one.commands.put(buildCommand('respond'));
  }
  return { mirror, userId, ...(await openScreen({ mirror, path, width: 'phone' })) };
}

async function askToLeave(): Promise<void> {
  await press('button', 'Menu');
  await press('button', 'Sair');
  await find('alertdialog', 'Há trabalho seu só neste aparelho');
}

const kept = async () => (await readDeviceFacts()).keptWork;

test('"Sair" that fails is told, covers the screen and goes on at "Tentar de novo"; all work is kept', async () => {
  const { userId, address } = await atWork();
  await askToLeave();
  const { reported, mend } = breakDevice();
  try {
    const pressed: string[] = [];
    document.addEventListener('keydown', ({ key: name }) => pressed.push(name));
    await press('button', 'Sair e guardar tudo');
    const cover = await find('alertdialog', NOT_YET);
    expect(textOf(cover)).toContain('continuam neste aparelho. Nada foi perdido.');
    expect(textOf(cover)).toContain('O Malote tenta de novo sozinho.');
    const again = await find('button', 'Tentar de novo');
    await until(() => expect(document.activeElement).toBe(again));
    key(document.body, 'n');
    key(again, '/');
    expect(pressed).toEqual([]);
    const before = reported.length;
    again.click();
    await until(() => expect(reported.length).toBeGreaterThan(before));
    expect(address()).toContain('/admin/manage-documents');
    expect(markedLeaving()).toBe(String(userId));
  } finally {
    mend();
  }
  await press('button', 'Tentar de novo');
  await find('heading', 'Entrar');
  await until(() => expect(names('alertdialog')).toEqual([]));
  await until(async () => expect(await kept()).toMatchObject({ [userId]: { unsent: 1, drafts: 1 } }));
  expect(markedLeaving()).toBeNull();
  await eraseMirror(userId, { discardUnsent: true });
});

test('a leaving that fails is done later as it was chosen: what was to be discarded is discarded', async () => {
  const { userId } = await atWork();
  await askToLeave();
  await press('button', 'Sair e descartar…');
  await fill('Para apagar tudo sem enviar, escreva a palavra descartar', 'descartar');
  const { mend } = breakDevice();
  try {
    await press('button', 'Descartar e sair');
    await find('alertdialog', NOT_YET);
    expect(await openMirror(userId).drafts.count()).toBe(1);
  } finally {
    mend();
  }
  window.dispatchEvent(new Event('online'));
  await find('heading', 'Entrar');
  await until(async () => expect((await readDeviceFacts()).erasuresOwed).toEqual([]));
  expect(await kept()).toEqual({});
  expect(await openMirror(userId).drafts.count()).toBe(0);
});

test('the start of a shared tablet tells that the last person has not left yet, and opens when they have', async () => {
  const shared = { tenantName: 'Prefeitura Municipal de Vale do Ipê' };
  await updateDeviceFacts({ shared });
  showShared(shared);
  saveWarnAt(NOW_MS + IDLE_MS);
  const { userId, mirror, goTo } = await atWork('/privacidade');
  await writeMeta(mirror, { name: 'connection', value: { network: 'ok', auth: 'needs-login' } });
  const { mend } = breakDevice();
  try {
    await goTo('/login');
    await find('alertdialog', NOT_YET);
    await until(() => expect(names('button')).toEqual(['Tentar de novo']));
  } finally {
    mend();
  }
  document.dispatchEvent(new Event('visibilitychange'));
  await find('button', 'Toque para começar');
  await seesText('2 itens guardados neste tablet, à espera de quem os fez');
  await eraseMirror(userId, { discardUnsent: true });
});

test('who had begun to leave when the device stored nothing has left at the next start, and nobody else', async () => {
  const leftAtStart = async (marked: number) => {
    await rememberPerson({ userId: 7, name: 'Ana', lastName: 'Lima', tenantName: 'x' });
    markLeaving(marked);
    await leaveIfGone(await readDeviceFacts());
    expect(markedLeaving()).toBeNull();
    return (await readDeviceFacts()).erasuresOwed;
  };
  expect(await leftAtStart(8)).toEqual([]);
  expect(await leftAtStart(7)).toEqual([{ userId: 7, discardUnsent: false }]);
});

test('a leaving that another tab has finished leaves no mark, so that the next start leaves for nobody', async () => {
  const mirror = await openTown('Servidor');
  const session = await sessionOf(mirror);
  const openParts = { openMirror: async () => ({ mirror, session }), startSync: () => NO_SYNC, wakeWorker: () => {} };
  const parts = { loadParts: async () => openParts, clock: () => NOW_MS, newId: () => '' };
  const profiles = createProfileStore(parts);
  await profiles.open(session?.id ?? 0);
  const left = leaveUntilDone({ profiles, showLogin: async () => undefined });
  expect(markedLeaving()).toBe(String(session?.id));
  // As the announcement of the other tab does.
  await profiles.close();
  await left;
  expect(markedLeaving()).toBeNull();
});

test('where the code of leaving can not be loaded, the next start leaves', async () => {
  vi.doMock('#app/leaving/leave.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  try {
    const { userId } = await atWork();
    await askToLeave();
    await press('button', 'Sair e guardar tudo');
    await until(() => expect(markedLeaving()).toBe(String(userId)));
    expect(await openMirror(userId).drafts.count()).toBe(1);
    await eraseMirror(userId, { discardUnsent: true });
  } finally {
    vi.doUnmock('#app/leaving/leave.ts');
    unmarkLeaving();
  }
});

test('the pause between two tries grows up to a minute, and ends at a sign that something has changed', async () => {
  vi.useFakeTimers();
  try {
    const lengths = [1, 2, 3, 20].map((failures) => {
      const { end } = retryPause(failures);
      const left = vi.getTimerCount();
      expect(left).toBe(1);
      const startMs = Date.now();
      vi.advanceTimersToNextTimer();
      end();
      return Date.now() - startMs;
    });
    expect(lengths).toEqual([2_000, 4_000, 8_000, 60_000]);
    for (const [target, name] of [
      [window, 'online'],
      [window, 'pageshow'],
      [document, 'visibilitychange'],
    ] as const) {
      const { over } = retryPause(20);
      target.dispatchEvent(new Event(name));
      await over;
    }
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
