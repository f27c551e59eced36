// A programming error in sync leaves a trace; trouble of storage stays trouble of storage.

import 'fake-indexeddb/auto';
import { StorageTrouble } from '#mirror/store/storage.ts';
import { supportRecord } from '#mirror/questions/support-record.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { uuid } from '../../test/builders/build-command.ts';
import { commandsOf } from '../../test/fakes/held-answers.ts';
import { sendingDevice } from '../../test/fakes/sending-device.ts';
import { closePages, page } from '../../test/sync/page.ts';
import { browserRuntime } from './browser-runtime.ts';
import { drain } from './drain.ts';
import { noteTrouble } from './trouble.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(() => vi.unstubAllGlobals());
afterEach(closePages);

const broken = () => new TypeError("undefined has no 'title'");

describe('in a drain', () => {
  test('a fault at one command is reported, and the other lanes are sent', async () => {
    const device = sendingDevice({ mirror, commands: commandsOf([1, 2]) });
    const { requestOf } = device.parts;
    const parts: typeof device.parts = {
      ...device.parts,
      requestOf: (...given) => {
        if (given[0].id === uuid(1)) throw broken();
        return requestOf(...given);
      },
    };
    expect(await drain(parts)).toMatchObject({ ended: 'empty', acknowledged: 1 });
    expect(device.reported).toEqual([broken()]);
    expect(device.logged).toContainEqual({
      event: 'fault',
      facts: {
        where: 'send',
        command: uuid(1),
        error: 'TypeError',
        line: expect.stringMatching(/^trouble\.test\.ts:\d+:\d+$/),
      },
    });
    expect(device.clock.waiting()).toBe(0);
  });

  test('a queue that is read wrongly ends it, reported', async () => {
    const device = sendingDevice({ mirror, commands: commandsOf([1]) });
    const outbox = { ...device.parts.outbox, due: async () => Promise.reject(broken()) };
    expect(await drain({ ...device.parts, outbox })).toMatchObject({ ended: 'fault' });
    expect(device.reported).toEqual([broken()]);
  });
});

describe('in a page', () => {
  test('a fault in the pull is reported once, and the next pull goes on', async () => {
    const tab = await page();
    await tab.sync.pullNow();
    tab.made('Um');
    tab.breakLock('pull:', broken());
    await expect(tab.sync.pullNow()).rejects.toThrow(TypeError);
    expect(tab.reported).toEqual([broken()]);
    tab.breakLock('pull:', null);
    await tab.sync.pullNow();
    expect(await tab.seen()).toBe(1);
  });

  test('a fault in applying rows is reported, and the next pull applies them', async () => {
    const tab = await page();
    await tab.sync.pullNow();
    tab.made('Um');
    const transaction = vi.spyOn(tab.mirror, 'transaction').mockRejectedValue(broken());
    tab.signal('seen');
    await vi.waitFor(() => expect(tab.reported).toContainEqual(broken()));
    transaction.mockRestore();
    await tab.sync.pullNow();
    expect(await tab.seen()).toBe(1);
  });

  test('a fault in a drain that a command has started is reported', async () => {
    const tab = await page();
    await tab.sync.pullNow();
    tab.breakLock('drain:', broken());
    await tab.mirror.commands.add({ ...commandsOf([1])[0]!, actorId: 1 });
    tab.context.wake();
    await vi.waitFor(() => expect(tab.reported).toContainEqual(broken()));
  });
});

test('a fault in asking whether anything waits is reported', async () => {
  const tab = await page();
  // What the start has begun is over.
  await tab.sync.pullNow();
  await tab.sync.drainNow();
  await tab.sync.pullNow();
  vi.spyOn(tab.mirror.commands, 'where').mockImplementation(() => {
    throw broken();
  });
  expect(await tab.sync.drainNow()).toMatchObject({ ended: 'busy' });
  expect(tab.reported).toEqual([broken()]);
});

describe('what an error is', () => {
  test.each([
    new StorageTrouble('quota', null),
    new DOMException('full', 'QuotaExceededError'),
    new Dexie.DatabaseClosedError(),
    new Dexie.BulkError('1 of 1 failed', [new DOMException('full', 'QuotaExceededError')]),
    new DOMException('Data lost due to missing file', 'NotReadableError'),
  ])('trouble of storage: %s', (error) => {
    const report = vi.fn<() => void>();
    const log = vi.fn<() => void>();
    expect(noteTrouble({ log, report }, error, { where: 'pull' })).toBe('storage');
    expect(report).not.toHaveBeenCalled();
    expect(log).toHaveBeenCalledOnce();
  });

  test.each([broken(), new Dexie.DataError('no key'), new Dexie.InvalidTableError('none'), 'a string', null])(
    'a fault: %s',
    (error) => {
      const report = vi.fn<() => void>();
      expect(noteTrouble({ log: vi.fn<() => void>(), report }, error, { where: 'pull' })).toBe('fault');
      expect(report).toHaveBeenCalledExactlyOnceWith(error);
    },
  );
});

test('a fault reaches the error event of its context and the record for the support, without its message', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const runtime = browserRuntime({ mirror, userId: 1, server: { baseUrl: '' } });
  noteTrouble(runtime, new TypeError('João da Silva is not a date'), { where: 'apply' });
  expect(reported).toHaveLength(1);
  await vi.waitFor(async () =>
    expect((await supportRecord(mirror)).faults).toMatchObject([
      { event: 'fault', facts: { where: 'apply', error: 'TypeError' } },
    ]),
  );
  expect(JSON.stringify(await supportRecord(mirror))).not.toContain('João');
});
