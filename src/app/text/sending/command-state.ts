// The state of a command in words (src/ui/look.md, look 6): the same on an item of Pendências and
// under a message in pencil.

import { isOwnTrouble, type OutboxCommand, shownCommand } from '#mirror/store/outbox-row.ts';
import { isRowCommand } from '#mirror/store/row-commands.ts';
import { noteOf, registeredOf } from '#mirror/store/registered.ts';
import { NOTE_TEXT } from '#contract/refusal-text.ts';
import { formatDay, formatSize, formatTime } from '../words/format.ts';
import { DELETED_HERE, rowRefusal } from './row-acts.ts';
import {
  backoffText,
  heldText,
  notedText,
  notSeenText,
  OUTBOX_TEXT,
  refusalReason,
  registeredText,
  STATE_TEXT,
} from './outbox.ts';

// Sentences that say what stands instead of a change that had no effect (rule E6).

/**
 * `A data de Beatriz Lima, 21/03/2026, é mais tarde e ficou.`; null when the whole command is
 * registered.
 */
export function noteSentence(command: OutboxCommand, personName: (id: number) => string): string | null {
  const code = noteOf(command);
  if (code === null) return null;
  const asked = askedDateOf(command);
  const note = command.receipt?.note;
  if (note === undefined || asked === null || code === 'already_completed') return NOTE_TEXT[code];
  const day = formatDay(note.limit_date);
  if (code === 'already_open') {
    return asked === note.limit_date
      ? NOTE_TEXT[code]
      : `O documento já estava aberto, e a data limite continua ${day}.`;
  }
  if (note.user_id === null) return NOTE_TEXT[code];
  const isOwn = note.user_id === command.actorId;
  if (asked === note.limit_date) {
    return isOwn
      ? `A data limite já era ${day}.`
      : `${personName(note.user_id)} já tinha mudado a data limite para ${day}.`;
  }
  const whose = isOwn ? 'A sua outra data' : `A data de ${personName(note.user_id)}`;
  return `${whose}, ${day}, é mais tarde e ficou.`;
}

function askedDateOf(command: OutboxCommand): string | null {
  return command.type === 'respond' || command.type === 'reopen-document' ? command.payload.limit_date : null;
}

export type StateTone = 'pencil' | 'active' | 'danger' | 'ok' | 'note';
export type StateIcon = 'clock' | 'sending' | 'retry' | 'login' | 'link' | 'compare' | 'refused' | 'done' | 'note';

export type StateWords = {
  readonly text: string;
  /** Follows a bold `text`, such as the server's reason after `Não aceito:`. */
  readonly reason: string | null;
  readonly icon: StateIcon;
  readonly tone: StateTone;
};

export type StateFrame = {
  readonly nowMs: number;
  readonly zone: string;
  readonly needsLogin: boolean;
  readonly isWaiting: boolean;
  /** The command that it waits for needs its author. */
  readonly isBlocked?: boolean;
  /** Nothing can be sent now. */
  readonly isOffline?: boolean;
  /** The person whose change stands instead, for a command that had no effect. */
  readonly personName: (id: number) => string;
};

/** Words of a command that waits, with how much of its attachments is there already. */
export function stateWords(stored: OutboxCommand, frame: StateFrame): StateWords {
  const command = shownCommand(stored, frame.nowMs);
  const words = wordsOf(command, frame);
  const percent = sentPercent(command);
  if (percent === null || !WAITING.has(command.state)) return words;
  return { ...words, text: `${words.text} · anexos: ${percent} % enviados` };
}

const WAITING: ReadonlySet<OutboxCommand['state']> = new Set(['queued', 'unknown', 'backoff']);

/** Exhaustive: a state without words does not compile. */
function wordsOf(command: OutboxCommand, frame: StateFrame): StateWords {
  const inPencil = (text: string, icon: StateIcon): StateWords => ({ text, reason: null, icon, tone: 'pencil' });
  switch (command.state) {
    case 'queued':
    case 'unknown':
      if (isHeldBack(command, frame.nowMs))
        return { ...inPencil(DELETED_HERE.text, 'clock'), reason: DELETED_HERE.reason };
      if (frame.needsLogin) return inPencil('Entre para enviar', 'login');
      if (command.state === 'unknown' && isOwnTrouble(command.lastError)) {
        return inPencil(backoffText(command.lastError, command.dueAtMs - frame.nowMs), 'retry');
      }
      if (command.lastError?.absentAt !== undefined)
        return inPencil(notSeenText(command.dueAtMs - frame.nowMs), 'retry');
      if (frame.isBlocked === true) return inPencil(OUTBOX_TEXT.waitsForYou, 'link');
      if (frame.isWaiting) return inPencil(OUTBOX_TEXT.waitsForOther, 'link');
      if (frame.isOffline === true) return inPencil(OUTBOX_TEXT.waitsForNetwork, 'clock');
      return inPencil(STATE_TEXT[command.state], 'clock');
    case 'backoff':
      if (frame.needsLogin) return inPencil('Entre para enviar', 'login');
      return inPencil(backoffText(command.lastError, command.dueAtMs - frame.nowMs), 'retry');
    case 'sending':
      return { ...inPencil(sendingText(command), 'sending'), tone: 'active' };
    case 'held':
      return inPencil(heldText(command.lastError), 'link');
    case 'conflict':
      return { ...inPencil(STATE_TEXT.conflict, 'compare'), tone: 'danger' };
    case 'refused':
      return { text: 'Não aceito:', reason: refusalOf(command), icon: 'refused', tone: 'danger' };
    case 'done': {
      const time = command.doneAtMs === null ? '' : formatTime(command.doneAtMs, frame.zone);
      const reason = noteSentence(command, frame.personName);
      if (reason === null) {
        const found = command.found === true ? OUTBOX_TEXT.found : null;
        return { ...inPencil(registeredText(time), 'done'), tone: 'ok', reason: found };
      }
      return { text: notedText(registeredOf(command), time), reason, icon: 'note', tone: 'note' };
    }
  }
}

/**
 * Whether a deletion of rows waits only because it can still be taken back: nothing has tried to
 * send it.
 */
export function isHeldBack({ type, state, attempts, dueAtMs }: OutboxCommand, nowMs: number): boolean {
  return type === 'delete-rows' && state === 'queued' && attempts === 0 && dueAtMs > nowMs;
}

/**
 * Why a command was refused: a document or row that is gone has words of its own, anything else the
 * server's.
 */
export function refusalOf(command: OutboxCommand): string {
  return (isRowCommand(command) ? rowRefusal(command) : null) ?? refusalReason(command.lastError);
}

/**
 * How much of its files the server holds, in whole per cent; null where nothing of them went ahead
 * of it. How much of a form has been sent can't be known (S15, S101).
 */
export function sentPercent({ files, sentBytes = 0 }: OutboxCommand): number | null {
  const bytes = bytesOf(files);
  return sentBytes === 0 || bytes === 0 ? null : Math.min(100, Math.floor((sentBytes / bytes) * 100));
}

/**
 * `Enviando… 5,2 MB`: the size of what is sent; `Enviando… 40 % de 5,2 MB` where it goes in parts.
 */
function sendingText(command: OutboxCommand): string {
  const bytes = bytesOf(command.files);
  const percent = sentPercent(command);
  if (bytes === 0) return STATE_TEXT.sending;
  return `${STATE_TEXT.sending} ${percent === null ? '' : `${percent} % de `}${formatSize(bytes)}`;
}

function bytesOf(files: OutboxCommand['files']): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}

/**
 * Whether a command can go back into its form: one that holds words of its author, and is neither
 * being sent nor decided otherwise.
 */
export function canEdit(command: OutboxCommand): boolean {
  return hasForm(command) && command.state !== 'sending' && command.state !== 'done' && command.state !== 'conflict';
}

/** Whether its author filled in a form, and not only pressed a button. */
export function hasForm({ type }: OutboxCommand): boolean {
  return type === 'create-document' || type === 'respond' || type === 'create-row' || type === 'update-row';
}
