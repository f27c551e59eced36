// Decoding an image takes a core for seconds and tens of megabytes, however small its file is. So
// one is decoded at a time, on one of the four threads that logins and files use too (S159). A few
// more wait, at most half of them of one tenant, and one of each person.

import { IMAGE_EDGE, IMAGE_MAX_PIXELS } from '#domain/files.ts';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { createBuckets } from '../config/buckets.ts';
import { createTurns, NoTurn } from '../config/turns.ts';
import { problems } from '../reporting/errors.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { readStored } from './read-stored.ts';
import type { ReceivedFile } from './receive-file.ts';

const WAITING_MAX = 12;
const RETRY_SECONDS = 5;
/** How many images a person may send at once, and after how long there may be another one. */
const OF_A_PERSON = 10;
const ANOTHER_EVERY_MS = 30_000;

// The library would otherwise use a thread for each core, and keep what it decoded last.
sharp.concurrency(1);
sharp.cache(false);

const turns = createTurns({
  atATime: 1,
  ofOne: 1,
  waiting: WAITING_MAX,
  waitingOfOne: 1,
  group: { of: tenantOf, waiting: WAITING_MAX / 2 },
});
const buckets = createBuckets({ size: OF_A_PERSON, perMs: 1 / ANOTHER_EVERY_MS, now: () => performance.now() });

type Upload = {
  readonly original: Buffer;
  readonly field: 'image' | 'logo';
  /** The sharer of turns: a person as `senderOf` names them, or the console. */
  readonly sender: string;
};

export function senderOf({ tenantId, userId }: { readonly tenantId: number; readonly userId: number }): string {
  return `${tenantId}:${userId}`;
}

function tenantOf(sender: string | number): string {
  return String(sender).split(':', 1).join('');
}

/**
 * Encodes the image anew: small, upright and without its hidden data. Throws 422 on the field when
 * it can't be decoded or has too many pixels, 503 when too many wait, and 429 when the sender has
 * sent too many.
 */
async function encodeImage({ original, field, sender }: Upload): Promise<Buffer> {
  const seconds = buckets.take(sender);
  if (seconds > 0) throw problems.tooManyRequests(seconds);
  const { width, height } = await decodable(field, () => sharp(original).metadata());
  if (width * height > IMAGE_MAX_PIXELS)
    throw problems.invalid({ [field]: ['A imagem passa de 16 megapixels. Envie uma menor.'] });
  try {
    return await turns(sender, () =>
      decodable(field, () =>
        sharp(original, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' })
          .rotate()
          .resize(IMAGE_EDGE, IMAGE_EDGE, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 85 })
          .toBuffer(),
      ),
    );
  } catch (error) {
    throw error instanceof NoTurn ? problems.unavailable(RETRY_SECONDS) : error;
  }
}

async function decodable<Result>(field: string, decode: () => Promise<Result>): Promise<Result> {
  try {
    return await decode();
  } catch {
    throw problems.invalid({ [field]: ['Não foi possível ler a imagem.'] });
  }
}

export const IMAGE_TYPE = 'image/webp';

/**
 * Encodes an uploaded photo or logo anew (rule H10), without hidden data such as its location.
 * Returns the new file. The caller removes the original when the write is done, because a write
 * that is judged again needs it again. Throws what encodeImage throws.
 */
export async function storeImage(
  files: FileStore,
  { file, ...upload }: Omit<Upload, 'original'> & { readonly file: ReceivedFile },
): Promise<StoredFile> {
  const original = await buffer(await readStored(files, file));
  const encoded = await encodeImage({ ...upload, original });
  return files.put(Readable.from([encoded]), { maxBytes: encoded.length });
}
