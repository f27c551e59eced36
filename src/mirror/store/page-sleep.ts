// A page that a person leaves may go to sleep in the browser's cache of pages, with its
// transactions open. A sleeping page never ends them, and every other page and the worker waits
// behind them for ever. So a page ends its transactions itself when it is left, and opens none
// until it is shown again. Nor does it open any before it has loaded: WebKit does not tell a page
// that is left earlier, and never ends its transactions.

const running = new Set<IDBTransaction>();
const ending = new WeakSet<IDBTransaction>();
let sleeps = 0;
let asleep: { readonly until: Promise<void>; readonly wake: () => void } | null = null;

/** Makes a transaction end when this page goes to sleep. */
export function endedBySleep<Running extends IDBTransaction>(transaction: Running): Running {
  running.add(transaction);
  const over = () => running.delete(transaction);
  transaction.addEventListener('complete', over);
  transaction.addEventListener('abort', over);
  return transaction;
}

/**
 * Commits a transaction, so that the browser completes it without this page. All its requests must
 * have succeeded, or its only request must have been made: when one of several fails after a
 * commit, Firefox keeps the others. Browsers without explicit commits complete the transaction as
 * before.
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

/**
 * How often the page has fallen asleep. A read that ran at that moment has failed, and may be
 * repeated.
 */
export function sleepsSoFar(): number {
  return sleeps;
}

/**
 * Aborts all running transactions, because the page goes to sleep. Work that may be repeated runs
 * again when the page is back.
 */
export function fallAsleep(): void {
  sleeps += 1;
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
      // The transaction has just ended by itself.
    }
  }
}

/** Ends the sleep: the page is shown, for the first time or again. */
export function wakeUp(): void {
  asleep?.wake();
  asleep = null;
}

type Page = Pick<EventTarget, 'addEventListener'> & { readonly document?: { readonly readyState: string } };

/**
 * Makes a page sleep and wake with its events, from its loading on. A page that is closed says
 * `persisted: false`: the browser then ends its transactions. A worker has no document and none of
 * these events, and does not sleep this way.
 */
export function sleepWith(page: Page): void {
  if (page.document !== undefined && page.document.readyState !== 'complete') fallAsleep();
  page.addEventListener('pagehide', (event) => {
    if ((event as { readonly persisted?: boolean }).persisted === true) fallAsleep();
  });
  page.addEventListener('pageshow', wakeUp);
}

// Some test runners have no events at all.
if (typeof addEventListener === 'function') sleepWith(globalThis);

/**
 * How long a database may take for its first answer, in ms. A slow phone needs two or three
 * seconds; a database that hangs never answers.
 */
export const PATIENCE_MS = 10_000;

/**
 * The result of `work`; throws `trouble()` when it takes longer than PATIENCE_MS. `work` itself
 * goes on.
 */
export function inTime<Result>(work: PromiseLike<Result>, trouble: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(trouble()), PATIENCE_MS);
    const done = () => clearTimeout(timer);
    work.then(
      (result) => {
        done();
        resolve(result);
      },
      (error: unknown) => {
        done();
        reject(error instanceof Error ? error : new Error('not answered', { cause: error }));
      },
    );
  });
}
