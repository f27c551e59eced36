import { Readable } from 'node:stream';
import sharp from 'sharp';
import { problems } from '../errors.ts';
import type { ReceivedFile } from '../route.ts';
import type { FileStore } from './file-store.ts';

const EDGE = 512;
const PIXELS_MAX = 50_000_000;
export const IMAGE_TYPE = 'image/webp';

/**
 * Re-encodes an uploaded photo or logo (decisions H10): whatever hid in the original is gone, its place and turn as well.
 * Answers the new key; the original is removed. 422 on `field` when it can't be decoded.
 */
export async function storeImage(
  files: FileStore,
  upload: { file: ReceivedFile; field: 'image' | 'logo' },
): Promise<string> {
  const { file, field } = upload;
  const original = await bytesOf(await files.open(file.storageKey));
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
  const stored = await files.put(Readable.from([encoded]), { maxBytes: encoded.length });
  return stored.storageKey;
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
