import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildCommand } from '../../../test/builders/build-command.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import type { Mirror } from './schema.ts';
import { durably, StorageTrouble } from './storage.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await mirror.delete();
});

const put = () => mirror.commands.put(buildCommand('respond'));

describe('durably', () => {
  it('asks the browser for strict durability', async () => {
    mirror.close({ disableAutoOpen: false });
    const asked = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await durably(mirror, { tables: ['commands'], work: put });
    expect(asked.mock.calls.map((call) => call[2])).toContainEqual({ durability: 'strict' });
  });

  it('stores nothing when the transaction is aborted, and says so', async () => {
    const work = async () => {
      await put();
      Dexie.currentTransaction.abort();
    };
    await expect(durably(mirror, { tables: ['commands'], work })).rejects.toBeInstanceOf(StorageTrouble);
    expect(await mirror.commands.count()).toBe(0);
  });

  it('reopens a lost connection and does the work again, once', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      if (runs === 1)
        throw new Dexie.UnknownError('Connection to Indexed Database server lost. Refresh the page to try again');
      return put();
    };
    await durably(mirror, { tables: ['commands'], work });
    expect(runs).toBe(2);
    expect(await mirror.commands.count()).toBe(1);
  });

  it('works on a database that was closed by another part', async () => {
    mirror.close({ disableAutoOpen: true });
    await durably(mirror, { tables: ['commands'], work: put });
    expect(await mirror.commands.count()).toBe(1);
  });

  it('gives up after the second loss', async () => {
    const work = async () => {
      throw new Dexie.UnknownError('Connection lost');
    };
    await expect(durably(mirror, { tables: ['commands'], work })).rejects.toMatchObject({ kind: 'lost' });
  });

  it('says that there is no space, without trying again', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw new Dexie.AbortError('aborted', new DOMException('full', 'QuotaExceededError'));
    };
    await expect(durably(mirror, { tables: ['commands'], work })).rejects.toMatchObject({ kind: 'quota' });
    expect(runs).toBe(1);
  });

  it('throws an error of the work as it is, with nothing stored', async () => {
    const work = async () => {
      await put();
      throw new TypeError('a bug');
    };
    await expect(durably(mirror, { tables: ['commands'], work })).rejects.toBeInstanceOf(TypeError);
    expect(await mirror.commands.count()).toBe(0);
  });
});
