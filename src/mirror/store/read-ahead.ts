// What the first screen of a start needs, read in raw IndexedDB before the application has been loaded (S108): everything else
// that could read it has to be loaded first. It imports next to nothing, throws nothing, makes no database, and nothing waits for it.

import { isCurrent } from './first-page-format.ts';
import type { DeviceFacts } from './device-facts.ts';
import { profileName } from './profile-name.ts';
import type { MetaName, MetaValues, StoredFirstPage } from './rows.ts';
import { personIn } from './who-is-in.ts';

const read = new Map<string, StoredFirstPage>();

/**
 * Reads the first page of the list for the person who is in (S171); of nobody where somebody has to say first who is there.
 * `openedFor`: for whom the browser is open.
 */
export async function readAhead(openedFor: number | null): Promise<void> {
  const [facts] = await valuesOf<Partial<DeviceFacts>>('malote-device', { store: 'facts', keys: ['facts'] });
  const person = personIn(facts ?? {}, openedFor);
  if (person !== null && !facts?.shared) await firstPageAhead(profileName(person.userId));
}

/** The first page in this database, kept for `pageReadAhead`; null when it is not as of the last change there. */
export async function firstPageAhead(name: string): Promise<StoredFirstPage | null> {
  return hold(name, await metaOf(name, ['firstPage', 'documentChanges']));
}

/** The page that was read, once: whoever uses it asks whether it still is as of the last change. */
export function pageReadAhead(name: string): StoredFirstPage | undefined {
  const page = read.get(name);
  read.delete(name);
  return page;
}

function hold(name: string, { firstPage, documentChanges }: Partial<MetaValues>): StoredFirstPage | null {
  if (!isCurrent(firstPage, documentChanges)) return null;
  read.set(name, firstPage);
  return firstPage;
}

async function metaOf(name: string, keys: readonly MetaName[]): Promise<Partial<MetaValues>> {
  const rows = await valuesOf<{ value: unknown }>(name, { store: 'meta', keys });
  return Object.fromEntries(rows.flatMap((row, at) => (row === undefined ? [] : [[keys[at], row.value]])));
}

/** Values of one moment; none when they can't be had. A database that does not answer leaves this waiting, and nobody else. */
function valuesOf<Value>(name: string, at: { store: string; keys: readonly string[] }): Promise<(Value | undefined)[]> {
  const reading = new Promise<(Value | undefined)[]>((resolve) => {
    const none = () => resolve([]);
    const opening = indexedDB.open(name);
    opening.onerror = none;
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        const turn = database.transaction(at.store);
        const asked = at.keys.map((key): IDBRequest<Value | undefined> => turn.objectStore(at.store).get(key));
        turn.oncomplete = () => resolve(asked.map((one) => one.result));
        turn.onabort = none;
        // In some engines a page that is left before it has loaded does not end its transactions (src/mirror/store/page-sleep.ts).
        turn.commit();
      } catch {
        none();
      }
      database.close();
    };
  });
  return reading.catch(() => []);
}
