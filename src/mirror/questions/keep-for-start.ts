import { CHANGES_BETWEEN, isIndexDue } from './document-index.ts';
import { areKeptDetailsDue, keepKeptDetails } from './kept-details.ts';
import { keepIndex } from './keep-index.ts';
import type { Mirror } from '../store/schema.ts';

/** Stores what makes the next start fast, as far as what is stored has become old. */
export async function keepForStart(mirror: Mirror): Promise<void> {
  if (isIndexDue(mirror)) await keepIndex(mirror, CHANGES_BETWEEN);
  if (areKeptDetailsDue(mirror)) await keepKeptDetails(mirror);
}
