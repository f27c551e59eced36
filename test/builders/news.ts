// A mirror whose documents a context shows, and pages of changes for it.

import type { Change } from '#contract/sync.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import type { PageToApply } from '#mirror/apply/advance-cursor.ts';
import { documentIndexOf } from '#mirror/engine/document-index.ts';
import { Mirror } from '#mirror/store/schema.ts';
import { buildDocumentRow } from './build-document.ts';
import { buildPage, putDocument } from './build-page.ts';
import { NOW_MS } from './moments.ts';
import { openTestMirror } from './open-test-mirror.ts';

/** Enough documents to be stored in slices. */
export const DOCUMENTS = 8;

export function newsRow(id: number, rev: number, overrides: Parameters<typeof buildDocumentRow>[0] = {}) {
  const created_at = `2026-10-${String(id).padStart(2, '0')}T12:00:00.000Z`;
  return buildDocumentRow({ id, number: id, rev, created_at, title: `Ponte ${id}, ${rev}`, ...overrides });
}

/** A page that follows the cursor c1. */
export function newsOf(changes: readonly Change[], part: Partial<PageToApply> = {}): PageToApply {
  return { ...buildPage(changes, { next_cursor: 'c2' }), asked: 'c1', heardMs: NOW_MS, ...part };
}

/** A mirror at the cursor c1, whose documents 1 to 8 this context shows with rev 10. */
export async function shownMirror(): Promise<Mirror> {
  const mirror = await openTestMirror();
  await applyPage(
    mirror,
    buildPage(Array.from({ length: DOCUMENTS }, (_none, at) => putDocument(newsRow(at + 1, 10)))),
  );
  await documentIndexOf(mirror);
  return mirror;
}

/** All stored rows, and the documents as this context reads them. */
export async function everything(mirror: Mirror) {
  const tables = await Promise.all(
    mirror.tables.map(async (table) => [table.name, (await table.toArray()) as unknown[]] as const),
  );
  const entries = (await documentIndexOf(mirror)).map(({ key, rev, storedStatus }) => ({ key, rev, storedStatus }));
  return { tables: Object.fromEntries(tables), rows: await mirror.documents.toArray(), entries };
}

/** What is stored, read by a context with an empty memory. */
export async function storedIn({ name }: Mirror) {
  const other = new Mirror(name);
  const found = await everything(other);
  other.close();
  return found;
}
