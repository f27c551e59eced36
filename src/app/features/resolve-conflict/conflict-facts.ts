// What the conflict dialog knows: the waiting command compared with the present document. Pure.

import { documentStateOf } from '#contract/document-state.ts';
import { completesOnceOpen } from '#domain/document-state.ts';
import { CONFLICT_CODES, type ConflictCode } from '#domain/refusals.ts';
import { statusAt, type Status } from '#domain/status.ts';
import type { CommandOf, OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import type { DocumentView, ThreadEntry } from '#mirror/questions/view-document.ts';
import { conflictTitle, PATH_WORDS } from '../../text/document/conflict.ts';
import { dayName, formatTime, type Here, joined, fullName } from '../../text/words/format.ts';
import { STATUS_LABEL, documentHeading } from '../../text/words/document.ts';
import { hasText } from '#domain/plain-text.ts';
import type { CalendarDay } from '#domain/dates.ts';

/**
 * The fields of the waiting command that decide which choices exist. A completion has an empty
 * payload.
 */
type ConflictCommand = Pick<CommandOf<'respond'>, 'id' | 'documentKey' | 'performedAtMs' | 'payload' | 'files'>;

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
  /** The person whose change caused the conflict; null when the thread on this device lacks it. */
  readonly by: string | null;
  /** The status, and the responsibles in words, that the waiting command would have set. */
  readonly yours: {
    readonly status: Status;
    readonly to: string | null;
    /** The responsibles whom the author of a completion saw; null for other gestures. */
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
    /** The present responsibles. */
    readonly currentlyWith: string;
  };
};

/**
 * The facts of a conflict. Null for any other command: only responses and completions can be in
 * conflict (src/sync/promises.md, Order and guards).
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

/**
 * The registered act that caused the conflict: its author, its time, and the new responsibles of a
 * transfer.
 */
function happening(
  code: ConflictCode,
  { view: { thread, document }, here }: { view: DocumentView; here: Here },
): { by: string | null; at: string | null; to: string | null } {
  const act = thread.findLast((entry) => entry.pencil === null && entry.kind === ACT_OF[code]);
  if (act === undefined || act.kind === 'message') {
    // The row of the document is fetched before its thread, and already has the new responsibles.
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

// The choices that a conflict leaves its author, each with its consequence (rule E6). Pure.

export type Choice = 'then-complete' | 'text-only' | 'on-top' | 'give-up';

export type ConflictFacts = {
  /** Text, date, responsibles and files of a response; empty for a completion. */
  readonly command: Pick<CommandOf<'respond'>, 'payload' | 'files'>;
  /** The command is a completion. */
  readonly completes: boolean;
  readonly isCompleted: boolean;
  /** The author may reopen, and the limit date has not passed (rule A7). */
  readonly canReopen: boolean;
  readonly canTransfer: boolean;
  /** The author may complete the document, after reopening it where it is not open (rule A3). */
  readonly canComplete: boolean;
  readonly currentLimitDate: CalendarDay;
  readonly currentResponsibleIds: readonly number[];
};

export type OpenChoice = {
  readonly choice: Choice;
  /** The choice reopens the document first. */
  readonly reopens: boolean;
};

/** Whether the command has text or files, which can be sent without the rest of it. */
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
 * Whether the choice also discards the completion that waits behind the reply. It does where the
 * choice leaves the document open, or completed by another person.
 */
export function dropsCompletion({ choice }: OpenChoice, { isCompleted }: Pick<ConflictFacts, 'isCompleted'>): boolean {
  return isCompleted && (choice === 'text-only' || choice === 'give-up');
}

// How the status of a document changes with a choice of its author, step by step. Pure.

/**
 * `isPencil`: the server has not registered the step yet. `note`: the person or the act behind it.
 */
export type StatusStep = { readonly status: Status; readonly note: string; readonly isPencil: boolean };

type ConflictChoice = {
  readonly conflict: Pick<Conflict, 'by' | 'yours' | 'command'> & {
    readonly facts: { readonly completes: boolean };
    readonly view: { readonly document: { readonly status: Status } };
  };
  readonly chosen: OpenChoice;
  /** The author's later commands on the document, which are sent after the choice. */
  readonly follows: readonly Pick<OutboxItem, 'command'>[];
};

/** The present status, then each status that the choice and the later commands lead to. */
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
 * The status that a command sets, whatever the status before; null for a command that sets none,
 * such as a reply.
 */
export function statusAfter(command: OutboxCommand): Status | null {
  if (command.type === 'complete-document') return 'completed';
  if (command.type === 'reopen-document') return 'under_review';
  return command.type === 'respond' && command.payload.limit_date !== null ? 'extended' : null;
}
