// The real mirror behind a pull, and which details are worth having before anyone asks.

import { addDays, dayAt } from '#domain/dates.ts';
import { applyDetails } from '#mirror/apply/apply-details.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { makeBackoffDue } from '#mirror/outbox/outbox.ts';
import { isInDoubt } from '#mirror/store/outbox-row.ts';
import type { MirrorDocument } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { DETAILS_DAYS } from '#mirror/keep/trim-details.ts';
import type { PullStore } from './pull.ts';

export function mirrorStore({ mirror, userId }: { mirror: Mirror; userId: number }): PullStore {
  return {
    applyPage: (page) => applyPage(mirror, page),
    applyDetails: (details) => applyDetails(mirror, details),
    contacted: (nowMs) => makeBackoffDue(mirror, nowMs),
    async staleDetails({ limit, nowMs, skip }) {
      const known = new Map<string, { rev: number; openedAtMs: number }>();
      await mirror.details.each(({ key, rev, openedAtMs }) => known.set(key, { rev, openedAtMs }));
      const since = addDays(dayAt(nowMs, 'UTC'), -DETAILS_DAYS);
      const inDoubt = new Set<string>();
      await mirror.commands.each((command) => isInDoubt(command) && inDoubt.add(command.documentKey));
      const wanted: { id: number; worth: number }[] = [];
      await mirror.documents.each((document) => {
        const { serverId } = document;
        if (serverId === null || document.gone === true || skip.has(serverId)) return;
        const details = known.get(document.key);
        if (details !== undefined && details.rev >= document.rev) return;
        const openedAtMs = details?.openedAtMs ?? 0;
        const worth = inDoubt.has(document.key) ? 5 : worthOf(document, { userId, since, openedAtMs });
        if (worth > 0) wanted.push({ id: serverId, worth });
      });
      return wanted
        .sort((left, right) => right.worth - left.worth || right.id - left.id)
        .slice(0, limit)
        .map((one) => one.id);
    },
  };
}

/** After what may name a command whose answer was lost: opened before, mine and open, open, recent: in this order; 0 = only when somebody opens it. */
function worthOf(
  document: MirrorDocument,
  at: { userId: number; since: string; openedAtMs: number },
): 0 | 1 | 2 | 3 | 4 {
  if (at.openedAtMs > 0) return 4;
  const mine = document.created_by === at.userId || document.responsibles.some((person) => person.id === at.userId);
  if (document.stored_status !== 'completed') return mine ? 3 : 2;
  return document.last_activity_at >= at.since ? 1 : 0;
}
