import { commitNow, endedBySleep, inTime, whenAwake } from '../store/page-sleep.ts';

/**
 * Whether the database of a person who is logged in was deleted by the browser, a cleaning program
 * or somebody (S172): it is gone, or a new one without a session has its name. The check opens
 * plain IndexedDB, so it does not depend on the mirror's own connection, and it aborts the creation
 * of a missing database. False when the storage does not answer.
 */
export async function isEmptied(name: string): Promise<boolean> {
  await whenAwake();
  return inTime(withoutSession(name), () => new Error('silent')).catch(() => false);
}

function withoutSession(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    let isNew = false;
    opening.onupgradeneeded = () => {
      isNew = true;
      opening.transaction?.abort();
    };
    opening.onerror = () => (isNew ? resolve(true) : reject(opening.error ?? new Error('no answer')));
    opening.onsuccess = () => {
      const database = opening.result;
      try {
        // A page that is left must leave no transaction behind (src/mirror/store/page-sleep.ts).
        const turn = endedBySleep(database.transaction('meta'));
        const asked = turn.objectStore('meta').count('session');
        commitNow(turn);
        asked.onsuccess = () => resolve(asked.result === 0);
        asked.onerror = () => reject(asked.error ?? new Error('no answer'));
      } catch (error) {
        // Another database of this name, without the tables of a mirror.
        if (error instanceof DOMException && error.name === 'NotFoundError') resolve(true);
        else reject(error as Error);
      } finally {
        database.close();
      }
    };
  });
}
