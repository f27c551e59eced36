import { documentStateOf } from '#contract/document-state.ts';
import type {
  DocumentDetails,
  DocumentFull,
  DocumentListItem,
  DocumentLog,
  DocumentRow,
  Interaction,
} from '#contract/documents.ts';
import { abilitiesOf, type DocumentState } from '#domain/document-state.ts';
import { VIEW_LINE_MS } from '#domain/apply-view.ts';
import type { CalendarDay } from '#domain/dates.ts';
import { statusAt } from '#domain/status.ts';
import { rowJson, type StoredDocumentRow, type StoredDocumentText } from '../queries/document-row.ts';
import type { StoredDocumentDetails } from '../queries/find-document.ts';

/** The person and the day for which a document is presented. */
type Presentation = { readonly userId: number; readonly today: CalendarDay };

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

/** The item as JSON, with the text of the row passed on as it is stored. */
export function listItemJson({ row, command_id }: StoredDocumentText, presentation: Presentation): string {
  const document = stateOf(row);
  const status = statusAt(document, presentation.today);
  return rowJson(row, { status, command_id, abilities: abilitiesOf(document, presentation) });
}

/**
 * Parsed states by the text of their rows. Equal texts have equal states for every reader. The
 * first pages of a town's list are requested all day, and parsing their rows was most of presenting
 * them.
 */
const states = new Map<string, DocumentState>();
const STATES_MAX = 1000;
/** Characters. A row that names hundreds of people is longer, and is parsed each time. */
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

/** The thread and the history of a document with files, people and sectors in their places. */
type NamedThread = Pick<DocumentDetails, 'files' | 'interactions' | 'logs' | 'viewers'>;

/** Replaces the ids in stored details by people, sectors and files. */
function namedThread(stored: StoredDocumentDetails): NamedThread {
  const people = new Map(stored.people.map((person) => [person.id, person]));
  const sectors = new Map(stored.organizations.map((sector) => [sector.id, sector]));
  const own: Interaction['files'] = [];
  const then = (creatorId: number, at: string): { creator_then?: string } => {
    const former = stored.former_names.find((one) => one.user_id === creatorId && one.until > at);
    return former === undefined ? {} : { creator_then: former.name };
  };
  const filesOf = new Map<number | null, Interaction['files']>([[null, own]]);
  for (const { interaction_id: interactionId, ...file } of stored.files) {
    const files = filesOf.get(interactionId);
    if (files === undefined) filesOf.set(interactionId, [file]);
    else files.push(file);
  }
  return {
    files: own,
    interactions: stored.interactions.map(({ creator_id: creatorId, ...line }) => ({
      ...line,
      creator: known(people, creatorId),
      ...then(creatorId, line.created_at),
      files: filesOf.get(line.id) ?? [],
    })),
    logs: stored.logs.map(
      ({ creator_id: creatorId, responsible_ids: responsibleIds, organization_ids: sectorIds, ...line }) => ({
        ...line,
        creator: known(people, creatorId),
        ...then(creatorId, line.created_at),
        responsibles: responsibleIds.flatMap((id) => people.get(id) ?? []),
        organizations: sectorIds.flatMap((id) => sectors.get(id) ?? []),
      }),
    ),
    viewers: stored.viewers.map(({ user_id: userId, ...viewer }) => ({ ...viewer, user: known(people, userId) })),
  };
}

/** The row with this id, which a foreign key promises. */
function known<Row>(rows: ReadonlyMap<number, Row>, id: number): Row {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`a line names ${id}, which the database did not give`);
  return row;
}

/**
 * The history with one line per person per 30 minutes (rule E2). Older versions stored every view
 * as a line. `logs` are ordered from the oldest.
 */
export function withoutRepeatedViews(logs: readonly DocumentLog[]): DocumentLog[] {
  const lineStart = new Map<number, number>();
  return logs.filter((log) => {
    if (log.action !== 'view') return true;
    const at = Date.parse(log.performed_at);
    const start = lineStart.get(log.creator.id);
    if (start !== undefined && Math.abs(at - start) < VIEW_LINE_MS) return false;
    lineStart.set(log.creator.id, at);
    return true;
  });
}
