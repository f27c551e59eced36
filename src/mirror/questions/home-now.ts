// The documents of the home in one query and one transaction: each further query would delay the
// home, and draw it once more.

import { Dexie, type PromiseExtended } from 'dexie';
import { countIn, type DocumentCounts } from './count-documents.ts';
import { withDocumentIndex } from '../engine/document-index.ts';
import { hasFirstCopy } from './first-copy.ts';
import { type ListedDocument, listedRows } from './listed-document.ts';
import { newestReceived } from './newest-received.ts';
import { type Week, type WeekQuery, weekIn } from './week.ts';
import type { Position } from '../store/position.ts';
import type { Mirror } from '../store/schema.ts';

const RECENT = 10;

export type HomeNow = {
  readonly counts: DocumentCounts;
  readonly week: Week;
  /** The documents that the person received last. */
  readonly recent: readonly ListedDocument[];
  /** Whether enough has been fetched that the rows stay (`hasFirstCopy`). */
  readonly hasCopy: boolean;
  /** The device has a bounded copy (S110). */
  readonly isBounded: boolean;
};

/** Everything is read as of one moment. */
export function homeNow(mirror: Mirror, asked: WeekQuery): PromiseExtended<HomeNow> {
  const { person, today } = asked;
  return withDocumentIndex(mirror, (entries, rowsOf) => {
    const { shown, weekWith } = weekIn(entries, asked);
    const received = newestReceived(entries, { userId: person.userId, limit: RECENT });
    return Dexie.Promise.all([
      rowsOf([...shown, ...received]),
      mirror.bases.toArray(),
      mirror.meta.get('cursor'),
    ] as const).then(([rows, bases, cursor]) => {
      const position = cursor?.value as Position | undefined;
      return {
        counts: countIn({ entries, bases }, today),
        week: weekWith(rows.slice(0, shown.length)),
        recent: listedRows(rows.slice(shown.length), { person, today }),
        hasCopy: hasFirstCopy(position, entries.length),
        isBounded: position?.bounded !== undefined,
      };
    });
  });
}
