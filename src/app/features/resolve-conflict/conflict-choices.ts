// The choices that a conflict leaves its author, each with its consequence (rule E6). Pure.

import { hasText } from '#domain/rich-text.ts';
import type { CalendarDay } from '#domain/dates.ts';
import type { CommandOf } from '#mirror/store/outbox-row.ts';

export type Choice = 'text-only' | 'on-top' | 'give-up';

export type ConflictFacts = {
  readonly command: Pick<CommandOf<'respond'>, 'payload' | 'files'>;
  readonly isCompleted: boolean;
  /** The author may reopen, and the limit date has not passed (rule A7). */
  readonly canReopen: boolean;
  readonly canTransfer: boolean;
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
  const { command, isCompleted, canReopen } = facts;
  const { limit_date: limitDate, responsible_ids: responsibleIds } = command.payload;
  const words = hasWords(command);
  const choices: OpenChoice[] = [];

  if (words && (!isCompleted || canReopen) && (limitDate !== null || responsibleIds !== null || isCompleted)) {
    choices.push({ choice: 'text-only', reopens: isCompleted });
  }

  const reopens = isCompleted && (words || limitDate !== null);
  const changes = limitDate !== null || responsibleIds !== null;
  const mayTransfer = responsibleIds === null || (facts.canTransfer && !isWithThem(facts, responsibleIds));
  if (changes && mayTransfer && (!reopens || canReopen)) choices.push({ choice: 'on-top', reopens });

  return [...choices, { choice: 'give-up', reopens: false }];
}

function isWithThem({ currentResponsibleIds }: ConflictFacts, ids: readonly number[]): boolean {
  return ids.length === currentResponsibleIds.length && ids.every((id) => currentResponsibleIds.includes(id));
}
