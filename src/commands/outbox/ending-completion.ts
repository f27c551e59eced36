import { needsAuthor, type CommandOf, type OutboxCommand } from '#mirror/store/outbox-row.ts';

/**
 * The completion with which an author's work on a document ends, among the commands after position
 * `seq` of its lane. Null when none completes it, or a later one reopens it. Commands that wait for
 * a decision of their author don't count.
 */
export function endingCompletion(lane: readonly OutboxCommand[], seq: number): CommandOf<'complete-document'> | null {
  const waiting = lane.filter((command) => command.seq > seq && command.state !== 'done' && !needsAuthor(command));
  const last = waiting.findLast(setsStatus);
  return last?.type === 'complete-document' ? last : null;
}

function setsStatus(command: OutboxCommand): boolean {
  if (command.type === 'respond') return command.payload.limit_date !== null;
  return command.type === 'complete-document' || command.type === 'reopen-document';
}
