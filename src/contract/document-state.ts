import type { BasedOn, DocumentState } from '#domain/document-state.ts';
import type { DocumentRow } from './documents.ts';
import type { BasedOnInput } from './writes.ts';

/**
 * The facts of a row that the rules read: the input of the functions for status and abilities, and
 * of the decide… functions.
 */
export function documentStateOf(
  row: Pick<DocumentRow, 'stored_status' | 'limit_date' | 'created_by' | 'facts'> &
    Partial<Pick<DocumentRow, 'interactions_count' | 'files_count'>> & {
      readonly responsibles: readonly { readonly id: number }[];
    },
): DocumentState {
  return {
    storedStatus: row.stored_status,
    limitDate: row.limit_date,
    createdBy: row.created_by,
    responsibleIds: row.responsibles.map((person) => person.id),
    responsibleIdsEver: row.facts.responsible_ids_ever,
    completedBy: row.facts.completed_by,
    seenByResponsible: row.facts.seen_by_responsible,
    gathered: { replies: row.interactions_count ?? 0, textBytes: 0, files: row.files_count ?? 0 },
  };
}

/** The guard of a write as the rules see it; null when the client sent none. */
export function guardOf(sent: BasedOnInput | null | undefined): BasedOn | null {
  if (sent === null || sent === undefined) return null;
  const { status, limit_date, responsible_ids } = sent;
  return { status: status ?? null, limitDate: limit_date ?? null, responsibleIds: responsible_ids ?? null };
}
