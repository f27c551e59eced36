// Stores the demonstration's files: real, small, written to the store like any other, several at a
// time.

import { FILE_TYPES, extensionOf } from '#domain/files.ts';
import { Readable } from 'node:stream';
import type { FileStore } from '../files/file-store.ts';
import type { RowBuffer } from './row-buffer.ts';

const AT_A_TIME = 16;
const MAX_BYTES = 20 * 1024 * 1024;

export type FileToSeed = {
  readonly tenantId: number;
  readonly documentId?: number;
  readonly interactionId?: number;
  readonly modelId?: number;
  readonly position: number;
  readonly name: string;
  readonly createdAt: number;
  /** Called only when the file is written, so that not all are in memory at once. */
  readonly bytes: () => Buffer;
};

/** Stores all files and adds their rows, with ids in the order given. */
export async function seedFiles(
  store: FileStore,
  seed: { buffer: RowBuffer; files: readonly FileToSeed[] },
): Promise<void> {
  const queue = seed.files.map((file) => ({ file, id: seed.buffer.id('files') })).values();
  const work = async (): Promise<void> => {
    for (const { file, id } of queue) {
      const stored = await store.put(Readable.from([file.bytes()]), { maxBytes: MAX_BYTES });
      const extension = extensionOf(file.name);
      seed.buffer.add('files', {
        tenant_id: file.tenantId,
        id,
        document_id: file.documentId ?? null,
        interaction_id: file.interactionId ?? null,
        model_id: file.modelId ?? null,
        position: file.position,
        name: file.name,
        mime_type: extension === null ? 'application/octet-stream' : FILE_TYPES[extension],
        size: stored.size,
        sha256: stored.sha256,
        storage_key: stored.storageKey,
        created_at: new Date(file.createdAt).toISOString(),
      });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}
