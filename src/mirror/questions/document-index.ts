// What lists, counts and searches need of every document, kept in memory: 20,000 compact entries instead of 20,000 rows read
// for each question. Kept true by the note every write of `documents` leaves in its transaction.

import { readMeta } from '../store/meta.ts';
import type { DocumentChanges, MirrorDocument } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

export type IndexEntry = {
  readonly key: string;
  readonly createdAt: string;
  readonly number: number | null;
  readonly storedStatus: MirrorDocument['stored_status'];
  readonly limitDate: string;
  readonly isException: boolean;
  readonly createdBy: number;
  readonly responsibleIds: readonly number[];
  readonly responsibleIdsEver: readonly number[];
  /** Destination sectors. */
  readonly organizationIds: readonly number[];
  readonly subjectId: number;
  readonly searchText: string;
  /** Instant it reached each person concerned, by user id. */
  readonly arrivedAt: Readonly<Record<string, string>>;
};

type DocumentIndex = { readonly version: number; readonly entries: readonly IndexEntry[] };

const indexes = new WeakMap<Mirror, DocumentIndex>();

/** Every listed document, newest first. Inside a live query it is asked again whenever a document changes. */
export async function documentIndexOf(mirror: Mirror): Promise<readonly IndexEntry[]> {
  const index = await mirror.transaction('r', [mirror.documents, mirror.meta], async () => {
    const changes = await readMeta(mirror, 'documentChanges');
    const version = changes?.version ?? 0;
    const known = indexes.get(mirror);
    if (known !== undefined && known.version === version) return known;
    const changed = known === undefined ? null : keysSince(known.version, changes);
    if (known === undefined || changed === null) return { version, entries: await readAll(mirror) };
    return { version, entries: await patch(mirror, { entries: known.entries, changed }) };
  });
  indexes.set(mirror, index);
  return index.entries;
}

/** The keys touched since `version`; null when that is no longer known and everything must be read. */
function keysSince(version: number, changes: DocumentChanges | undefined): Set<string> | null {
  if (changes === undefined || changes.version < version) return null;
  const first = changes.recent[0];
  if (first === undefined || first.version > version + 1) return null;
  return new Set(changes.recent.filter((one) => one.version > version).flatMap((one) => one.keys));
}

async function readAll(mirror: Mirror): Promise<IndexEntry[]> {
  return sorted((await mirror.documents.toArray()).flatMap(entriesOf));
}

async function patch(
  mirror: Mirror,
  { entries, changed }: { entries: readonly IndexEntry[]; changed: ReadonlySet<string> },
): Promise<IndexEntry[]> {
  const rows = await mirror.documents.bulkGet([...changed]);
  const fresh = rows.flatMap((row) => (row === undefined ? [] : entriesOf(row)));
  return sorted([...entries.filter((entry) => !changed.has(entry.key)), ...fresh]);
}

/** Newest first; the key decides between equals, so that pages never overlap. */
function sorted(entries: IndexEntry[]): IndexEntry[] {
  return entries.sort((left, right) => {
    if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1;
    return left.key < right.key ? 1 : -1;
  });
}

function entriesOf(row: MirrorDocument): IndexEntry[] {
  if (row.gone === true) return [];
  return [
    {
      key: row.key,
      createdAt: row.created_at,
      number: row.number,
      storedStatus: row.stored_status,
      limitDate: row.limit_date,
      isException: row.is_exception,
      createdBy: row.created_by,
      responsibleIds: row.responsibles.map((person) => person.id),
      responsibleIdsEver: row.facts.responsible_ids_ever,
      organizationIds: row.organizations.map((sector) => sector.id),
      subjectId: row.subject.id,
      searchText: row.searchText,
      arrivedAt: row.facts.arrived_at,
    },
  ];
}
