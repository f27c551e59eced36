import { beginIndex } from '../engine/document-index.ts';
import { type OpenedMirror, openAnsweringMirror } from './open-mirror.ts';

/**
 * A mirror as screens need it: the index of documents is on its way, and the questions of a first
 * screen wait for it together. Throws StorageTrouble when the mirror does not answer.
 */
export async function openForScreens(userId: number): Promise<OpenedMirror> {
  const opened = await openAnsweringMirror(userId);
  const { mirror } = opened;
  mirror.makeSpace = async () => (await import('../keep/make-space.ts')).makeSpace(mirror);
  // A device that cannot read it tells so where the rows are shown.
  if (opened.session !== undefined) beginIndex(mirror);
  return opened;
}
