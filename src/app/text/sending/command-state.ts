// The sentence of a command names its act, not its request (src/ui/look.md, look 6).

import { hasText } from '#domain/plain-text.ts';
import type { OutboxItem } from '#mirror/questions/outbox-items.ts';
import { isSealed } from '#mirror/store/sealed-row.ts';
import { isUnderstood } from '#mirror/store/upcast-command.ts';
import { formatDay, formatSize, formatTime, joined, plural } from '../words/format.ts';
import { rowActSentence, DELETED_HERE, rowRefusal, rowDiscardQuestion } from './row-acts.ts';
import { documentName } from '../words/document.ts';
import {
  isOwnTrouble,
  isRowCommand,
  noteOf,
  type OutboxCommand,
  registeredOf,
  shownCommand,
} from '#mirror/store/outbox-row.ts';
import { NOTE_TEXT } from '#contract/refusal-text.ts';
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

/** Looks up names of people and sectors by id, as the mirror knows them. */
export type Names = {
  readonly person: (id: number) => string;
  readonly sector: (id: number) => string;
};

/**
 * `Transferir PMVI 042 para Obras`, `Prorrogar PMVI 042 até 30/11/2026`, `Responder o documento
 * novo L-7F3A`.
 */
export function actSentenceOf(item: OutboxItem, names: Names): string {
  const { command, title } = item;
  if (!isUnderstood(command)) return isSealed(command) ? 'Trabalho que você guardou ao sair' : 'Item de outra versão';
  const document = documentName(item);
  switch (command.type) {
    case 'create-document':
      return `Criar “${command.payload.title}”`;
    case 'complete-document':
      return `Concluir ${document}`;
    case 'reopen-document': {
      const day = command.payload.limit_date;
      return day === null ? `Reabrir ${document}` : `Reabrir ${document} até ${formatDay(day)}`;
    }
    case 'reassign-document': {
      const { responsible_ids: people } = command.payload;
      return `Redistribuir ${document} para ${joined(people.map(names.person))}`;
    }
    case 'record-view':
      return `Registrar que você viu ${item.ticket === null ? `“${title}”` : document}`;
    case 'respond': {
      const { responsible_ids: people, organization_ids: sectors, limit_date: day, content } = command.payload;
      if (people !== null) {
        const to = sectors.length > 0 ? sectors.map(names.sector) : people.map(names.person);
        return `Transferir ${document} para ${joined(to)}`;
      }
      if (day !== null) return `Prorrogar ${document} até ${formatDay(day)}`;
      return hasText(content) ? `Responder ${document}` : `Anexar arquivos a ${document}`;
    }
    case 'create-row':
    case 'update-row':
    case 'switch-rows':
    case 'delete-rows':
      return rowActSentence(command);
  }
}

const SMALLEST_BYTES = 1000;

/**
 * The approximate number of bytes that a command sends, in text and files; 1,000 at least, so that
 * it is never shown as less than `1 KB`.
 */
export function sizeOf({ command }: OutboxItem): number {
  const text = JSON.stringify(command.payload).length;
  return Math.max(
    SMALLEST_BYTES,
    command.files.reduce((sum, file) => sum + file.size, text),
  );
}

// The state of a command in words (src/ui/look.md, look 6). They are the same on an item of
// Pendências and under a message in pencil. The sentences for a change without an effect (rule E6)
// are among them.

/**
 * What stands in place of a command that had no effect, or not all of it: `A data de Beatriz Lima,
 * 21/03/2026, é mais tarde e ficou.` Null when the whole command is registered.
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

type StateTone = 'pencil' | 'active' | 'danger' | 'ok' | 'note';
export type StateIcon = 'clock' | 'sending' | 'retry' | 'login' | 'link' | 'compare' | 'refused' | 'done' | 'note';

export type StateWords = {
  readonly text: string;
  /** Follows the bold `text`: the server's reason after `Não aceito:`, for example. */
  readonly reason: string | null;
  readonly icon: StateIcon;
  readonly tone: StateTone;
};

export type StateFrame = {
  readonly nowMs: number;
  readonly zone: string;
  readonly needsLogin: boolean;
  readonly isWaiting: boolean;
  /** Whether this command waits for an earlier one that needs its author. */
  readonly isBlocked?: boolean;
  /** Whether nothing can be sent now. */
  readonly isOffline?: boolean;
  /** Names the person whose change stands, for a command that had no effect. */
  readonly personName: (id: number) => string;
};

/** The state of a command, and how much of its files the server has already. */
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
 * Whether a deletion of rows waits only for the end of its undo time: no attempt was made to send
 * it.
 */
function isHeldBack({ type, state, attempts, dueAtMs }: OutboxCommand, nowMs: number): boolean {
  return type === 'delete-rows' && state === 'queued' && attempts === 0 && dueAtMs > nowMs;
}

/**
 * Why a command was refused. For rows that are gone the device has a sentence of its own; otherwise
 * it is the server's.
 */
export function refusalOf(command: OutboxCommand): string {
  return (isRowCommand(command) ? rowRefusal(command) : null) ?? refusalReason(command.lastError);
}

/**
 * How many bytes of the command's files the server has, in whole per cent. Null where none went
 * ahead in parts (S101): the progress of a form is unknown (S15).
 */
export function sentPercent({ files, sentBytes = 0 }: OutboxCommand): number | null {
  const bytes = bytesOf(files);
  return sentBytes === 0 || bytes === 0 ? null : Math.min(100, Math.floor((sentBytes / bytes) * 100));
}

/**
 * `Enviando… 5,2 MB`: the size of the files; `Enviando… 40 % de 5,2 MB` where they go ahead in
 * parts.
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
 * Whether a command can go back into its form: it was made in one, is not being sent, and is
 * neither done nor in conflict.
 */
export function canEdit(command: OutboxCommand): boolean {
  return hasForm(command) && command.state !== 'sending' && command.state !== 'done' && command.state !== 'conflict';
}

/** Whether the command was made in a form, and not by the press of a button alone. */
export function hasForm({ type }: OutboxCommand): boolean {
  return type === 'create-document' || type === 'respond' || type === 'create-row' || type === 'update-row';
}

// The question before a command is discarded (src/ui/look.md, look 6).

export const DISCARD_TEXT = {
  confirm: 'Descartar',
  keep: 'Manter',
  done: 'Descartado deste aparelho',
  asking: 'Conferindo com o servidor se já foi registrado…',
  inDoubt:
    'Atenção: pode já ter sido registrado, e o servidor não respondeu agora. Se foi, continua registrado mesmo descartado aqui.',
  failed: 'Não foi possível descartar: o envio já começou.',
} as const;

function nounOf(command: OutboxCommand): { title: string; body: string } {
  if (isRowCommand(command)) return rowDiscardQuestion(command);
  switch (command.type) {
    case 'create-document':
      return {
        title: 'Descartar este documento?',
        body: 'O texto e os arquivos serão apagados deste aparelho.',
      };
    case 'respond':
      if (hasText(command.payload.content)) {
        return { title: 'Descartar esta resposta?', body: 'O texto será apagado deste aparelho.' };
      }
      return command.payload.responsible_ids === null
        ? { title: 'Descartar esta prorrogação?', body: 'O prazo continua como estava.' }
        : { title: 'Descartar esta transferência?', body: 'O documento continua com quem estava.' };
    case 'complete-document':
      return { title: 'Descartar esta conclusão?', body: 'O documento continua aberto.' };
    case 'reopen-document':
      return { title: 'Descartar esta reabertura?', body: 'O documento continua como estava.' };
    case 'reassign-document':
      return { title: 'Descartar esta redistribuição?', body: 'O documento continua com quem estava.' };
    case 'record-view':
      return { title: 'Descartar este registro?', body: 'O servidor não saberá que você viu o documento.' };
  }
}

/**
 * Title and body of the question before a command is discarded. `dependents`: how many commands
 * depend on this one, and are discarded with it.
 */
export function discardQuestion(command: OutboxCommand, dependents: number): { title: string; body: string } {
  const { title, body } = nounOf(command);
  if (dependents === 0) return { title, body };
  const also = plural(dependents, {
    zero: '',
    one: 'Outro envio que depende dele também será descartado.',
    other: (n) => `Outros ${n} envios que dependem dele também serão descartados.`,
  });
  return { title, body: `${body} ${also}` };
}
