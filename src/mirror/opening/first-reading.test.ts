import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { readDeviceFacts } from '../store/device-facts.ts';
import { firstReading, openAnsweringMirror, openMirror } from './open-mirror.ts';
import { PATIENCE_MS } from '../store/page-sleep.ts';
import { eraseMirror } from './erase-mirror.ts';
import { Mirror } from '../store/schema.ts';
import { durably, StorageTrouble } from '../store/storage.ts';

// Databases that do not answer: one behind a transaction that never ends, one that never opens.
const silent = expect.objectContaining({ name: 'StorageTrouble', kind: 'silent' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What `work` throws once its time has passed. */
async function afterPatience(work: Promise<unknown>): Promise<unknown> {
  const thrown = work.then(
    () => 'answered',
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  return thrown;
}

describe('a mirror behind a transaction that never ends', () => {
  let mirror: Mirror;
  let other: Mirror;
  let release: () => void;

  async function hold(how: 'r' | 'rw'): Promise<void> {
    let over = false;
    release = () => {
      over = true;
    };
    const goOn = (): PromiseLike<unknown> | undefined =>
      over
        ? undefined
        : other
            .table('documents')
            .count()
            .then(() => goOn());
    await new Promise<void>((begun) => {
      const work = () =>
        other
          .table('documents')
          .count()
          .then(() => begun())
          .then(goOn);
      other.transaction(how, ['documents'], work).catch(() => undefined);
    });
  }

  beforeEach(async () => {
    mirror = await openTestMirror();
    other = new Mirror(mirror.name);
    await other.open();
  });
  afterEach(async () => {
    release();
    other.close();
    await mirror.delete();
  });

  it.each(['r', 'rw'] as const)('is told from one that answers (%s)', async (how) => {
    expect(await firstReading(mirror)).toMatchObject({ id: expect.any(Number) as number });
    await hold(how);
    expect(await afterPatience(firstReading(mirror))).toEqual(silent);
  });

  it('has no transaction waiting for it after StorageTrouble was thrown', async () => {
    await hold('rw');
    await afterPatience(firstReading(mirror));
    await mirror.commands.put(buildCommand('respond'));
    expect(await mirror.commands.count()).toBe(1);
  });
});

describe('a database that never opens', () => {
  /** No opening gets an answer from here on. */
  function neverOpens(): void {
    const factory = new IDBFactory();
    const request = () => new EventTarget() as IDBOpenDBRequest;
    vi.spyOn(factory, 'open').mockImplementation(request);
    vi.spyOn(factory, 'deleteDatabase').mockImplementation(request);
    vi.spyOn(Dexie.dependencies, 'indexedDB', 'get').mockReturnValue(factory);
    vi.stubGlobal('indexedDB', factory);
  }
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('is given up by all that wait for it, and tried again by the next use', async () => {
    neverOpens();
    expect(await afterPatience(openAnsweringMirror(91))).toEqual(silent);
    const again = openMirror(91);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    expect(again.isOpen()).toBe(false);
    expect((await openAnsweringMirror(92)).session).toBeUndefined();
    await eraseMirror(92);
  });

  it('does not keep a durable write waiting', async () => {
    neverOpens();
    const mirror = new Mirror('never');
    const written = durably(mirror, { tables: ['meta'], work: async () => void (await mirror.meta.count()) });
    const thrown = written.catch((error: unknown) => error);
    // Once, and once more after the database is opened again.
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS);
    expect(await thrown).toBeInstanceOf(StorageTrouble);
  });

  it('does not make the start wait for the facts of the device', async () => {
    neverOpens();
    expect(await afterPatience(readDeviceFacts())).toEqual(silent);
  });
});
