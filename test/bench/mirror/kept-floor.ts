// The least that a mirror's promises require of a change (src/sync/promises.md, Pull), in raw
// IndexedDB: one transaction reads the facts that decide, and writes the rows and the position.

import type { DocumentRow } from '#contract/documents.ts';
import type { ChangesPage } from '#contract/sync.ts';
import { answerOf, ended } from './requests.ts';

type Position = { name: 'position'; userId: number; cursor: string | null; version: number };

const TABLES = ['documents', 'position', 'commands', 'tombstones'];

/** Creates the tables besides the documents'. Runs in an upgrade. */
export function makeKept(db: IDBDatabase): void {
  db.createObjectStore('position', { keyPath: 'name' }).put({ name: 'position', userId: 7, cursor: null, version: 0 });
  db.createObjectStore('commands', { keyPath: 'seq' }).createIndex('documentId', 'documentId');
  db.createObjectStore('tombstones', { keyPath: 'id' });
}

/**
 * Writes the rows of a page if the person is still logged in. A row is left out when the stored row
 * or its deletion is newer, or when a command on it waits.
 */
export async function applyKept(db: IDBDatabase, { changes, next_cursor }: ChangesPage): Promise<void> {
  const transaction = db.transaction(TABLES, 'readwrite', { durability: 'strict' });
  const [documents, position, commands, tombstones] = TABLES.map((name) => transaction.objectStore(name)) as [
    IDBObjectStore,
    IDBObjectStore,
    IDBObjectStore,
    IDBObjectStore,
  ];
  const rows = changes.flatMap((change) =>
    change.collection === 'documents' && change.op === 'put' ? [change.row] : [],
  );
  const ids = rows.map((row) => row.id);
  const [before, busy, gone, known] = await Promise.all([
    answerOf<Position | undefined>(position.get('position')),
    answerOf(commands.index('documentId').getAllKeys()),
    answerOf<{ id: number; rev: number }[]>(tombstones.getAll(IDBKeyRange.bound(Math.min(...ids), Math.max(...ids)))),
    Promise.all(ids.map((id) => answerOf<DocumentRow | undefined>(documents.get(id)))),
  ]);
  if (before !== undefined && busy.length === 0) {
    const revs = new Map(gone.map(({ id, rev }) => [id, rev]));
    for (const [at, row] of rows.entries()) {
      if (row.rev > Math.max(known[at]?.rev ?? -1, revs.get(row.id) ?? -1)) documents.put(row);
    }
    position.put({ ...before, cursor: next_cursor, version: before.version + 1 });
  }
  await ended(transaction);
}

/** The version of the rows on screen. */
export function versionNow(transaction: IDBTransaction): Promise<Position> {
  return answerOf(transaction.objectStore('position').get('position'));
}
