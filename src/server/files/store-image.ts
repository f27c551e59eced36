import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { problems } from '../reporting/errors.ts';
import type { ReceivedFile } from './received-file.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { readStored } from './read-stored.ts';

const EDGE = 512;
const PIXELS_MAX = 50_000_000;
export const IMAGE_TYPE = 'image/webp';

/**
 * Encodes an uploaded photo or logo anew (rule H10): hidden data of the original is gone, also its location and rotation.
 * Answers the new file; the original is removed. Throws 422 on `field` when the image can't be decoded.
 */
export async function storeImage(
  files: FileStore,
  upload: { file: ReceivedFile; field: 'image' | 'logo' },
): Promise<StoredFile> {
  const { file, field } = upload;
  const original = await buffer(await readStored(files, file));
  await files.remove(file.storageKey);
  let encoded: Buffer;
  try {
    encoded = await sharp(original, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .rotate()
      .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .toBuffer();
  } catch {
    throw problems.invalid({ [field]: ['Não foi possível ler a imagem.'] });
  }
  return files.put(Readable.from([encoded]), { maxBytes: encoded.length });
}
