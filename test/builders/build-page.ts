import type { DocumentRow } from '#contract/documents.ts';
import type { Change, ChangesPage } from '#contract/sync.ts';
import { NOW } from './moments.ts';

export function buildPage(changes: readonly Change[], overrides: Partial<ChangesPage> = {}): ChangesPage {
  return {
    changes: [...changes],
    next_cursor: 'c1',
    has_more: false,
    snapshot: false,
    scope_epoch: 'e1',
    server_time: NOW,
    minimum_client: 1,
    ...overrides,
  };
}

export function putDocument(row: DocumentRow): Change {
  return { collection: 'documents', op: 'put', id: row.id, rev: row.rev, row };
}

export function deleteDocument(id: number, rev: number): Change {
  return { collection: 'documents', op: 'delete', id, rev };
}
