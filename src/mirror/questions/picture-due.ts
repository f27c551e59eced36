import { liveQuery } from 'dexie';
import { readMetas } from '../store/meta.ts';
import type { PictureAsked } from '../store/read-ahead.ts';
import type { Mirror } from '../store/schema.ts';
import { isAsPictured, NOTES } from '../store/start-picture.ts';

/**
 * Tells now, and at each change of the mirror, whether the picture of this screen shows something else than the mirror holds, or is
 * not there. Returns what ends this.
 */
export function watchPicture(
  mirror: Mirror,
  { asked, told }: { asked: () => PictureAsked; told: (isDue: boolean) => void },
): () => void {
  const isDue = async () => {
    const { name, ...now } = asked();
    const { [name]: picture, ...notes } = await readMetas(mirror, [name, ...NOTES]);
    return !isAsPictured(picture, { notes, ...now });
  };
  // Where the mirror cannot be read the screen itself says so.
  const watching = liveQuery(isDue).subscribe({ next: told, error: () => undefined });
  return () => watching.unsubscribe();
}
