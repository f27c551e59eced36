// Sentences that say what stands instead of a change that had no effect (rule E6).

import { NOTE_TEXT } from '#contract/refusal-text.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import { noteOf } from '#mirror/store/registered.ts';
import { formatDay } from './format.ts';

/** `A data de Beatriz Lima, 21/03/2026, é mais tarde e ficou.`; null when the whole command is registered. */
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
