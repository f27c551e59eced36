// Documents written past Dexie, in one burst of raw requests (S138). Dexie's live queries are told as those of another context are.

import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';
import { handOver, makeRoom, prepareRows } from './document-writes.ts';
import { commitNow } from './page-sleep.ts';
import type { Changes, MetaName, MetaRow, MetaValues, MirrorDocument } from './rows.ts';
import type { Mirror } from './schema.ts';

export type NewsRows = readonly (readonly [key: string, row: MirrorDocument])[];

/** Values of the profile as they are stored. */
type Stored = { readonly [Name in MetaName]?: MetaValues[Name] | undefined };

type News = {
  /** They become records. */
  readonly rows: NewsRows;
  readonly values: Partial<MetaValues> & { readonly documentChanges: Changes };
  /** Says whether the values of `depends` are those that the news were made for. */
  readonly depends: readonly MetaName[];
  readonly stands: (stored: Stored) => boolean;
};

/**
 * Writes the rows with `values`, durably, in one transaction. False with nothing changed when the mirror does not stand where `stands`
 * wants it, and when the browser does not do it for any other reason: whoever asks then writes in the usual way, which has an answer to each.
 */
export function writtenNews(mirror: Mirror, news: News): Promise<boolean> {
  const transaction = mirror.beginRaw(['documents', 'meta']);
  if (transaction === null) return Promise.resolve(false);
  handOver(mirror, { transaction, version: news.values.documentChanges.version, rows: news.rows });
  return new Promise((resolve) => {
    transaction.addEventListener('abort', () => resolve(false));
    try {
      request(mirror, { transaction, ...news });
    } catch {
      return transaction.abort();
    }
    // Done while the browser writes.
    makeRoom(mirror, news.rows.length);
    const parts = partsOf(mirror, news);
    transaction.addEventListener('complete', () => {
      resolve(true);
      Dexie.on('storagemutated').fire(parts);
    });
  });
}

/** No listener prevents the default of a request's error, so each error aborts the transaction. */
function request(
  mirror: Mirror,
  { transaction, rows, values, depends, stands }: News & { readonly transaction: IDBTransaction },
): void {
  const meta = transaction.objectStore('meta');
  const asked = depends.map((name) => meta.get(name) as IDBRequest<MetaRow | undefined>);
  const documents = transaction.objectStore('documents');
  for (const [, row] of rows) documents.put(row);
  const [last] = Object.entries(values)
    .map(([name, value]) => meta.put({ name, value }))
    .slice(-1);
  // All have succeeded then: Firefox keeps the rest when a request fails after the commit was asked for.
  last?.addEventListener('success', () => {
    const stored = asked.flatMap(({ result }) => (result === undefined ? [] : [[result.name, result.value]]));
    if (!stands(Object.fromEntries(stored) as Stored)) return transaction.abort();
    commitNow(transaction);
    // While the browser commits, there is time to prepare what comes.
    return prepareRows(mirror, rows);
  });
}

/** What live queries are told: the keys that were written, and the ids by which documents are looked up. */
function partsOf({ name }: Mirror, { rows, values }: News): ObservabilitySet {
  const part = (place: string) => `idb://${name}/${place}`;
  const keys = new RangeSet().addKeys(rows.map(([key]) => key));
  return {
    [part('documents/')]: keys,
    // Whoever reads keys alone asks by this part, because a row may have been in a slice until now.
    [part('documents/:dels')]: keys,
    [part('documents/serverId')]: new RangeSet().addKeys(rows.flatMap(([, row]) => row.serverId ?? [])),
    [part('meta/')]: new RangeSet().addKeys(Object.keys(values)),
  };
}
