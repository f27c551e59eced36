import { writtenDrafts } from '../keep/written-drafts.ts';
import { readMeta } from '../store/storage.ts';
import { awaitsAuthor, isPending, isUnsent } from '../store/outbox-row.ts';
import { liveQuery } from 'dexie';
import type { Mirror } from '../store/schema.ts';
import type { OutboxItem } from './outbox-items.ts';

export type OwnWork = {
  /** Gestures that are not registered, in their order; views are not counted. */
  readonly items: readonly OutboxItem[];
  /** How many of the items can be sent; the others wait for their author's decision. */
  readonly sendable: number;
  /** When each form with something written in it was saved last: epoch ms, ascending. */
  readonly draftsAtMs: readonly number[];
  /**
   * Whether a login has brought the key with which this work is sealed when its person leaves
   * (S94).
   */
  readonly hasKey: boolean;
};

/**
 * The work of a person that exists on this device alone, about which leaving must ask (rules C16,
 * E4). `nowMs`: epoch ms.
 */
export async function ownWork(mirror: Mirror, { nowMs }: { nowMs: number }): Promise<OwnWork> {
  const [all, drafts, key] = await Promise.all([
    unfinishedItems(mirror, nowMs),
    writtenDrafts(mirror),
    readMeta(mirror, 'sealingKey'),
  ]);
  const items = all.filter(({ command }) => isUnsent(command));
  return {
    items,
    sendable: items.filter(({ command }) => isPending(command) && !awaitsAuthor(command)).length,
    draftsAtMs: drafts.map((draft) => draft.savedAtMs).toSorted((left, right) => left - right),
    hasKey: key !== undefined,
  };
}

/**
 * Calls `tell` with the work now and after every change, until the returned function is called. A
 * mirror without a session was emptied by the browser (S172), and `tell` is not called for it.
 */
export function watchOwnWork(mirror: Mirror, tell: (own: OwnWork) => void): () => void {
  const asked = async () => {
    const own = await ownWork(mirror, { nowMs: Date.now() });
    // The session is read last: where it exists, what was read before is not of an emptied
    // database.
    return (await readMeta(mirror, 'session')) === undefined ? null : own;
  };
  const watching = liveQuery(asked).subscribe({
    next: (own) => {
      if (own !== null) tell(own);
    },
    // The database is gone: every part that needs it reports that itself.
    error: () => undefined,
  });
  return () => watching.unsubscribe();
}

/** Whether the mirror holds any work of its person, sealed work included. */
export async function hasWork(mirror: Mirror): Promise<boolean> {
  const unsent = await mirror.commands.where('state').notEqual('done').count();
  return unsent > 0 || (await writtenDrafts(mirror)).length > 0;
}

/**
 * Reads the commands that are not done, as items. The code of items is loaded only when there are
 * any: every screen can be left, and mostly there are none.
 */
async function unfinishedItems(mirror: Mirror, nowMs: number): Promise<OutboxItem[]> {
  if ((await mirror.commands.where('state').notEqual('done').count()) === 0) return [];
  const { outboxItems } = await import('./outbox-items.ts');
  return outboxItems(mirror, { nowMs });
}
