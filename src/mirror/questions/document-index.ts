// What lists, counts and searches need of every document, kept in memory: 20,000 compact entries instead of 20,000 rows
// read for each question. Every write of `documents` leaves a note in its transaction, which keeps the entries up to
// date.

import type { MirrorDocument } from '../store/rows.ts';
import { remembered } from './remembered.ts';

export type IndexEntry = {
  readonly key: string;
  /** Null until registered. */
  readonly serverId: number | null;
  readonly rev: number;
  readonly createdAt: string;
  readonly number: number | null;
  readonly storedStatus: MirrorDocument['stored_status'];
  readonly limitDate: string;
  readonly lastActivityAt: string;
  readonly isException: boolean;
  readonly createdBy: number;
  readonly responsibleIds: readonly number[];
  readonly responsibleIdsEver: readonly number[];
  /** Destination sectors. */
  readonly organizationIds: readonly number[];
  readonly subjectId: number;
  readonly searchText: string;
  /** The instant at which it reached each person concerned, by user id. */
  readonly arrivedAt: Readonly<Record<string, string>>;
};

/** Every listed document, newest first. */
export const documentIndexOf = remembered<readonly IndexEntry[]>({
  note: 'documentChanges',
  table: 'documents',
  readAll: async (mirror) => sorted((await mirror.documents.toArray()).flatMap(entriesOf)),
  async patch(mirror, { before, changed }) {
    const rows = await mirror.documents.bulkGet([...changed]);
    const fresh = rows.flatMap((row) => (row === undefined ? [] : entriesOf(row)));
    return sorted([...before.filter((entry) => !changed.has(entry.key)), ...fresh]);
  },
});

/** Newest first; between equals the key decides, so that pages never overlap. */
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
      serverId: row.serverId,
      rev: row.rev,
      createdAt: row.created_at,
      number: row.number,
      storedStatus: row.stored_status,
      limitDate: row.limit_date,
      lastActivityAt: row.last_activity_at,
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
