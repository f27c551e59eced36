// What one person may do with one document (rule B3). The server refuses by it and the screens show
// by it, also offline after an optimistic change. The caller has already established that the
// person sees the document.

import type { CalendarDay } from './dates.ts';
import type { DocumentState } from './document-state.ts';
import { isOpen, statusAt } from './status.ts';

export const ABILITIES = [
  'completeDocument',
  'extendDocument',
  'transferDocument',
  'reopenDocument',
  'replyDocument',
] as const;
export type Ability = (typeof ABILITIES)[number];
export type Abilities = Readonly<Record<Ability, boolean>>;

/**
 * The abilities of `userId` on `today` (rules A12, A13). Being a Super Admin gives none of them
 * (rule A14).
 */
export function abilitiesOf(document: DocumentState, at: { userId: number; today: CalendarDay }): Abilities {
  const status = statusAt(document, at.today);
  const open = isOpen(status);
  const creator = document.createdBy === at.userId;
  const responsible = document.responsibleIds.includes(at.userId);
  const concerned = completesOnceOpen(document, at);
  return {
    completeDocument: open && concerned,
    extendDocument: open && concerned,
    transferDocument:
      creator || (open && document.responsibleIdsEver.includes(at.userId)) || (status === 'completed' && responsible),
    reopenDocument: !open && (concerned || document.completedBy === at.userId),
    replyDocument: status !== 'completed',
  };
}

/**
 * What the person could do if the document were not overdue, and can't do now; nothing where it is
 * not. Menus show these acts disabled with the reason (rule A3) instead of hiding them.
 */
export function blockedByDelay(
  document: DocumentState,
  at: { userId: number; today: CalendarDay },
): ReadonlySet<Ability> {
  if (statusAt(document, at.today) !== 'overdue') return new Set();
  const now = abilitiesOf(document, at);
  const inTime = abilitiesOf({ ...document, limitDate: at.today }, at);
  return new Set(ABILITIES.filter((ability) => inTime[ability] && !now[ability]));
}

/**
 * Whether the person could complete the document if it were open: the dialog of Reabrir then offers
 * both (rule A3).
 */
export function completesOnceOpen(document: DocumentState, { userId }: { userId: number }): boolean {
  return document.createdBy === userId || document.responsibleIds.includes(userId);
}
