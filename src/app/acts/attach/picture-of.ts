import { blobOf } from '#mirror/keep/files.ts';
import type { DraftPage } from '#mirror/store/draft-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';

/** The kept photograph of a page. Throws when its bytes are not (all) on this device. */
export async function pictureOf(mirror: Mirror, { fileId }: DraftPage): Promise<Blob> {
  const picture = await blobOf(mirror, fileId);
  if (picture === null) throw new Error('The picture is not on this device');
  return picture.slice(0, picture.size, 'image/jpeg');
}
