// The PullStore of a page (a browser tab). The code that reads and applies rows is loaded when rows
// come, because most pulls bring none. The worker has all of it from its start (mirror-store.ts).

import { readEmptyPage } from '#contract/read-answers.ts';
import { advanceCursor } from '#mirror/apply/advance-cursor.ts';
import { makeBackoffDue } from '#mirror/outbox/waiting.ts';
import { wantedDetails } from '#mirror/questions/wanted-details.ts';
import { readMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { PullStore } from './parts.ts';
import type { tellWorker } from './wake-worker.ts';

/**
 * `keepIndex` stores the index of documents for the next start; `tell` sends a message to the
 * worker, if there is one.
 */
export function pageStore(
  { mirror, userId }: { mirror: Mirror; userId: number },
  { keepIndex, tell }: Pick<PullStore, 'keepIndex'> & { tell: typeof tellWorker },
): PullStore {
  let isLoaded = false;
  const whole = async () => {
    const { mirrorStore } = await import('./mirror-store.ts');
    isLoaded = true;
    return mirrorStore({ mirror, userId });
  };
  // The first answer to an empty mirror brings rows, so their code is fetched during the request.
  void readMeta(mirror, 'cursor')
    .then((cursor) => (cursor === undefined ? whole() : null))
    .catch(() => undefined);
  const staleDetails: PullStore['staleDetails'] = (ask) => wantedDetails(mirror, { ...ask, userId });
  return {
    readPage: async (...given) => readEmptyPage(given[0]) ?? (await whole()).readPage(...given),
    readSession: async (json) => (await whole()).readSession(json),
    keepSession: async (session) => (await whole()).keepSession(session),
    async applyPage(page) {
      if (await advanceCursor(mirror, page)) return { more: false, scopeChanged: false };
      return (await whole()).applyPage(page);
    },
    nextPageSize: async (...page) => (await whole()).nextPageSize(...page),
    applyDetails: async (...given) => (await whole()).applyDetails(...given),
    contacted: (nowMs) => makeBackoffDue(mirror, nowMs),
    staleDetails,
    async pullDetails(parts) {
      const { ids, rows } = await staleDetails({ limit: 1, nowMs: parts.runtime.clock(), skip: new Set() });
      if (ids.length === 0) return 'pulled';
      // After a pull without rows, the worker fetches the missing details. After rows this page
      // does it, because a person may be opening one of the new documents. Documents that a walk
      // left open are fetched by this pull too (S149).
      if (!isLoaded && rows === undefined && tell({ type: 'details', profile: mirror.name })) return 'pulled';
      return (await whole()).pullDetails(parts);
    },
    keepIndex,
  };
}
