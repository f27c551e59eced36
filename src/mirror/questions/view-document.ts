import type { CalendarDay } from '#domain/dates.ts';
import type { Mirror } from '../store/schema.ts';
import { historyOf } from './document-history.ts';
import { routeOf } from './document-route.ts';
import { threadOf } from './document-thread.ts';
import { seenAtOf, viewersOf } from './document-viewers.ts';
import { listedDocumentOf, type Asker } from './listed-document.ts';
import { viewSourceOf } from './view-source.ts';
import type { DocumentView } from './view-types.ts';

export type { DocumentView, HistoryEntry, ThreadEntry, ViewFile } from './view-types.ts';

/**
 * The page of one document: everything registered, and in pencil what waits on this device.
 * `address`: its key or the server's id. Null when the document is not on this device. Reading it
 * records no view (rule E1).
 */
export async function viewDocument(
  mirror: Mirror,
  { address, person, today, zone }: { address: string; person: Asker; today: CalendarDay; zone: string },
): Promise<DocumentView | null> {
  const source = await viewSourceOf(mirror, address);
  if (source === undefined) return null;
  const thread = threadOf(source, person.userId);
  return {
    document: listedDocumentOf(source.document, { person, today }),
    details: source.details,
    thread,
    route: routeOf(source, { today, zone }),
    history: historyOf(source),
    viewers: viewersOf(source),
    seenAt: seenAtOf(source, person.userId),
    files: thread.flatMap((entry) => (entry.kind === 'message' ? entry.files : [])),
  };
}
