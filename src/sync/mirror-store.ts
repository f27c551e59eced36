// The real mirror behind a pull.

import { readChangesPage } from '#contract/read-changes.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { makeBackoffDue } from '#mirror/outbox/waiting.ts';
import { wantedDetails } from '#mirror/questions/wanted-details.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { PullStore } from './pull.ts';

export function mirrorStore({ mirror, userId }: { mirror: Mirror; userId: number }): PullStore {
  return {
    readPage: async (json) => readChangesPage(json),
    applyPage: (page) => applyPage(mirror, page),
    applyDetails: (details) => applyDetails(mirror, details),
    contacted: (nowMs) => makeBackoffDue(mirror, nowMs),
    // The page keeps it (start-sync.ts): its code is loaded late, and a script of the worker can't load any.
    keepIndex: async () => undefined,
    staleDetails: (ask) => wantedDetails(mirror, { ...ask, userId }),
  };
}
