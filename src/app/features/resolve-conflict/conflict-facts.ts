// The facts that the dialog of a conflict tells, from the waiting command and the document as it is
// now. Pure.

import { documentStateOf } from '#contract/document-state.ts';
import { completesOnceOpen } from '#domain/abilities.ts';
import { CONFLICT_CODES, type ConflictCode } from '#domain/refusals.ts';
import { statusAt, type Status } from '#domain/status.ts';
import type { CommandOf, OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import type { DocumentView, ThreadEntry } from '#mirror/questions/view-document.ts';
import { conflictTitle } from '../../text/document/conflict.ts';
import { dayName, formatTime, type Here, joined, fullName } from '../../text/words/format.ts';
import { STATUS_LABEL, documentHeading } from '../../text/words/document.ts';
import { type ConflictFacts, hasWords } from './conflict-choices.ts';

/**
 * What a decision needs of a command; a completion asks for nothing of what a response can ask for.
 */
export type ConflictCommand = Pick<CommandOf<'respond'>, 'id' | 'documentKey' | 'performedAtMs' | 'payload' | 'files'>;

const NOTHING: CommandOf<'respond'>['payload'] = {
  content: '',
  limit_date: null,
  responsible_ids: null,
  organization_ids: [],
};

export type Conflict = {
  readonly command: ConflictCommand;
  /** `PMVI 042`. */
  readonly name: string;
  readonly title: string;
  readonly view: DocumentView;
  readonly facts: ConflictFacts;
  /** Who did what happened meanwhile; null when the thread does not tell. */
  readonly by: string | null;
  /** The status and the responsible that the author's gesture would have set. */
  readonly yours: {
    readonly status: Status;
    readonly to: string | null;
    /**
     * Whose the document was when its author completed it; null for other gestures, which leave it
     * or say whose it gets.
     */
    readonly withIds: readonly number[] | null;
  };
  readonly words: {
    readonly currentLimitDate: string;
    readonly newLimitDate: string | null;
    readonly to: string | null;
    readonly hasWords: boolean;
    readonly isCompleted: boolean;
    readonly statusLabel: string;
    readonly completes: boolean;
    /** Whose the document is now. */
    readonly currentlyWith: string;
  };
};

/**
 * Null for any command but a response or a completion in conflict: only these have a guard on what
 * others may have changed (src/sync/promises.md).
 */
export function conflictFacts(at: { item: OutboxItem; view: DocumentView; here: Here }): Conflict | null {
  const { item, view, here } = at;
  const { command: made } = item;
  if ((made.type !== 'respond' && made.type !== 'complete-document') || made.state !== 'conflict') return null;
  const completes = made.type === 'complete-document';
  const command = made.type === 'respond' ? made : { ...made, payload: NOTHING };
  const { document } = view;
  const isCompleted = document.status === 'completed';
  const name = documentHeading(item);
  const code = codeOf(made, isCompleted);
  const happened = happening(code, { view, here });
  const own = view.thread.find((entry) => entry.kind === 'transfer' && entry.pencil?.id === command.id);
  const to = own?.kind === 'transfer' ? joined(own.responsibles.map(fullName)) : null;
  const facts: ConflictFacts = {
    command,
    completes,
    isCompleted,
    canReopen: document.abilities.reopenDocument && document.limit_date >= here.today,
    canTransfer: document.abilities.transferDocument,
    canComplete: completes
      ? document.abilities.completeDocument
      : completesOnceOpen(documentStateOf(document), { userId: made.actorId }),
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
    yours: {
      status: made.type === 'respond' ? statusOfYours(made, here.today) : 'completed',
      to,
      withIds: completes ? (made.basedOn?.responsible_ids ?? null) : null,
    },
    words: {
      currentLimitDate: document.limit_date,
      newLimitDate: command.payload.limit_date,
      to,
      hasWords: hasWords(command),
      isCompleted,
      statusLabel: STATUS_LABEL[document.status],
      completes,
      currentlyWith: joined(document.responsibles.map(fullName)),
    },
  };
}

function codeOf(command: OutboxCommand, isCompleted: boolean): ConflictCode {
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
