import type { AlertRow, ModelRow } from '#contract/reference-data.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { Dexie, type PromiseExtended } from 'dexie';
import { withDocumentIndex } from '../engine/document-index.ts';
import type { Position } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { countIn, type DocumentCounts } from './count-documents.ts';
import { type ListedDocument, listedRows } from './listed-document.ts';
import { newestReceived } from './recent-documents.ts';
import { registeredRows } from './reference-rows.ts';
import { type Week, type WeekQuery, weekIn } from './week.ts';

const CAROUSEL_LENGTH = 10;

/**
 * The active alert with the nearest date that has not passed (rule G2); undefined when there is
 * none.
 */
export async function homeAlert(mirror: Mirror, today: CalendarDay): Promise<AlertRow | undefined> {
  const alerts = await registeredRows(mirror, 'alerts');
  return alerts
    .filter((alert) => alert.status === 'active' && alert.limit_date >= today)
    .sort((left, right) =>
      left.limit_date === right.limit_date ? left.id - right.id : left.limit_date < right.limit_date ? -1 : 1,
    )[0];
}

/** The newest ten of each kind of model the person may use (rules B12, B13, G12). */
export async function homeModels(mirror: Mirror): Promise<{ documentModels: ModelRow[]; flowModels: ModelRow[] }> {
  const models = (await registeredRows(mirror, 'models'))
    .filter((model) => model.status === 'active')
    .sort((left, right) =>
      left.created_at === right.created_at ? right.id - left.id : left.created_at < right.created_at ? 1 : -1,
    );
  const newest = (type: ModelRow['type']) => models.filter((model) => model.type === type).slice(0, CAROUSEL_LENGTH);
  return { documentModels: newest('document_model'), flowModels: newest('flow_model') };
}

const RECENT = 10;

/**
 * The documents of the home in one query and one transaction: each further query would delay the
 * home, and draw it once more.
 */
type HomeNow = {
  readonly counts: DocumentCounts;
  readonly week: Week;
  /** The documents that the person received last. */
  readonly recent: readonly ListedDocument[];
  /** Whether the rows that still arrive will hardly change what is shown (`hasFirstCopy`). */
  readonly hasCopy: boolean;
  /** The device has a bounded copy (S110). */
  readonly isBounded: boolean;
};

/** Everything that the home shows of documents, read as of one moment. */
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

/**
 * How many documents a first walk must have brought before a screen counts as filled. A walk brings
 * the person's open documents first, then the newest ones, so later rows hardly change the first
 * page of a screen.
 */
export const ENOUGH = 40;

/**
 * Whether the first copy of what the person may see is here, or enough of it that the rows still to
 * come change little of a screen's first page. `count`: how many documents are here.
 */
function hasFirstCopy(position: Position | undefined, count: number): boolean {
  return position?.snapshotDone === true || count >= ENOUGH;
}
