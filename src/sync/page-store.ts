// The mirror behind a pull of a page. What reads and applies rows is loaded when rows come: most pulls bring none. The worker has
// all of it from its start (mirror-store.ts).

import { readEmptyPage } from '#contract/read-answers.ts';
import { advanceCursor } from '#mirror/apply/advance-cursor.ts';
import { makeBackoffDue } from '#mirror/outbox/waiting.ts';
import { wantedDetails } from '#mirror/questions/wanted-details.ts';
import { readMeta } from '#mirror/store/meta.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { PullStore } from './pull.ts';
import type { tellWorker } from './wake-worker.ts';

/** `keepIndex` keeps for the next start what this one has made of the rows; `tell` tells the worker, if there is one. */
export function pageStore(
  { mirror, userId }: { mirror: Mirror; userId: number },
  { keepIndex, tell }: Pick<PullStore, 'keepIndex'> & { tell: typeof tellWorker },
): PullStore {
  const whole = async () => (await import('./mirror-store.ts')).mirrorStore({ mirror, userId });
  // Everything comes with the first answer of an empty mirror, so the code is fetched beside it.
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
      // The worker has the code, and its thread draws nothing (S149). What a walk has left open is a matter of this pull.
      if (ids.length === 0 || (!rows && tell({ type: 'details', profile: mirror.name }))) return 'pulled';
      return (await whole()).pullDetails(parts);
    },
    keepIndex,
  };
}
