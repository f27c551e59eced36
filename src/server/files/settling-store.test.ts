import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { openDiskStore } from './disk-store.ts';
import { settlingStore } from './open-file-store.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

it('waits until what had come of an upload that was cut off is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'malote-settling-'));
  folders.push(folder);
  const { files, settled } = settlingStore(await openDiskStore(folder));
  await settled();
  const upload = new PassThrough();
  const trouble = files.put(upload, { maxBytes: 100 }).catch((error: unknown) => error);
  upload.write('aaaa');
  const incoming = join(folder, 'incoming');
  await expect.poll(() => readdir(incoming)).toHaveLength(1);
  upload.destroy(new Error('cut off'));
  await settled();
  expect(await readdir(incoming)).toEqual([]);
  expect(await trouble).toMatchObject({ message: 'cut off' });
});
