// What a context does of its own when a transaction has been committed, before anything else there hears of it. Dexie asks live
// queries again inside its own listener, which is set when the transaction begins: one that is added later comes after them.

const waiting = new WeakMap<IDBTransaction, (() => void)[]>();

/** Makes a transaction that has just begun tell its commit first to those that `onCommit` names. */
export function tellsCommit<Running extends IDBTransaction>(transaction: Running): Running {
  transaction.addEventListener('complete', () => {
    for (const work of waiting.get(transaction) ?? []) work();
  });
  return transaction;
}

/** Runs `work` when the transaction is committed, and never when it is aborted. */
export function onCommit(transaction: IDBTransaction, work: () => void): void {
  const known = waiting.get(transaction);
  if (known === undefined) waiting.set(transaction, [work]);
  else known.push(work);
}
