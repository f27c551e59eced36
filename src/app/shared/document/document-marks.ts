// How a document is drawn: which parts are in pencil, and which stamps it carries.

import { type CalendarDay, dayAt } from '#domain/dates.ts';
import type { ListedDocument } from '#mirror/questions/listed-document.ts';
import { placeHash } from '../screen/use-place.ts';
import type { SpineTone } from '#ui/document-look/spine.ts';
import type { MirrorDocument } from '#mirror/store/rows.ts';

/**
 * The tone of a document's spine: `local`, which is dashed, while the document or its status is
 * only on this device.
 */
export function spineOf(document: ListedDocument): SpineTone {
  return document.pencil.document || document.pencil.status ? 'local' : document.status;
}

/**
 * Whether a change of the document waits to be sent while its status is in ink. It is shown as a
 * clock beside the stamp.
 */
export function hasClock(document: ListedDocument): boolean {
  const { pencil } = document;
  if (pencil.document || pencil.status) return false;
  return pencil.replies > 0 || pencil.responsibles || pencil.limitDate;
}

/**
 * The day of completion, where it is known: the day of the last activity. Null when a transfer of
 * the completed document came later (rule A12), and for other statuses.
 */
export function completedOn(document: ListedDocument, zone: string): CalendarDay | null {
  if (document.status !== 'completed') return null;
  const moved = document.responsibles.some((one) => document.facts.arrived_at[one.id] === document.last_activity_at);
  return moved ? null : dayAt(Date.parse(document.last_activity_at), zone);
}

/**
 * The address of one message of a document, opened from a search. `words` are marked there.
 * `place`: the key of the message in the thread.
 */
export function hrefOfFound(
  document: Pick<MirrorDocument, 'serverId' | 'key'>,
  { place, words }: { place: string; words: string },
): string {
  return `${hrefOfDocument(document)}?busca=${encodeURIComponent(words)}${placeHash(place)}`;
}

/** Address of a document: its number on the server, or its key on this device while it has none. */
export function hrefOfDocument(document: Pick<MirrorDocument, 'serverId' | 'key'>): string {
  return `/admin/view-document/${document.serverId ?? document.key}`;
}
