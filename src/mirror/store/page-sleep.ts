// A page that is left may go to sleep in the browser's cache of pages, with the transactions it has open. A sleeping page
// never ends them, and every other page and the worker waits behind them for good. So a page ends them itself when it is
// left, and opens nothing until it is shown again.

const running = new Set<IDBTransaction>();
const ending = new WeakSet<IDBTransaction>();
let asleep: { readonly until: Promise<void>; readonly wake: () => void } | null = null;

/** A transaction that ends with this page's sleep. */
export function endedBySleep<Running extends IDBTransaction>(transaction: Running): Running {
  running.add(transaction);
  const over = () => running.delete(transaction);
  transaction.addEventListener('complete', over);
  transaction.addEventListener('abort', over);
  return transaction;
}

/**
 * Commits a transaction whose last request has been made: from here on the browser completes it without this page. Engines
 * without explicit commits complete it as ever.
 */
export function commitNow(transaction: IDBTransaction): void {
  if (typeof (transaction as { commit?: unknown }).commit !== 'function') return;
  ending.add(transaction);
  transaction.commit();
}

/** Resolves when the page is shown again; null when it does not sleep. */
export function whenAwake(): Promise<void> | null {
  return asleep?.until ?? null;
}

/** The page is put away: what is running is aborted, what may be repeated is repeated when it is back. */
export function fallAsleep(): void {
  if (asleep === null) {
    let wake: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      wake = resolve;
    });
    asleep = { until, wake };
  }
  for (const transaction of running) {
    if (ending.has(transaction)) continue;
    try {
      transaction.abort();
    } catch {
      // It has just ended by itself.
    }
  }
}

/** The page is shown again. */
export function wakeUp(): void {
  asleep?.wake();
  asleep = null;
}

/** Follows a page. A page that goes for good says `persisted: false`: the browser ends what it had open. */
export function sleepWith(page: Pick<EventTarget, 'addEventListener'>): void {
  page.addEventListener('pagehide', (event) => {
    if (isKept(event)) fallAsleep();
  });
  page.addEventListener('pageshow', (event) => {
    if (isKept(event)) wakeUp();
  });
}

function isKept(event: Event): boolean {
  return (event as { readonly persisted?: boolean }).persisted === true;
}

// A worker has neither event and does not sleep this way; some test runners have no events at all.
if (typeof addEventListener === 'function') sleepWith(globalThis);
