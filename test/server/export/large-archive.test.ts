// An archive beyond 4 GiB, of which only the ends are read: another program must find its way in it
// (S239).

import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { type ArchiveEntry, archiveBytes, centralBytes, endBytes, headerBytes } from '#server/export/zip-archive.ts';
import type { FileStore } from '#server/files/file-store.ts';

const run = promisify(execFile);

it('an archive of more than 4 GiB and 65,535 entries is read by another program', async () => {
  const text = Buffer.from('Ofício\n');
  const large = 5_000_000_000;
  const paths = [
    'a.bin',
    ...Array.from({ length: 66_000 }, (_, place) => `documentos/${String(place).padStart(5, '0')}.txt`),
  ];
  let start = 0;
  const entries: ArchiveEntry[] = paths.map((path, place) => {
    const size = place === 0 ? large : text.length;
    const entry = { path, size, crc32: crc32(text), sha256: '', storageKey: null, textAt: 0, start };
    start += headerBytes(entry) + size;
    return entry;
  });
  const directory = {
    start,
    entries: entries.length,
    bytes: entries.reduce((sum, entry) => sum + centralBytes(entry), 0),
  };
  const size = directory.start + directory.bytes + endBytes(directory);
  const archive = {
    files: { open: async () => ({ stream: Readable.from([text]), size: text.length }) } as unknown as FileStore,
    partBytes: text.length,
    parts: ['key'],
    madeAt: new Date('2026-11-28T12:00:00Z'),
    entries: async function* (from: number) {
      const first = entries.findLastIndex((entry) => entry.start <= from);
      yield* entries.slice(Math.max(0, first));
    },
  };
  const folder = await mkdtemp(join(tmpdir(), 'malote-large-'));
  try {
    const path = join(folder, 'large.zip');
    const file = await open(path, 'w');
    for (const span of [
      { from: 0, to: headerBytes({ path: 'a.bin', size: large }) - 1 },
      { from: entries[1]?.start ?? 0, to: size - 1 },
    ])
      await file.write(await buffer(archiveBytes(archive, span)), 0, null, span.from);
    await file.close();
    const script = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
i = z.infolist()
print(len(i), i[0].file_size, i[-1].header_offset, z.read(i[-1].filename).decode().strip())`;
    const { stdout } = await run('python3', ['-c', script, path]);
    expect(stdout.trim()).toBe(`${entries.length} ${large} ${entries.at(-1)?.start} Ofício`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
