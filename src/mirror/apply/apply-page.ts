// Applies one page of the server's changes (src/sync/promises.md, Pull): rows, folded views and
// cursor in ONE transaction. The context may be killed at any point, and the same page may come
// again, late or out of order: the result is the same (src/sync/promises.md, hazards 18–20, 22).

import type { CopyBound } from '#contract/copy-bound.ts';
import type { SessionUser } from '#contract/session.ts';
import { type Change, COLLECTIONS } from '#contract/sync.ts';
import { noteReferenceChange } from '../engine/changes.ts';
import { foldContextOf, freshFoldContextOf } from '../fold/fold-context.ts';
import { refoldAll } from '../fold/refold.ts';
import { dropOldSlices } from '../store/position.ts';
import { type OutboxCommand, rowsLaneOf } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, readMeta, readMetas, type TableName, writeMeta } from '../store/storage.ts';
import { CONTACT, noteContact, type PageToApply } from './advance-cursor.ts';
import {
  applyDocumentRows,
  type BeforeDocuments,
  beforeDocuments,
  type ChangesToApply,
  dropDocuments,
} from './apply-document-rows.ts';
import {
  acknowledgeCreations,
  type BeforeReference,
  beforeReference,
  isAny,
  keysWithCommands,
  newerRows,
  writeReferenceRows,
} from './apply-reference-rows.ts';
import { setOlderAside } from './older-rows.ts';
import { isEmptyOf, stepWalk, unmet, type Unmet, type WalkStep } from './walk.ts';

const PAGE_TABLES: readonly TableName[] = [
  'documents',
  'bases',
  'details',
  'organizations',
  'roles',
  'users',
  'document_subjects',
  'models',
  'alerts',
  'holidays',
  'commands',
  'files',
  'chunks',
  'drafts',
  'meta',
  'walk',
  'tombstones',
  'receipts',
];

export type PageApplied = {
  /**
   * Whether to request the next page at once, from the stored cursor, or from the start when there
   * is none.
   */
  readonly more: boolean;
  /**
   * Whether what the person may see has changed, so that the session must be fetched anew. The walk
   * starts over by itself.
   */
  readonly scopeChanged: boolean;
};

/**
 * What differs for a page that was made from lists (src/sync/plain-server/apply-listed.ts). A page
 * of the feed has no rules.
 */
export type PageRules = {
  /**
   * Gives the changes that are applied instead of those of the page, with revs. Runs inside the
   * page's transaction.
   */
  readonly changesOf?: (mirror: Mirror) => Promise<Change[]>;
  /**
   * Gives the rows to drop, of those that a complete walk did not meet. Runs inside the transaction
   * of the walk's last page.
   */
  readonly dropsOf?: (mirror: Mirror, unmetRows: Unmet) => Promise<Unmet>;
};

export async function applyPage(mirror: Mirror, page: PageToApply): Promise<PageApplied> {
  return applyPageBy({}, { mirror, page });
}

export async function applyPageBy(
  rules: PageRules,
  { mirror, page }: { mirror: Mirror; page: PageToApply },
): Promise<PageApplied> {
  return durably(mirror, {
    tables: PAGE_TABLES,
    work: async () => {
      // Without a session the person has logged out since the page was requested, here or in
      // another tab, and nothing of theirs may be stored any more.
      const [{ session, cursor: stored, ...contact }, found, isEmptyNow] = await Promise.all([
        readMetas(mirror, ['session', 'cursor', ...CONTACT]),
        beforePage(mirror, page),
        // Only the first page of a walk is requested without a cursor.
        (page.asked ?? null) === null && isEmptyOf(mirror),
      ]);
      const erased = page.asked !== undefined && session === undefined;
      if (erased) return { more: false, scopeChanged: false };
      const before = (await dropOldSlices(mirror, stored)) ? await beforePage(mirror, page) : found;
      const isEmpty = stored === undefined && isEmptyNow;
      const step = stepWalk(stored, { page, asked: page.asked, isEmpty });
      if (step === null) return { more: true, scopeChanged: false };

      const numbered = await rules.changesOf?.(mirror);
      const known = numbered === undefined ? before : await beforePage(mirror, { changes: numbered, snapshot: true });
      const news = isNewerSession(session, page.session) ? page.session : undefined;
      const [written] = await Promise.all([
        applyRows(mirror, { before: known, walks: step.walks, doneAtMs: Date.parse(page.server_time) }),
        markPage(mirror, { step, changes: page.changes }),
        moveTo(mirror, step.next),
        news && writeMeta(mirror, { name: 'session', value: news }),
        noteContact(mirror, { before: contact, page }),
      ]);
      const dropped = step.ends ? await dropUnmet(mirror, { rules, bound: step.next?.bounded }) : NOTHING;
      if (dropped.reference && !written.reference) await noteReferenceChange(mirror);
      const renamed = written.reference || dropped.reference;
      // Another time zone changes the days on which pending commands were made.
      const isMoved = news !== undefined && news.tenant.time_zone !== session?.tenant.time_zone;
      const everyLane = renamed || isMoved || step.begins;
      const mayWait = known.commands.length > 0 && (everyLane || written.lanes.size > 0);
      const waiting = mayWait ? await keysWithCommands(mirror) : [];
      const lanes = everyLane ? waiting : waiting.filter((key) => written.lanes.has(key));
      const keys = [...written.dirty, ...dropped.dirty, ...lanes];
      if (keys.length > 0) {
        const context = await (renamed ? freshFoldContextOf : foldContextOf)(mirror);
        await refoldAll(mirror, { keys, context });
      }

      return {
        more: step.next === null || step.next === undefined || page.has_more,
        scopeChanged: step.scopeChanged,
      };
    },
  });
}

/**
 * What a page changed: the keys to fold again, and whether reference data has changed, whose names
 * appear in folded documents.
 */
type PageEffect = { readonly dirty: readonly string[]; readonly reference: boolean };
const NOTHING: PageEffect = { dirty: [], reference: false };

/**
 * Writes the rows of a page. `walks`: whether the page belongs to a walk and comes in its order.
 * Returns also the `lanes` of the collections whose rows were written; commands waiting in them
 * must be folded again.
 */
async function applyRows(
  mirror: Mirror,
  { before, walks, doneAtMs }: { before: BeforePage; walks: boolean; doneAtMs: number },
): Promise<PageEffect & { readonly lanes: ReadonlySet<string> }> {
  const writes = before.reference.map((rows) => ({ before: rows, walks, ...newerRows(rows, walks) }));
  const collections = writes.flatMap((rows) => (isAny(rows) ? rows.before.collection : []));
  const reference = collections.length > 0;
  const lanes = collections.flatMap((collection) => (collection === 'roles' ? [] : rowsLaneOf(collection)));
  // Each part writes its own tables, so all of them are written in parallel.
  const [dirty] = await Promise.all([
    acknowledgeRows(mirror, { before, walks, doneAtMs }),
    reference && noteReferenceChange(mirror, { version: before.referenceVersion }),
    ...writes.map((rows) => writeReferenceRows(mirror, rows)),
  ]);
  return { dirty, reference, lanes: new Set(lanes) };
}

/**
 * Acknowledges the creations that a page names, one after the other, because each acknowledgement
 * rewrites commands that depend on it. Also writes the documents. Returns the keys to fold again.
 */
async function acknowledgeRows(
  mirror: Mirror,
  { before, walks, doneAtMs }: { before: BeforePage; walks: boolean; doneAtMs: number },
): Promise<readonly string[]> {
  const { documents, reference, commands } = before;
  for (const { changes } of reference) await acknowledgeCreations(mirror, { changes, doneAtMs });
  return documents === null ? [] : applyDocumentRows(mirror, { before: documents, commands, walks, doneAtMs });
}

/** During a walk, notes which rows it has met. */
async function markPage(
  mirror: Mirror,
  { step, changes }: { step: WalkStep; changes: readonly Change[] },
): Promise<void> {
  if (step.begins) await mirror.walk.clear();
  if (step.marks) await mirror.walk.bulkPut(changes.filter(isPut).map(({ collection, id }) => ({ collection, id })));
}

/**
 * Drops the rows that a complete walk did not meet, because the person no longer sees them.
 * Documents that a bounded walk leaves out are kept until the server has answered about their ids.
 */
async function dropUnmet(
  mirror: Mirror,
  { rules, bound }: { rules: PageRules; bound: CopyBound | undefined },
): Promise<PageEffect> {
  const missed = await unmet(mirror);
  const left = (await rules.dropsOf?.(mirror, missed)) ?? missed;
  await mirror.walk.clear();
  let reference = false;
  for (const [collection, ids] of left) {
    if (collection === 'documents' || ids.length === 0) continue;
    await mirror[collection].bulkDelete([...ids]);
    reference = true;
  }
  const unseen = await mirror.documents.withServerIds(left.get('documents') ?? []);
  const shown = unseen.filter((document) => document.gone !== true);
  const inCopy = bound === undefined ? shown : await setOlderAside(mirror, { documents: shown, bound });
  const dirty = await dropDocuments(mirror, inCopy);
  return { dirty, reference };
}

async function moveTo(mirror: Mirror, next: WalkStep['next']): Promise<void> {
  if (next === null) await mirror.meta.delete('cursor');
  else if (next !== undefined) await writeMeta(mirror, { name: 'cursor', value: next });
}

function isPut(change: Change): boolean {
  return change.op === 'put';
}

/**
 * What the mirror has of the rows of a page before it is applied. All of it is read in parallel,
 * and the page is then written in parallel, because each round trip to the browser's storage delays
 * the screens that show the page.
 */
export type BeforePage = {
  /** Null for a page without documents. */
  readonly documents: BeforeDocuments | null;
  /** One entry for each collection that the page has rows of. */
  readonly reference: readonly BeforeReference[];
  /** All commands of the outbox. */
  readonly commands: readonly OutboxCommand[];
  readonly referenceVersion: number | undefined;
};

/** Reads what the mirror has of the rows of a page, inside the caller's transaction. */
export async function beforePage(mirror: Mirror, { changes, snapshot }: ChangesToApply): Promise<BeforePage> {
  const reading = COLLECTIONS.flatMap((collection) => {
    const own = changes.filter((change) => change.collection === collection);
    return collection === 'documents' || own.length === 0
      ? []
      : [beforeReference(mirror, { collection, changes: own })];
  });
  const [documents, commands, referenceVersion, ...reference] = await Promise.all([
    beforeDocuments(mirror, { changes, snapshot }),
    mirror.commands.toArray(),
    reading.length > 0 ? readMeta(mirror, 'referenceVersion') : undefined,
    ...reading,
  ]);
  return { documents, reference, commands, referenceVersion };
}

/**
 * Whether the session row of the feed replaces the stored one: like any row, only with a greater
 * rev. A session that an older version stored has no rev, nor has one of a server without revs. The
 * row of another person never replaces it (I4).
 */
export function isNewerSession(kept: SessionUser | undefined, said: SessionUser | undefined): boolean {
  if (kept === undefined || said === undefined || kept.id !== said.id) return false;
  return (kept.rev ?? -1) < (said.rev ?? -1);
}
