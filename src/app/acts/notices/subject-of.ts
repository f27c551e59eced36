import { isRowCommand, type OutboxCommand } from '#mirror/store/outbox-row.ts';

/**
 * The subject of a command's messages is its document: a new message replaces the one with the same
 * subject. Messages of acts on rows have no subject, because each may offer to undo its act.
 */
export function subjectOf(command: OutboxCommand): string | undefined {
  return isRowCommand(command) ? undefined : command.documentKey;
}
