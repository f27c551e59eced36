import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Page } from '@playwright/test';

export type StoredCommand = Pick<OutboxCommand, 'id' | 'seq' | 'type' | 'documentKey' | 'actorId' | 'state'> & {
  /** The text of a reply; null for any other command. */
  readonly text: string | null;
};

/**
 * The commands of the mirror in the order in which they were made, read from any page of the
 * application's origin.
 */
export function outboxOf(page: Page): Promise<StoredCommand[]> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
      });
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => /^malote-\d+$/.test(one));
    if (name === undefined) throw new Error('there is no mirror');
    const database = await answer(indexedDB.open(name));
    try {
      const rows = await answer<OutboxCommand[]>(database.transaction('commands').objectStore('commands').getAll());
      return rows
        .map(({ id, seq, type, documentKey, actorId, state, payload }) => {
          const text = type === 'respond' ? (payload as { content: string }).content : null;
          return { id, seq, type, documentKey, actorId, state, text };
        })
        .toSorted((one, other) => one.seq - other.seq);
    } finally {
      database.close();
    }
  });
}
