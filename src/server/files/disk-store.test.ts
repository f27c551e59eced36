import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { openDiskStore } from './disk-store.ts';
import { FileMissing, FileTooLarge } from './file-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'malote-store-'));
afterAll(() => rmSync(folder, { recursive: true }));
const store = await openDiskStore(folder);

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store.list()) found.push(key);
  return found;
}

describe('the disk store', () => {
  it('keeps bytes under a random key and tells their size and hash', async () => {
    const bytes = Buffer.from('conteúdo');
    const stored = await store.put(Readable.from([bytes]), { maxBytes: 100 });
    expect(stored.size).toBe(bytes.length);
    expect(stored.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await buffer((await store.open(stored.storageKey)).stream)).toEqual(bytes);
    expect(await keys()).toContain(stored.storageKey);
    await store.remove(stored.storageKey);
    await expect(store.open(stored.storageKey)).rejects.toThrow(FileMissing);
  });

  it('leaves nothing behind of a file that is too large, refused or cut off', async () => {
    const before = await keys();
    const tooLarge = store.put(Readable.from([Buffer.alloc(200)]), { maxBytes: 100 });
    await expect(tooLarge).rejects.toThrow(FileTooLarge);
    const refused = store.put(Readable.from([Buffer.alloc(10)]), {
      maxBytes: 100,
      inspect: async () => {
        throw new Error('refused');
      },
    });
    await expect(refused).rejects.toThrow('refused');
    const broken = new Readable({
      read() {
        this.destroy(new Error('cut off'));
      },
    });
    await expect(store.put(broken, { maxBytes: 100 })).rejects.toThrow('cut off');
    expect(await keys()).toEqual(before);
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  });

  it('opens no path outside its folder', async () => {
    await expect(store.open('../../etc/passwd')).rejects.toThrow(FileMissing);
  });
});
