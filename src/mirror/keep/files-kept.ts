// The state of this device in which all wanted files were last prefetched. A start in the same
// state has nothing to fetch.

import type { CalendarDay } from '#domain/dates.ts';
import type { PromiseExtended } from 'dexie';
import type { MetaValues } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';

/**
 * `now`: what the wanted files depend on, as one line. `kept`: that line at the end of the last
 * complete run; undefined before the first.
 */
export type FilesState = { readonly now: string; readonly kept: string | undefined };

/**
 * Reads the state; null while no document has details here. The day is part of the state, because
 * on another day some files are too old and others are wanted.
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
 * Notes that all files wanted in this state were fetched. Writes nothing for a person who has
 * logged out meanwhile.
 */
export async function noteFilesKept(mirror: Mirror, state: string): Promise<void> {
  await mirror.transaction('rw', mirror.meta, () =>
    mirror.meta
      .get('session')
      .then((session) => session && mirror.meta.put({ name: 'filesKept', value: state }).then(() => undefined)),
  );
}
