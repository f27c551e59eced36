// The state of this device for which its files were last prefetched completely. A start in the same
// state has nothing to fetch.

import type { CalendarDay } from '#domain/dates.ts';
import type { PromiseExtended } from 'dexie';
import type { MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * The state on which the wanted files depend, as one line; `kept`: the same line at the end of the
 * last complete run.
 */
export type FilesState = { readonly now: string; readonly kept: string | undefined };

/**
 * Null while no document has details here. The day is part of the state: on another day some files
 * are too old and others are wanted.
 */
export function filesState(mirror: Mirror, today: CalendarDay): PromiseExtended<FilesState | null> {
  return mirror.meta.bulkGet(['detailsChanges', 'pinnedDocuments', 'filesKept']).then(([details, pinned, kept]) => {
    const changes = details?.value as MetaValues['detailsChanges'] | undefined;
    if (changes === undefined) return null;
    const ids = (pinned?.value ?? []) as MetaValues['pinnedDocuments'];
    return { now: `${changes.version} ${today} ${ids.join()}`, kept: kept?.value as string | undefined };
  });
}

/**
 * Notes that a run has fetched all wanted files of this state. Nothing is written for a person who
 * has logged out meanwhile.
 */
export async function noteFilesKept(mirror: Mirror, state: string): Promise<void> {
  await mirror.transaction('rw', mirror.meta, () =>
    mirror.meta
      .get('session')
      .then((session) => session && mirror.meta.put({ name: 'filesKept', value: state }).then(() => undefined)),
  );
}
