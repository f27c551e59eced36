import type { OutboxItem } from '#mirror/questions/outbox-items.ts';

/**
 * What its author did to the document after `item` and what goes by itself once that is decided, in its order. Views say
 * nothing to decide by; what needs its author too asks for a decision of its own.
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
