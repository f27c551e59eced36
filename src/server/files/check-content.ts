// What a file is by its content (default 8). Works on complete files on the local disk.

import type { ByteSource } from '#domain/byte-source.ts';
import type { ContentJudgement } from '#domain/content-judgement.ts';
import { judgeContent } from '#domain/file-content.ts';
import type { FileExtension } from '#domain/files.ts';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const unpack = promisify(inflateRaw);

/** Whether the content of a file may be kept, and as what, when its name says `named`. */
export async function checkContent(path: string, named: FileExtension): Promise<ContentJudgement> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const source: ByteSource = {
      size,
      async read(start, length) {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
        return bytes.subarray(0, bytesRead);
      },
      inflate: (packed, maxBytes) => unpack(packed, { maxOutputLength: maxBytes }),
    };
    return await judgeContent(source, named);
  } finally {
    await file.close();
  }
}
