import { documentIndexOf } from '../questions/document-index.ts';
import { type OpenedMirror, openAnsweringMirror } from './open-mirror.ts';

/**
 * A mirror as screens need it: the index of documents is in memory. The questions of a first screen come at once, and each would
 * read and unpack the stored index for itself. Throws StorageTrouble when the mirror does not answer.
 */
export async function openForScreens(userId: number): Promise<OpenedMirror> {
  const opened = await openAnsweringMirror(userId);
  // A device that cannot read it tells so where the rows are shown.
  const { mirror } = opened;
  mirror.makeSpace = async () => (await import('../keep/make-space.ts')).makeSpace(mirror);
  if (opened.session !== undefined) await documentIndexOf(mirror).catch(() => undefined);
  return opened;
}
