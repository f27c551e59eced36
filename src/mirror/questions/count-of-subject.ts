import type { Mirror } from '../store/schema.ts';
import { documentIndexOf } from '../engine/document-index.ts';

/** How many of the documents on this device have this subject. */
export async function countOfSubject(mirror: Mirror, subjectId: number): Promise<number> {
  const entries = await documentIndexOf(mirror);
  return entries.filter((entry) => entry.subjectId === subjectId).length;
}
