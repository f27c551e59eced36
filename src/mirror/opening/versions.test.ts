import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { PATIENCE_MS } from '../store/page-sleep.ts';
import { Mirror, profileName } from '../store/schema.ts';
import { durably } from '../store/storage.ts';
import { letGo, openAnsweringMirror } from './open-mirror.ts';

// A mirror that another version of the application has made or holds, with work in its outbox.

const ME = 77;
const NAME = profileName(ME);
const waiting = buildCommand('respond');

beforeEach(async () => {
  const mirror = new Mirror(NAME);
  await mirror.commands.put(waiting);
  mirror.close();
});
afterEach(async () => {
  vi.useRealTimers();
  letGo(ME);
  await Dexie.delete(NAME);
});

const versionOf = (database: IDBDatabase | null) => database?.version ?? 0;

/** The database as the browser opens it, in this version or the one that there is. */
function openRaw({ version, upgrade }: { version?: number; upgrade?: (database: IDBDatabase) => void } = {}) {
  return new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, version);
    request.onupgradeneeded = () => upgrade?.(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
    request.onblocked = () => reject(new Error('blocked'));
  });
}

/** A newer version with one table more was here. */
async function usedByNewer(): Promise<number> {
  const newer = await openRaw({ version: 990, upgrade: (database) => database.createObjectStore('tasks') });
  newer.close();
  return newer.version;
}

it('work is there and goes on in an older version, whose schema the device has left behind', async () => {
  const version = await usedByNewer();
  const { mirror } = await openAnsweringMirror(ME);
  expect(await mirror.commands.toArray()).toEqual([waiting]);
  const more = buildCommand('complete-document', { id: crypto.randomUUID(), seq: 2 });
  await durably(mirror, { tables: ['commands'], work: async () => void (await mirror.commands.put(more)) });
  expect(versionOf(mirror.backendDB())).toBe(version);
  expect([...(mirror.backendDB()?.objectStoreNames ?? [])]).toContain('tasks');
  letGo(ME);

  // And back in the newer one.
  const again = await openRaw();
  const kept = again.transaction('commands').objectStore('commands').getAllKeys();
  await new Promise((resolve) => kept.addEventListener('success', resolve));
  expect([again.version, kept.result]).toEqual([version, [waiting.seq, more.seq]]);
  again.close();
});

it('a tab that does not let go of an older version is told as silence, and nothing is lost when it has closed', async () => {
  // The mirror of the oldest version, which another tab keeps open whatever it is told.
  const mirror = new Mirror(NAME);
  await mirror.open();
  const stored = mirror.backendDB();
  const stores = [...(stored?.objectStoreNames ?? [])];
  mirror.close();
  await Dexie.delete(NAME);
  const older = new Dexie(NAME);
  older.version(1).stores({ commands: '++seq, &id, state, documentKey', meta: 'name' });
  await older.open();
  await older.table('commands').put(waiting);
  older.close();
  const tab = await openRaw();
  tab.onversionchange = () => undefined;

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const thrown = openAnsweringMirror(ME).then(
    () => 'answered',
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  expect(await thrown).toMatchObject({ name: 'StorageTrouble', kind: 'silent' });
  vi.useRealTimers();

  tab.close();
  const { mirror: opened } = await openAnsweringMirror(ME);
  expect(await opened.commands.toArray()).toEqual([waiting]);
  expect([...(opened.backendDB()?.objectStoreNames ?? [])]).toEqual(stores);
  // Neither it nor the opening that was given up, which the browser has done by now, blocks the
  // next version.
  const next = await openRaw({ version: 990 });
  next.close();
});

it('what older versions stored for their first screens is removed, and nothing else', async () => {
  const old = await openAnsweringMirror(ME);
  const gone = ['firstPage', 'homePicture', 'listPicture'].map((name) => ({ name, value: { format: 1, version: 4 } }));
  await old.mirror.table('meta').bulkPut([...gone, { name: 'deviceId', value: 'a device' }]);
  letGo(ME);
  const { mirror } = await openAnsweringMirror(ME);
  expect(await mirror.meta.toCollection().primaryKeys()).toEqual(['deviceId']);
  expect(await mirror.commands.toArray()).toEqual([waiting]);
});
