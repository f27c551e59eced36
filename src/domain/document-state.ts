// The state of a document for the rules: what the author of a command saw of it, how much it may
// hold, and what a person may do with it.

import type { CalendarDay } from './dates.ts';
import type { ConflictCode, Refusal } from './refusals.ts';
import { isOpen, type Status, statusAt, type StoredStatus } from './status.ts';

export type DocumentState = {
  readonly storedStatus: StoredStatus;
  readonly limitDate: CalendarDay;
  /** User id of the creator. */
  readonly createdBy: number;
  /** Current responsibles. */
  readonly responsibleIds: readonly number[];
  /** Everyone who is or ever was a responsible, as the logs name them. */
  readonly responsibleIdsEver: readonly number[];
  /** The person who last completed the document; null when it was never completed. */
  readonly completedBy: number | null;
  /**
   * Whether a current responsible has seen the document. Only the words of the overdue tooltip
   * depend on it (rule A2).
   */
  readonly seenByResponsible: boolean;
  /** What the document holds already; absent where the judged command adds nothing to it. */
  readonly gathered?: DocumentContent;
};

/**
 * How much one document may hold (rule D8). An answer brings a document whole, so an endless thread
 * would cost everybody who opens it.
 */
export const DOCUMENT_MAX = { replies: 500, textBytes: 5 * 1024 * 1024, files: 1000 } as const;

/** What people have written and attached. */
type DocumentContent = {
  readonly replies: number;
  /** Bytes of text in all replies; 0 on a device, which may not have these texts. */
  readonly textBytes: number;
  readonly files: number;
};

/** Refuses a reply whose text and files no longer fit into the document. */
export function judgeRoom(
  gathered: DocumentContent,
  reply: { readonly textBytes: number; readonly filesCount: number },
): Refusal | null {
  const isFull =
    gathered.replies >= DOCUMENT_MAX.replies ||
    gathered.textBytes + reply.textBytes > DOCUMENT_MAX.textBytes ||
    gathered.files + reply.filesCount > DOCUMENT_MAX.files;
  return isFull ? { code: 'document_full', field: 'content' } : null;
}

/**
 * What the author of a command saw of the document when acting: the guard of the command
 * (src/sync/promises.md, Order and guards). A field is null when the client did not send it, and
 * nothing is then judged by it.
 */
export type BasedOn = {
  readonly status: Status | null;
  readonly limitDate: CalendarDay | null;
  readonly responsibleIds: readonly number[] | null;
};

/**
 * How the document has moved on since the author of a command saw it; null when it has not. Only
 * what changes the meaning of a transfer counts: completed or not, and the responsibles. A view
 * that turned pending into under_review is no conflict, and neither is midnight (rule E6).
 */
export function movedOn(document: DocumentState, basedOn: BasedOn | null): ConflictCode | null {
  if (basedOn === null) return null;
  const { status, responsibleIds } = basedOn;
  const completed = document.storedStatus === 'completed';
  if (status !== null && completed !== (status === 'completed')) {
    return completed ? 'completed_meanwhile' : 'reopened_meanwhile';
  }
  return responsibleIds === null || sameIds(document.responsibleIds, responsibleIds) ? null : 'responsible_changed';
}

/** Whether two lists name the same people, in any order. */
export function sameIds(left: readonly number[], right: readonly number[]): boolean {
  const ids = new Set(left);
  return ids.size === new Set(right).size && right.every((id) => ids.has(id));
}

/**
 * What a person may do with a document (rule B3). The server refuses by these abilities, and
 * screens show by them what can be done, also without a network.
 */
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
 * The abilities of `userId` on `today` (rules A12, A13). The caller has established that the person
 * sees the document. Being a Super Admin gives no ability (rule A14).
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
 * The abilities that the person lacks only because the document is overdue; empty when it is not
 * overdue. Menus show these acts disabled with the reason (rule A3) instead of hiding them.
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
 * Whether the person could complete the document if it were open. The dialog "Reabrir" then offers
 * to complete it as well (rule A3).
 */
export function completesOnceOpen(document: DocumentState, { userId }: { userId: number }): boolean {
  return document.createdBy === userId || document.responsibleIds.includes(userId);
}
