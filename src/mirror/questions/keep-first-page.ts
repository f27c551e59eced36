// Stores the first page of the list for the next start. Like the index it is a copy that may be lost, and never waited for.

import type { SessionUser } from '#contract/session.ts';
import { isSuperAdmin } from '#domain/permissions.ts';
import { FIRST_PAGE_FORMAT, PER_PAGE } from '../store/first-page-format.ts';
import { readMetas, writeMeta } from '../store/meta.ts';
import type { Changes, FirstPageOf, MetaName, ScopedPage, StoredFirstPage } from '../store/rows.ts';
import type { Mirror } from '../store/schema.ts';
import { durably, StorageTrouble } from '../store/storage.ts';
import { Dexie, type PromiseExtended } from 'dexie';
import { dayColumnsOf } from './day-counts.ts';
import { type IndexEntry, withDocumentIndex } from './document-index.ts';
import { isOf } from './index-entry.ts';
import { sessionOf } from './session.ts';

/** Stores the page as it is now, for the person who is logged in on the mirror. A device without space goes without. */
export async function keepFirstPage(mirror: Mirror): Promise<void> {
  const session = await sessionOf(mirror);
  if (session === undefined) return;
  const value = await pageNow(mirror, askerOf(session));
  try {
    await durably(mirror, { tables: ['meta'], isSpare: true, work: () => keepIfCurrent(mirror, value) });
  } catch (error) {
    if (!(error instanceof StorageTrouble)) throw error;
  }
}

/** Older versions kept how their first screens had looked. */
const OLD_PICTURES = ['homePicture', 'listPicture'] as string[] as MetaName[];

/** Not when a document has changed since, and not when the person has left meanwhile. */
async function keepIfCurrent(mirror: Mirror, value: StoredFirstPage): Promise<void> {
  await mirror.meta.bulkDelete(OLD_PICTURES);
  const { session, documentChanges } = await readMetas(mirror, ['session', 'documentChanges']);
  if (session !== undefined && (documentChanges?.version ?? 0) === value.version)
    await writeMeta(mirror, { name: 'firstPage', value });
}

/** As whom the person of a session asks for the list. */
export function askerOf({ id, roles, tenant }: SessionUser): FirstPageOf {
  return { userId: id, superAdmin: isSuperAdmin(roles), acronym: tenant.acronym };
}

function pageNow(mirror: Mirror, asker: FirstPageOf): PromiseExtended<StoredFirstPage> {
  return withDocumentIndex(mirror, (entries) => {
    const isMine = isOf(asker.userId);
    const tabs: [ScopedPage['scope'], readonly IndexEntry[]][] = asker.superAdmin
      ? [
          ['mine', entries.filter(isMine)],
          ['others', entries.filter((entry) => !isMine(entry))],
        ]
      : [[undefined, entries]];
    const pages = tabs.map(([scope, some]) =>
      mirror.documents.bulkGet(some.slice(0, PER_PAGE).map((entry) => entry.key)).then((read): ScopedPage => {
        const rows = read.flatMap((row) => row ?? []);
        return { scope, rows, total: some.length, days: dayColumnsOf(some) };
      }),
    );
    // The entries are as of the note that this transaction reads.
    const asOf = mirror.meta.get('documentChanges') as PromiseExtended<{ value: Changes } | undefined>;
    return Dexie.Promise.all([asOf, Dexie.Promise.all(pages)] as const).then(([note, read]) => ({
      format: FIRST_PAGE_FORMAT,
      version: note?.value.version ?? 0,
      asker,
      kept: entries.length,
      pages: read,
    }));
  });
}
