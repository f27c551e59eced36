// The choices that a conflict leaves its author, each with its consequence (rule E6). Pure.

import { hasText } from '#domain/plain-text.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { CommandOf } from '#mirror/store/outbox-row.ts';

export type Choice = 'then-complete' | 'text-only' | 'on-top' | 'give-up';

export type ConflictFacts = {
  /** What was asked for besides a completion: nothing, when that was all. */
  readonly command: Pick<CommandOf<'respond'>, 'payload' | 'files'>;
  /** The command completes the document, and the document was transferred meanwhile. */
  readonly completes: boolean;
  readonly isCompleted: boolean;
  /** The author may reopen, and the limit date has not passed (rule A7). */
  readonly canReopen: boolean;
  readonly canTransfer: boolean;
  /** The author may complete the document, once it is open if it is not (rule A3). */
  readonly canComplete: boolean;
  readonly currentLimitDate: CalendarDay;
  readonly currentResponsibleIds: readonly number[];
};

export type OpenChoice = {
  readonly choice: Choice;
  /** Sending requires that the document is reopened. */
  readonly reopens: boolean;
};

/** There are words or files that can be sent alone. */
export function hasWords({ payload, files }: ConflictFacts['command']): boolean {
  return hasText(payload.content) || files.length > 0;
}

/** The choices in the order in which they are offered; giving up is always one of them. */
export function openChoices(facts: ConflictFacts): OpenChoice[] {
  const { command, completes, isCompleted, canReopen } = facts;
  const { limit_date: limitDate, responsible_ids: responsibleIds } = command.payload;
  const words = hasWords(command);
  const choices: OpenChoice[] = [];

  if (words && isCompleted && canReopen && facts.canComplete) choices.push({ choice: 'then-complete', reopens: true });
  if (words && (!isCompleted || canReopen) && (limitDate !== null || responsibleIds !== null || isCompleted)) {
    choices.push({ choice: 'text-only', reopens: isCompleted });
  }

  if (completes && !isCompleted && facts.canComplete) choices.push({ choice: 'on-top', reopens: false });
  const reopens = isCompleted && (words || limitDate !== null);
  const changes = limitDate !== null || responsibleIds !== null;
  const mayTransfer = responsibleIds === null || (facts.canTransfer && !isWithThem(facts, responsibleIds));
  if (changes && mayTransfer && (!reopens || canReopen)) choices.push({ choice: 'on-top', reopens });

  return [...choices, { choice: 'give-up', reopens: false }];
}

function isWithThem({ currentResponsibleIds }: ConflictFacts, ids: readonly number[]): boolean {
  return ids.length === currentResponsibleIds.length && ids.every((id) => currentResponsibleIds.includes(id));
}

/**
 * Whether the choice takes the completion that waits behind the reply out of the outbox: what
 * leaves a completed document open, or as another person completed it, has no use for it.
 */
export function dropsCompletion({ choice }: OpenChoice, { isCompleted }: Pick<ConflictFacts, 'isCompleted'>): boolean {
  return isCompleted && (choice === 'text-only' || choice === 'give-up');
}
