import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uuid } from '../../../test/builders/build-command.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { discardDraft, loadDraft, saveDraft } from './drafts.ts';
import { cacheServerFile, touchFile, trimCache } from './cached-files.ts';
import { blobOf, CHUNK_BYTES, dropFiles, keepFile, moveFiles } from './files.ts';
import type { Mirror } from '../store/schema.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await mirror.delete();
});

function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) % 256);
}

function picked(bytes: Uint8Array<ArrayBuffer>, name: string) {
  return Object.assign(new Blob([bytes]), { name });
}

describe('files', () => {
  it('of 5 MB are kept in pieces of at most 1 MiB and come back with the same SHA-256', async () => {
    const bytes = bytesOf(5_000_000);
    const file = picked(bytes, 'Ofício nº 118/2026.PDF');
    const row = await keepFile(mirror, { id: uuid(1), owner: 'draft:create', file, nowMs: NOW_MS });
    expect(row).toEqual({
      id: uuid(1),
      owner: 'draft:create',
      name: 'Ofício nº 118-2026.PDF',
      mime: 'application/pdf',
      size: 5_000_000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      chunks: 5,
      usedAtMs: NOW_MS,
    });
    const chunks = await mirror.chunks.toArray();
    expect(chunks.every((chunk) => chunk.bytes instanceof ArrayBuffer && chunk.bytes.byteLength <= CHUNK_BYTES)).toBe(
      true,
    );
    const blob = await blobOf(mirror, row.id);
    const back = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
    expect(createHash('sha256').update(back).digest('hex')).toBe(row.sha256);
  });

  it('have no Blob when a piece is missing', async () => {
    await keepFile(mirror, {
      id: uuid(1),
      owner: 'draft:create',
      file: picked(bytesOf(1_500_000), 'a.txt'),
      nowMs: NOW_MS,
    });
    await mirror.chunks.delete([uuid(1), 1]);
    expect(await blobOf(mirror, uuid(1))).toBeNull();
    expect(await blobOf(mirror, uuid(2))).toBeNull();
  });

  it('are not kept when the stored bytes are not those that were written', async () => {
    const file = picked(bytesOf(10), 'a.txt');
    // A store that loses bytes, as Safari's once did (src/sync/promises.md, hazard 24).
    mirror.chunks.hook('reading', (chunk) => ({ ...chunk, bytes: new ArrayBuffer(0) }));
    await expect(keepFile(mirror, { id: uuid(1), owner: 'draft:create', file, nowMs: NOW_MS })).rejects.toMatchObject({
      kind: 'lost',
    });
    expect(await mirror.files.count()).toBe(0);
    expect(await mirror.chunks.count()).toBe(0);
  });

  it('change their owner, and lose their bytes with their row', async () => {
    await keepFile(mirror, { id: uuid(1), owner: 'draft:create', file: picked(bytesOf(10), 'a.txt'), nowMs: NOW_MS });
    await moveFiles(mirror, { ids: [uuid(1)], owner: 'command:x' });
    expect((await mirror.files.get(uuid(1)))?.owner).toBe('command:x');
    await dropFiles(mirror, [uuid(1)]);
    expect([await mirror.files.count(), await mirror.chunks.count()]).toEqual([0, 0]);
  });

  it('of the server opened longest ago are trimmed, never files that wait to be sent', async () => {
    await keepFile(mirror, { id: uuid(1), owner: 'command:x', file: picked(bytesOf(100), 'a.txt'), nowMs: 0 });
    for (const serverFileId of [1, 2, 3]) {
      const blob = new Blob([bytesOf(100)]);
      await cacheServerFile(mirror, {
        serverFileId,
        name: 'b.pdf',
        mime: 'application/pdf',
        blob,
        nowMs: NOW_MS + serverFileId,
      });
    }
    await touchFile(mirror, { id: 'cache:1', nowMs: NOW_MS + 9 });
    await trimCache(mirror, 200);
    expect((await mirror.files.toArray()).map((file) => file.id).sort()).toEqual([uuid(1), 'cache:1', 'cache:3']);
  });

  it('of the server that arrive after their person has logged out are not kept', async () => {
    await mirror.meta.delete('session');
    const file = { serverFileId: 1, name: 'b.pdf', mime: 'application/pdf', blob: new Blob([bytesOf(100)]) };
    expect(await cacheServerFile(mirror, { ...file, nowMs: NOW_MS })).toBeNull();
    expect([await mirror.files.count(), await mirror.chunks.count()]).toEqual([0, 0]);
  });
});

describe('drafts', () => {
  it('come back as they were saved, and go with their files', async () => {
    const file = picked(bytesOf(10), 'a.txt');
    await keepFile(mirror, { id: uuid(1), owner: 'draft:reply:s:1', file, nowMs: NOW_MS });
    const draft = { id: 'reply:s:1', fields: { content: '<p>oi</p>' }, fileIds: [uuid(1)], savedAtMs: NOW_MS };
    await saveDraft(mirror, draft);
    expect(await loadDraft(mirror, draft.id)).toEqual(draft);
    await discardDraft(mirror, draft.id);
    expect(await loadDraft(mirror, draft.id)).toBeUndefined();
    expect([await mirror.files.count(), await mirror.chunks.count()]).toEqual([0, 0]);
  });
});
