import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';

/** The commands of this device but views, in the order of their doing. */
export async function actsOf(mirror: Mirror): Promise<OutboxCommand[]> {
  return (await mirror.commands.orderBy('seq').toArray()).filter(({ type }) => type !== 'record-view');
}
