import { isRowCommand, type OutboxCommand } from '#mirror/store/outbox-row.ts';

/**
 * What the messages of a command are about: its document, of which one message is shown at a time.
 * Messages of acts on rows have no subject, because each may offer to undo its act.
 */
export function subjectOf(command: OutboxCommand): string | undefined {
  return isRowCommand(command) ? undefined : command.documentKey;
}
