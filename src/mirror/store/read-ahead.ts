// What the first list of a start needs, read in raw IndexedDB before the application has been loaded (S108): everything else that
// could read it has to be loaded first. It imports next to nothing, throws nothing, makes no database, and nothing waits for it.

import { isCurrent } from './first-page-format.ts';
import type { DeviceFacts } from './device-facts.ts';
import { profileName } from './profile-name.ts';
import type { Changes, StoredFirstPage } from './rows.ts';

const read = new Map<string, StoredFirstPage>();

/** Reads the first page of the person with whom the device opens; of nobody where somebody has to say first who is there. */
export async function readAhead(): Promise<void> {
  const [facts] = await valuesOf<Partial<DeviceFacts>>('malote-device', { store: 'facts', keys: ['facts'] });
  const person = facts?.lastPerson;
  if (person && !person.sessionEnded && !facts.shared) await firstPageAhead(profileName(person.userId));
}

/** The first page in this database, kept for `pageReadAhead`; null when it is not as of the last change there. */
export async function firstPageAhead(name: string): Promise<StoredFirstPage | null> {
  const keys = ['documentChanges', 'firstPage'];
  const [changes, page] = await valuesOf<{ value: unknown }>(name, { store: 'meta', keys });
  const stored = page?.value as StoredFirstPage | undefined;
  if (!isCurrent(stored, changes?.value as Changes | undefined)) return null;
  read.set(name, stored);
  return stored;
}

/** The page that was read, once: whoever uses it asks whether it still is as of the last change. */
export function pageReadAhead(name: string): StoredFirstPage | undefined {
  const page = read.get(name);
  read.delete(name);
  return page;
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
