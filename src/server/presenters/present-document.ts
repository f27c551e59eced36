import { documentStateOf } from '#contract/document-state.ts';
import type { DocumentDetails, DocumentFull, DocumentListItem, DocumentRow } from '#contract/documents.ts';
import { abilitiesOf } from '#domain/abilities.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { DocumentState } from '#domain/document-state.ts';
import { statusAt } from '#domain/status.ts';
import type { StoredDocumentDetails } from '../queries/document-details.ts';
import type { StoredDocumentRow, StoredDocumentText } from '../queries/document-row.ts';
import { withoutRepeatedViews } from './repeated-views.ts';
import { namedThread } from './named-thread.ts';
import { rowJson } from '../queries/row-json.ts';

/** The person and the day for which a document is presented. */
export type Presentation = { readonly userId: number; readonly today: CalendarDay };

/** A row for devices: the stored row and its status on `today` (rule A2). */
export function presentRow({ row, command_id }: StoredDocumentRow, today: CalendarDay): DocumentRow {
  const status = statusAt({ storedStatus: row.stored_status, limitDate: row.limit_date }, today);
  return { ...row, status, command_id };
}

/** A row of the list, with the abilities of the person (rule B3). */
export function presentListItem(stored: StoredDocumentRow, presentation: Presentation): DocumentListItem {
  const row = presentRow(stored, presentation.today);
  return { ...row, abilities: abilitiesOf(documentStateOf(row), presentation) };
}

/** The same as JSON, with the text of the row passed on as it is kept. */
export function listItemJson({ row, command_id }: StoredDocumentText, presentation: Presentation): string {
  const document = stateOf(row);
  const status = statusAt(document, presentation.today);
  return rowJson(row, { status, command_id, abilities: abilitiesOf(document, presentation) });
}

/**
 * States by the text of their rows, which determines them for every reader. The first pages of a
 * town's list are requested all day, and parsing their rows was most of presenting them.
 */
const states = new Map<string, DocumentState>();
const STATES_MAX = 1000;
/** Characters; a row that names hundreds of people is longer, and is not kept. */
const TEXT_MAX = 8_000;

function stateOf(row: string): DocumentState {
  const known = states.get(row);
  if (known !== undefined) return known;
  const state = documentStateOf(JSON.parse(row) as StoredDocumentRow['row']);
  if (row.length > TEXT_MAX) return state;
  const [oldest] = states.keys();
  if (oldest !== undefined && states.size >= STATES_MAX) states.delete(oldest);
  states.set(row, state);
  return state;
}

export function presentDetails(stored: StoredDocumentDetails): DocumentDetails {
  const { id, rev, content } = stored;
  const { logs, ...thread } = namedThread(stored);
  return { id, rev, content, ...thread, logs: withoutRepeatedViews(logs) };
}

/** The whole document, as GET /api/documents/{id} and every write answer it. */
export function presentFull(
  stored: StoredDocumentRow & { details: StoredDocumentDetails },
  presentation: Presentation,
): DocumentFull {
  return { ...presentDetails(stored.details), ...presentListItem(stored, presentation) };
}
