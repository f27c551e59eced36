import { liveQuery } from 'dexie';
import { readMetas } from '../store/meta.ts';
import type { PictureAsked } from '../store/read-ahead.ts';
import type { Mirror } from '../store/schema.ts';
import { isAsPictured, NOTES, type PictureName } from '../store/start-picture.ts';

/**
 * Tells now, and at each change of the mirror, whether the picture of this screen shows something else than the mirror holds, or is
 * not there. Only the first time it must be of this page: two windows of different sizes would take it from each other for ever.
 * Returns what ends this.
 */
export function watchPicture(
  mirror: Mirror,
  { asked, told }: { asked: () => PictureAsked; told: (isDue: boolean) => void },
): () => void {
  let isFirst = true;
  const isDue = async () => {
    const { name, page, nowMs } = asked();
    const { [name]: picture, ...notes } = await readMetas(mirror, [name, ...NOTES]);
    const wanted = isFirst ? page : (picture?.page ?? page);
    isFirst = false;
    return !isAsPictured(picture, { notes, page: wanted, nowMs });
  };
  // Where the mirror cannot be read the screen itself says so.
  const watching = liveQuery(isDue).subscribe({ next: told, error: () => undefined });
  return () => watching.unsubscribe();
}

/** Lets go of a picture, because something that the mirror does not know of looks otherwise now. */
export async function forgetPicture(mirror: Mirror, name: PictureName): Promise<void> {
  await mirror.meta.delete(name);
}
