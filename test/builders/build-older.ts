import type { CopyBound } from '#contract/copy-bound.ts';
import type { DocumentRow } from '#contract/documents.ts';
import { buildDocumentRow } from './build-document.ts';
import { COPY_SINCE, COPY_SINCE_DAY } from './copy-cases.ts';
import { NOW } from './moments.ts';

/** A bounded copy that reaches back two years from the tests' day. */
export const BOUND: CopyBound = { since: COPY_SINCE_DAY, begins_at: COPY_SINCE, total: 200_000, counted_at: NOW };

/** A completed document that such a copy leaves out. */
export function buildOlderRow(overrides: Partial<DocumentRow> = {}): DocumentRow {
  const at = '2024-03-05T12:00:00.000Z';
  return buildDocumentRow({
    stored_status: 'completed',
    status: 'completed',
    limit_date: '2024-04-05',
    created_at: at,
    last_activity_at: at,
    ...overrides,
  });
}
