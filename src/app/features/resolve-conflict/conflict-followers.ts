import type { OutboxItem } from '#mirror/questions/outbox-items.ts';

/**
 * The author's later commands on the document that are sent by themselves once `item` is decided,
 * in order. Views are left out, because they don't matter for the decision. Commands that need
 * their author too are left out, because each asks for a decision of its own.
 */
export function followersOf(item: OutboxItem, items: readonly OutboxItem[]): OutboxItem[] {
  const { documentKey, seq } = item.command;
  return items.filter(
    ({ command, group }) =>
      command.documentKey === documentKey &&
      command.seq > seq &&
      command.type !== 'record-view' &&
      (group === 'queued' || group === 'sending'),
  );
}
