/**
 * Runs in a page before its code. From when the page has `holds` set, transactions of the outbox
 * stay open: nothing of them is stored yet, and the page has `held` set.
 */
export function openTransactions(): void {
  const page = globalThis as { holds?: boolean; held?: boolean };
  const begin = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')?.value as (
    this: unknown,
    ...given: unknown[]
  ) => IDBTransaction;
  function transaction(this: unknown, ...given: unknown[]): IDBTransaction {
    const begun = begin.apply(this, given);
    if (page.holds !== true || begun.mode !== 'readwrite' || !begun.objectStoreNames.contains('commands')) return begun;
    const store = begun.objectStore('commands');
    const turn = (): void => store.count().addEventListener('success', turn);
    turn();
    page.held = true;
    return begun;
  }
  Object.assign(IDBDatabase.prototype, { transaction });
}
