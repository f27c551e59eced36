import { beginIndex } from '../engine/document-index.ts';
import { type OpenedMirror, openAnsweringMirror } from './open-mirror.ts';

/**
 * Opens a mirror for screens, and starts reading the index of documents, which the queries of the
 * first screen need. Throws StorageTrouble when the mirror does not answer.
 */
export async function openForScreens(userId: number): Promise<OpenedMirror> {
  const opened = await openAnsweringMirror(userId);
  const { mirror } = opened;
  mirror.makeSpace = async () => (await import('../keep/make-space.ts')).makeSpace(mirror);
  // An index that can't be read is an error of the list of documents, not of the opening.
  if (opened.session !== undefined) beginIndex(mirror);
  return opened;
}
