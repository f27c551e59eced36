// Judges the content of a file on this device as the server does, while the person who picked it is
// still there (S181).

import type { ByteSource } from '#domain/byte-source.ts';
import type { ContentJudgement, ContentType } from '#domain/content-judgement.ts';
import { endsEarly, judgeContent } from '#domain/file-content.ts';
import { extensionOf } from '#domain/files.ts';

/**
 * Judges a picked file; null when this device can't, because the file can't be read or an older
 * browser can't unpack it. Only the server judges it then.
 */
export async function judgePicked(file: Blob & { readonly name: string }): Promise<ContentJudgement | null> {
  const named = extensionOf(file.name);
  if (named === null) return null;
  const judged = await judgeContent(sourceOf(file), named).catch(() => null);
  const isUnknown = judged !== null && 'refused' in judged && judged.refused.kind === 'unknown';
  return isUnknown && !canInflate() ? null : judged;
}

/** Whether a file that may be kept as this type seems to have lost its end (S194). */
export async function isCut(file: Blob, type: ContentType): Promise<boolean> {
  return endsEarly(sourceOf(file), type).catch(() => false);
}

function canInflate(): boolean {
  try {
    return new DecompressionStream('deflate-raw').readable !== null;
  } catch {
    return false;
  }
}

function sourceOf(file: Blob): ByteSource {
  return {
    size: file.size,
    read: async (start, length) => new Uint8Array(await file.slice(start, start + length).arrayBuffer()),
    inflate,
  };
}

async function inflate(packed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // The writer's errors are ignored, because the reader of the same stream throws them too.
  Promise.all([writer.write(Uint8Array.from(packed)), writer.close()]).catch(() => undefined);
  const reader = readable.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    size += next.value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new RangeError('the part unpacks to more than it may');
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
