// One page of the server's changes (src/sync/promises.md, Pull): rows, folded views and cursor in ONE transaction. It may be
// killed at any point, and the same page may come again, late or out of order: the result is the same (src/sync/promises.md,
// hazards 18–20, 22).

import type { CopyBound } from '#contract/copy-bound.ts';
import { COLLECTIONS, type Change, type ChangesPage } from '#contract/sync.ts';
import { applyDocumentRows, type BeforePage, beforePage, dropDocuments } from './apply-document-rows.ts';
import { acknowledgeCreations, applyReferenceRows, FOLDED_NAMES, keysWithCommands } from './apply-reference-rows.ts';
import { freshFoldContextOf, foldContextOf } from '../fold/fold-context.ts';
import { noteReferenceChange } from '../store/changes.ts';
import { dropOldSlices } from '../store/older-version.ts';
import { readMeta, writeMeta } from '../store/meta.ts';
import { rowsLaneOf } from '../store/row-commands.ts';
import { refoldAll } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, type TableName } from '../store/storage.ts';
import { noteContact } from './note-contact.ts';
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
  'commands',
  'files',
  'chunks',
  'drafts',
  'meta',
  'walk',
  'tombstones',
  'receipts',
];

/**
 * A page as it is applied. `asked`: the cursor with which it was asked for, null for none. When the mirror has moved on
 * since then, the rows still count by their rev, and the cursor stays. Leave it out when no other context pulls. `heardMs`: when it
 * came, by this device's clock, which is then noted with it (note-contact.ts).
 */
export type PageToApply = ChangesPage & {
  readonly asked?: string | null | undefined;
  readonly heardMs?: number | undefined;
};

export type PageApplied = {
  /** Ask again at once, from the stored cursor, or from the start when there is none. */
  readonly more: boolean;
  /** What the person may see has changed: fetch the session anew. The walk starts over by itself. */
  readonly scopeChanged: boolean;
};

/** What differs where a page is of lists (apply-listed.ts); the feed of changes has no rules of its own. */
export type PageRules = {
  /** The changes of the page that are applied, with their numbers. Inside the transaction of the page. */
  readonly changesOf?: (mirror: Mirror) => Promise<Change[]>;
  /** The rows to drop of those that a complete walk did not meet. Inside the transaction of its last page. */
  readonly dropsOf?: (mirror: Mirror, unmetRows: Unmet) => Promise<Unmet>;
};

export function applyPage(mirror: Mirror, page: PageToApply): Promise<PageApplied> {
  return applyPageBy({}, { mirror, page });
}

export async function applyPageBy(
  rules: PageRules,
  { mirror, page }: { mirror: Mirror; page: PageToApply },
): Promise<PageApplied> {
  return durably(mirror, {
    tables: PAGE_TABLES,
    work: async () => {
      // The person has logged out while the page was on its way, here or in another tab: nothing of theirs is stored
      // any more.
      const [session, stored, found, isEmptyNow] = await Promise.all([
        readMeta(mirror, 'session'),
        readMeta(mirror, 'cursor'),
        beforePage(mirror, page.changes),
        // Only the first page of a walk is asked for without a cursor.
        (page.asked ?? null) === null && isEmptyOf(mirror),
      ]);
      const erased = page.asked !== undefined && session === undefined;
      if (erased) return { more: false, scopeChanged: false };
      const before = (await dropOldSlices(mirror, stored)) ? await beforePage(mirror, page.changes) : found;
      const isEmpty = stored === undefined && isEmptyNow;
      const step = stepWalk(stored, { page, asked: page.asked, isEmpty });
      if (step === null) return { more: true, scopeChanged: false };

      const numbered = await rules.changesOf?.(mirror);
      const changes = numbered ?? page.changes;
      const known = numbered === undefined ? before : await beforePage(mirror, numbered);
      const [written] = await Promise.all([
        applyRows(mirror, { page: { ...page, changes }, before: known, walks: step.walks }),
        markPage(mirror, { step, changes: page.changes }),
        moveTo(mirror, step.next),
        noteContact(mirror, page),
      ]);
      const dropped = step.ends ? await dropUnmet(mirror, { rules, bound: step.next?.bounded }) : NOTHING;
      const renamed = written.names || dropped.names;
      const everyLane = renamed || step.begins;
      const [waiting] = await Promise.all([
        everyLane || written.lanes.size > 0 ? keysWithCommands(mirror) : [],
        renamed && noteReferenceChange(mirror),
      ]);
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

/** The keys to fold again, and whether names that folds take have changed. */
type Touched = { readonly dirty: readonly string[]; readonly names: boolean };
const NOTHING: Touched = { dirty: [], names: false };

/**
 * `walks`: the page belongs to a walk, and comes in its order. `lanes`: of the collections whose rows were written, to be folded again
 * where a command waits in them.
 */
async function applyRows(
  mirror: Mirror,
  { page, before, walks }: { page: ChangesPage; before: BeforePage | null; walks: boolean },
): Promise<Touched & { readonly lanes: ReadonlySet<string> }> {
  // Each reads and writes a table and tombstones of its own, so all of them are asked at once.
  const parts = await Promise.all(
    COLLECTIONS.map(async (collection) => {
      const changes = page.changes.filter((change) => change.collection === collection);
      if (collection === 'documents' || changes.length === 0) return null;
      const wrote = await applyReferenceRows(mirror, { collection, changes, walks });
      return { collection, changes, wrote };
    }),
  );
  const doneAtMs = Date.parse(page.server_time);
  let names = false;
  const lanes = new Set<string>();
  // One after the other, because commands that depend on these are rewritten.
  for (const part of parts) {
    if (part === null) continue;
    const { collection, changes, wrote } = part;
    names ||= wrote && FOLDED_NAMES.has(collection);
    await acknowledgeCreations(mirror, { changes, doneAtMs });
    if (wrote && collection !== 'roles') lanes.add(rowsLaneOf(collection));
  }
  const dirty = before === null ? [] : await applyDocumentRows(mirror, { before, walks, doneAtMs });
  return { dirty, names, lanes };
}

/** Notes which rows a walk has met, where it does. */
async function markPage(
  mirror: Mirror,
  { step, changes }: { step: WalkStep; changes: readonly Change[] },
): Promise<void> {
  if (step.begins) await mirror.walk.clear();
  if (step.marks) await mirror.walk.bulkPut(changes.filter(isPut).map(({ collection, id }) => ({ collection, id })));
}

/**
 * The walk is complete: drops the rows that it did not meet, because the person no longer sees them. Documents that a bounded walk
 * leaves out are asked for by their ids first.
 */
async function dropUnmet(
  mirror: Mirror,
  { rules, bound }: { rules: PageRules; bound: CopyBound | undefined },
): Promise<Touched> {
  const missed = await unmet(mirror);
  const left = (await rules.dropsOf?.(mirror, missed)) ?? missed;
  await mirror.walk.clear();
  let names = false;
  for (const [collection, ids] of left) {
    if (collection === 'documents' || ids.length === 0) continue;
    await mirror[collection].bulkDelete([...ids]);
    names ||= FOLDED_NAMES.has(collection);
  }
  const unseen = await mirror.documents.withServerIds(left.get('documents') ?? []);
  const shown = unseen.filter((document) => document.gone !== true);
  const inCopy = bound === undefined ? shown : await setOlderAside(mirror, { documents: shown, bound });
  const dirty = await dropDocuments(mirror, inCopy);
  return { dirty, names };
}

async function moveTo(mirror: Mirror, next: WalkStep['next']): Promise<void> {
  if (next === null) await mirror.meta.delete('cursor');
  else if (next !== undefined) await writeMeta(mirror, { name: 'cursor', value: next });
}

function isPut(change: Change): boolean {
  return change.op === 'put';
}
