// How much of a done command the server's history holds (I9). Its receipt says `applied`, or has a
// note on the part that had no effect.

import { hasText } from '#domain/plain-text.ts';
import type { NoteCode } from '#domain/refusals.ts';
import type { OutboxCommand } from './outbox-row.ts';

/**
 * The note that a command ended with; null while it is not done, and when all of it is in the
 * history.
 */
export function noteOf(command: OutboxCommand): NoteCode | null {
  const result = command.state === 'done' ? command.receipt?.result : undefined;
  return result === undefined || result === 'applied' ? null : result;
}

/**
 * How much of a done command is in the server's history. When a later date stays, the words beside
 * it are still registered.
 */
export function registeredOf(command: OutboxCommand): 'whole' | 'part' | 'none' {
  if (noteOf(command) === null) return 'whole';
  if (command.type !== 'respond') return 'none';
  const { content, responsible_ids: people } = command.payload;
  return hasText(content) || command.files.length > 0 || people !== null ? 'part' : 'none';
}
