import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { keysSince, noteChanges, RECENT_KEYS, REMEMBERED_KEYS } from './changes.ts';
import { readMeta, writeMeta } from '../store/storage.ts';
import type { Changes } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  await mirror.delete();
});

const keysOf = (write: number, count: number) => Array.from({ length: count }, (_none, at) => `k${write}-${at}`);

const write = (keys: readonly string[]) =>
  mirror.transaction('rw', mirror.meta, async () => noteChanges(mirror, { name: 'documentChanges', keys }));
const note = () => readMeta(mirror, 'documentChanges');
const earlier = () => readMeta(mirror, 'documentChangesEarlier');
const since = async (version: number) => keysSince(version, { note: await note(), earlier: await earlier() });

describe('the note of changes', () => {
  it.each([
    ['single documents', Array.from({ length: RECENT_KEYS + 10 }, () => 1)],
    ['pages', [200, 200, 200]],
    ['pages between single documents', [1, 1, 200, 1, RECENT_KEYS, 1, 1, 60, 1]],
  ])('names what changed since any version, and stays small: %s', async (_name, counts) => {
    for (const [at, count] of counts.entries()) {
      await write(keysOf(at, count));
      const keys = (await note())?.recent.flatMap((one) => one.keys) ?? [];
      expect(keys.length).toBeLessThanOrEqual(RECENT_KEYS);
      for (let version = 0; version <= at; version += 1) {
        const touched = counts.slice(version, at + 1).flatMap((some, later) => keysOf(version + later, some));
        expect(await since(version)).toEqual(new Set(touched));
      }
    }
  });

  it('of an older version goes on', async () => {
    const old: Changes = { version: 7, recent: [5, 6, 7].map((version) => ({ version, keys: keysOf(version, 400) })) };
    await writeMeta(mirror, { name: 'documentChanges', value: old });
    await write(['k8']);
    expect(await since(3)).toBeNull();
    expect(await since(4)).toEqual(new Set([5, 6, 7].flatMap((version) => keysOf(version, 400)).concat('k8')));
    expect((await note())?.recent).toEqual([]);
  });

  it('says when changes are missing between it and the earlier ones', async () => {
    await write(keysOf(1, 100));
    await write(['k2']);
    // An older version of the application writes a note of its own beside the earlier changes, and
    // forgets the oldest.
    await writeMeta(mirror, { name: 'documentChanges', value: { version: 4, recent: [{ version: 4, keys: ['k4'] }] } });
    expect(await since(0)).toBeNull();
    expect(await since(2)).toBeNull();
    expect(await since(3)).toEqual(new Set(['k4']));
    await write(keysOf(5, 100));
    expect(await since(2)).toBeNull();
    expect(await since(3)).toEqual(new Set(['k4', ...keysOf(5, 100)]));
  });

  it('forgets the oldest of more changes than there are documents', async () => {
    const tenth = REMEMBERED_KEYS / 10;
    for (let at = 0; at < 12; at += 1) await write(keysOf(at, tenth));
    expect(await since(1)).toBeNull();
    expect(await since(2)).toEqual(new Set(Array.from({ length: 10 }, (_none, at) => keysOf(at + 2, tenth)).flat()));
  });
});
