import { beginIndex } from '../engine/document-index.ts';
import { type OpenedMirror, openAnsweringMirror } from './open-mirror.ts';

/**
 * Opens a mirror for screens: starts reading the index of documents, for which the queries of the
 * first screen wait together. Throws StorageTrouble when the mirror does not answer.
 */
export async function openForScreens(userId: number): Promise<OpenedMirror> {
  const opened = await openAnsweringMirror(userId);
  const { mirror } = opened;
  mirror.makeSpace = async () => (await import('../keep/make-space.ts')).makeSpace(mirror);
  // Where the index can't be read, the list of documents says so.
  if (opened.session !== undefined) beginIndex(mirror);
  return opened;
}
