// What becomes of the status of a document by a choice of its author, step by step. Pure.

import type { Status } from '#domain/status.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { PATH_WORDS } from '../../text/document/conflict.ts';
import { hasWords, type OpenChoice } from './conflict-choices.ts';
import type { Conflict } from './conflict-facts.ts';

/** `isPencil`: it is not so yet. `note`: who did it, or with what. */
export type StatusStep = { readonly status: Status; readonly note: string; readonly isPencil: boolean };

type ConflictChoice = {
  readonly conflict: Pick<Conflict, 'by' | 'yours' | 'command'> & {
    readonly facts: { readonly completes: boolean };
    readonly view: { readonly document: { readonly status: Status } };
  };
  readonly chosen: OpenChoice;
  /** What is sent after the choice. */
  readonly follows: readonly Pick<OutboxItem, 'command'>[];
};

/** The status as it is, and each one that the choice and the author's later acts lead to. */
export function statusPath({ conflict, chosen, follows }: ConflictChoice): StatusStep[] {
  const [by = ''] = (conflict.by ?? '').split(' ');
  const steps: StatusStep[] = [{ status: conflict.view.document.status, note: by, isPencil: false }];
  const then = (status: Status, note: string) => {
    if (steps.at(-1)?.status !== status) steps.push({ status, note, isPencil: true });
  };
  const { command } = conflict;
  if (chosen.reopens) then('under_review', hasWords(command) ? PATH_WORDS.reply : PATH_WORDS.you);
  if (chosen.choice === 'on-top') {
    const { limit_date: limitDate, responsible_ids: people } = command.payload;
    if (conflict.facts.completes) then('completed', PATH_WORDS.you);
    else if (limitDate !== null) then(conflict.yours.status, PATH_WORDS.date);
    else if (people !== null && steps.at(-1)?.status === 'pending') then('under_review', PATH_WORDS.you);
  }
  for (const later of follows) {
    const status = statusAfter(later.command);
    if (status !== null) then(status, PATH_WORDS.you);
  }
  if (chosen.choice === 'then-complete') then('completed', PATH_WORDS.you);
  return steps;
}

/**
 * The status that an act gives whatever it was before; null for an act that leaves it, such as a
 * reply.
 */
export function statusAfter(command: OutboxCommand): Status | null {
  if (command.type === 'complete-document') return 'completed';
  if (command.type === 'reopen-document') return 'under_review';
  return command.type === 'respond' && command.payload.limit_date !== null ? 'extended' : null;
}
