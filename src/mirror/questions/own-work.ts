import { writtenDrafts } from '../keep/drafts.ts';
import { isCounted, isPending } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';
import { outboxItems, type OutboxItem } from './outbox-items.ts';

export type OwnWork = {
  /** Gestures that are not registered, in their order; views are not counted. */
  readonly items: readonly OutboxItem[];
  /** How many of them can be sent; the others wait for their author's decision. */
  readonly sendable: number;
  /** When each form with something written in it was saved last, epoch ms. */
  readonly draftsAtMs: readonly number[];
};

/** What leaving this device concerns: work of its person that exists here alone (rules C16, E4). `nowMs`: epoch ms. */
export async function ownWork(mirror: Mirror, { nowMs }: { nowMs: number }): Promise<OwnWork> {
  const [all, drafts] = await Promise.all([outboxItems(mirror, { nowMs }), writtenDrafts(mirror)]);
  const items = all.filter(({ command, group }) => group !== 'sent' && isCounted(command));
  return {
    items,
    sendable: items.filter(({ command }) => isPending(command)).length,
    draftsAtMs: drafts.map((draft) => draft.savedAtMs).toSorted((left, right) => left - right),
  };
}
