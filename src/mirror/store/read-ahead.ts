// What the first screen of a start needs, read in raw IndexedDB before the application has been loaded (S108, S148): everything else
// that could read it has to be loaded first. It imports next to nothing, throws nothing, makes no database, and nothing waits for it.

import { isCurrent } from './first-page-format.ts';
import type { DeviceFacts } from './device-facts.ts';
import { profileName } from './profile-name.ts';
import type { MetaName, MetaValues, StoredFirstPage } from './rows.ts';
import { isAsPictured, NOTES, type PictureName, type StartPicture } from './start-picture.ts';

const read = new Map<string, StoredFirstPage>();

/** Which picture a page could show, and at what time (epoch ms). `page`: what it was made for. */
export type PictureAsked = { readonly name: PictureName; readonly page: string; readonly nowMs: number };

/**
 * Reads the first page of the list and the picture for the person with whom the device opens; of nobody where somebody has to say
 * first who is there. Null: no picture, or one that no longer shows what the mirror holds.
 */
export async function readAhead({ name, page, nowMs }: PictureAsked): Promise<StartPicture | null> {
  const [facts] = await valuesOf<Partial<DeviceFacts>>('malote-device', { store: 'facts', keys: ['facts'] });
  const person = facts?.lastPerson;
  if (!person || person.sessionEnded || facts.shared) return null;
  const mirror = profileName(person.userId);
  const meta = await metaOf(mirror, ['firstPage', name, ...NOTES]);
  hold(mirror, meta);
  const picture = meta[name];
  return isAsPictured(picture, { notes: meta, page, nowMs }) ? picture : null;
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
