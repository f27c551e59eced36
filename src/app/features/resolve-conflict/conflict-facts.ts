// The facts that the dialog of a conflict tells, from the waiting command and the document as it is now. Pure.

import { documentStateOf } from '#contract/document-state.ts';
import { completesOnceOpen } from '#domain/abilities.ts';
import { CONFLICT_CODES, type ConflictCode } from '#domain/refusals.ts';
import { statusAt, type Status } from '#domain/status.ts';
import type { CommandOf } from '#mirror/store/outbox-row.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import type { DocumentView, ThreadEntry } from '#mirror/questions/view-document.ts';
import { conflictTitle } from '../../text/conflict.ts';
import { dayName, formatTime, type Here } from '../../text/format.ts';
import { joined } from '../../text/grammar.ts';
import { fullName } from '../../text/names.ts';
import { STATUS_LABEL } from '../../text/status-labels.ts';
import { documentHeading } from '../../text/ticket-text.ts';
import { type ConflictFacts, hasWords } from './conflict-choices.ts';

export type Conflict = {
  readonly command: CommandOf<'respond'>;
  /** `PMVI 042`. */
  readonly name: string;
  readonly title: string;
  readonly view: DocumentView;
  readonly facts: ConflictFacts;
  /** Who did what happened meanwhile; null when the thread does not tell. */
  readonly by: string | null;
  /** The status and the responsible that the author's gesture would have set. */
  readonly yours: { readonly status: Status; readonly to: string | null };
  readonly words: {
    readonly currentLimitDate: string;
    readonly newLimitDate: string | null;
    readonly to: string | null;
    readonly hasWords: boolean;
    readonly isCompleted: boolean;
    readonly statusLabel: string;
  };
};

/**
 * Null for any command but a response in conflict: only responses have a guard on what others may have changed
 * (src/sync/promises.md).
 */
export function conflictFacts(at: { item: OutboxItem; view: DocumentView; here: Here }): Conflict | null {
  const { item, view, here } = at;
  const { command } = item;
  if (command.type !== 'respond' || command.state !== 'conflict') return null;
  const { document } = view;
  const isCompleted = document.status === 'completed';
  const name = documentHeading(item);
  const code = codeOf(command, isCompleted);
  const happened = happening(code, { view, here });
  const own = view.thread.find((entry) => entry.kind === 'transfer' && entry.pencil?.id === command.id);
  const to = own?.kind === 'transfer' ? joined(own.responsibles.map(fullName)) : null;
  const facts: ConflictFacts = {
    command,
    isCompleted,
    canReopen: document.abilities.reopenDocument && document.limit_date >= here.today,
    canTransfer: document.abilities.transferDocument,
    canComplete: completesOnceOpen(documentStateOf(document), { userId: command.actorId }),
    currentLimitDate: document.limit_date,
    currentResponsibleIds: document.responsibles.map((person) => person.id),
  };
  return {
    command,
    name,
    title: conflictTitle(code, { name, ...happened }),
    by: happened.by,
    view,
    facts,
    yours: { status: statusOfYours(command, here.today), to },
    words: {
      currentLimitDate: document.limit_date,
      newLimitDate: command.payload.limit_date,
      to,
      hasWords: hasWords(command),
      isCompleted,
      statusLabel: STATUS_LABEL[document.status],
    },
  };
}

function codeOf(command: CommandOf<'respond'>, isCompleted: boolean): ConflictCode {
  const known = CONFLICT_CODES.find((code) => code === command.lastError?.code);
  return known ?? (isCompleted ? 'completed_meanwhile' : 'responsible_changed');
}

const ACT_OF: Record<ConflictCode, ThreadEntry['kind']> = {
  completed_meanwhile: 'completion',
  reopened_meanwhile: 'reopening',
  responsible_changed: 'transfer',
};

/** Who did the last registered act of that kind, when, and to whom the document went. */
function happening(
  code: ConflictCode,
  { view: { thread, document }, here }: { view: DocumentView; here: Here },
): { by: string | null; at: string | null; to: string | null } {
  const act = thread.findLast((entry) => entry.pencil === null && entry.kind === ACT_OF[code]);
  if (act === undefined || act.kind === 'message') {
    // The row of the document comes before its thread, and already says whose it is now.
    const to = code === 'responsible_changed' ? joined(document.responsibles.map(fullName)) : '';
    return { by: null, at: null, to: to === '' ? null : to };
  }
  const day = dayName(act.at, here);
  const time = `às ${formatTime(act.at, here.zone)}`;
  return {
    by: fullName(act.author),
    at: day === 'hoje' ? time : day === 'ontem' ? `ontem ${time}` : `em ${day} ${time}`,
    to: act.kind === 'transfer' ? joined(act.responsibles.map(fullName)) : null,
  };
}

function statusOfYours({ basedOn, payload }: CommandOf<'respond'>, today: string): Status {
  if (payload.limit_date !== null) return statusAt({ storedStatus: 'extended', limitDate: payload.limit_date }, today);
  const seen = basedOn?.status ?? 'under_review';
  return payload.responsible_ids !== null && seen === 'pending' ? 'under_review' : seen;
}
