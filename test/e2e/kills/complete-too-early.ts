/**
 * Runs in a page before its code: a planted weakness. What the application is told to be complete is still an open transaction of
 * the outbox, so that a kill in this time loses it.
 */
export function completeTooEarly(): void {
  // How long the transaction stays open after it was called complete, in ms: longer than a kill waits.
  const LATE_MS = 400;
  const original = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'commit')?.value as () => void;
  const commit = (transaction: IDBTransaction): void => original.call(transaction);
  IDBTransaction.prototype.commit = function commitLater(this: IDBTransaction): void {
    if (this.mode !== 'readwrite' || !this.objectStoreNames.contains('commands')) {
      commit(this);
      return;
    }
    const store = this.objectStore('commands');
    const told = this.oncomplete;
    this.oncomplete = null;
    const until = performance.now() + LATE_MS;
    const keepOpen = (): void => {
      if (performance.now() > until) return commit(this);
      store.count().addEventListener('success', keepOpen);
    };
    keepOpen();
    told?.call(this, new Event('complete'));
  };
}
