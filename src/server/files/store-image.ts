import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { encodeImage, type Upload } from './encode-image.ts';
import type { ReceivedFile } from './received-file.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { readStored } from './read-stored.ts';

export const IMAGE_TYPE = 'image/webp';

/**
 * Encodes an uploaded photo or logo anew (rule H10): hidden data of the original is gone, also its
 * location and rotation. Answers the new file; the original is removed. Throws what encodeImage
 * throws.
 */
export async function storeImage(
  files: FileStore,
  { file, ...upload }: Omit<Upload, 'original'> & { readonly file: ReceivedFile },
): Promise<StoredFile> {
  const original = await buffer(await readStored(files, file));
  await files.remove(file.storageKey);
  const encoded = await encodeImage({ ...upload, original });
  return files.put(Readable.from([encoded]), { maxBytes: encoded.length });
}
