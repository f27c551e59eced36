// The PullStore that writes into the device's mirror.

import { readSessionUser } from '#contract/read-person.ts';
import { readChangesPage } from '#contract/read-changes.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyOpen } from '#mirror/apply/apply-fetched.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { settleOlder } from '#mirror/apply/older-rows.ts';
import { keepReceiptKeys } from '#mirror/store/device-facts.ts';
import { durably, readMeta, writeMeta } from '#mirror/store/storage.ts';
import { makeBackoffDue } from '#mirror/outbox/waiting.ts';
import { wantedDetails } from '#mirror/questions/wanted-details.ts';
import { renamePerson } from '#mirror/store/person-facts.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { nextPageSize } from './page-size.ts';
import { pullDetails } from './pull-details.ts';
import type { PullStore } from './parts.ts';

export function mirrorStore({ mirror, userId }: { mirror: Mirror; userId: number }): PullStore {
  return {
    async readPage(json, rest) {
      const reading = readChangesPage(json);
      for (;;) {
        const step = reading.next();
        if (step.done === true) return step.value;
        await rest();
      }
    },
    readSession: async (json) => readSessionUser(json),
    async keepSession(session) {
      await durably(mirror, {
        tables: ['meta'],
        work: async () => {
          // The person logged out before the answer came: nothing of theirs is stored any more.
          if ((await readMeta(mirror, 'session')) === undefined) return;
          await writeMeta(mirror, { name: 'session', value: session });
        },
      });
      await renamePerson(session);
      await keepReceiptKeys(session.receipt_keys ?? []);
    },
    async applyPage(page) {
      const applied = await applyPage(mirror, page);
      const kept = page.session && (await readMeta(mirror, 'session'));
      if (kept !== undefined) await renamePerson(kept);
      return applied;
    },
    nextPageSize: async (...page) => nextPageSize(...page),
    async applyDetails(details, { asked, nowMs }) {
      const rows = details.flatMap(({ row }) => row ?? []);
      const seen = details.flatMap(({ id }) => (asked.includes(id) ? id : []));
      if (rows.length > 0) await applyOpen(mirror, { rows, nowMs });
      // Documents that the server did not give are settled first, because storing the details fails
      // on a full device.
      await settleOlder(mirror, { asked: asked.filter((id) => !seen.includes(id)), seen: [] });
      await applyDetails(mirror, details);
      await settleOlder(mirror, { asked: seen, seen });
    },
    pullDetails,
    contacted: (nowMs) => makeBackoffDue(mirror, nowMs),
    // Only a page stores the index (start-sync.ts): its code is loaded late, and a script of the
    // worker can't load any.
    keepIndex: async () => undefined,
    staleDetails: (ask) => wantedDetails(mirror, { ...ask, userId }),
  };
}
