// Everything that starts drain and pull in a page (src/sync/promises.md, Drain). No trigger is
// relied on alone: the tick finds what the others missed (src/sync/promises.md, hazard 10), and
// Background Sync is only a bonus of the worker (src/sync/promises.md, hazard 5).

import { areKeptDetailsDue } from '#mirror/engine/changes.ts';
import { isIndexDue } from '#mirror/engine/document-index.ts';
import { isAnyOver, isAnyUndone, releaseHeld } from '#mirror/outbox/waiting.ts';
import { readConnection } from '#mirror/questions/connection.ts';
import { hasAccesses } from '#mirror/store/device-facts.ts';
import type { DoubtAnswer } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { liveQuery } from 'dexie';
import { backoffMs } from './backoff.ts';
import type { DrainResult } from './drain.ts';
import { browserStream, listenLive, type OpenStream } from './live.ts';
import { loadPlainServer } from './load-plain-server.ts';
import type { PageSending } from './page-sending.ts';
import { browserPage, type PageSignal, type PageSignals } from './page-signals.ts';
import { pageStore } from './page-store.ts';
import type { PullParts, PullResult } from './parts.ts';
import { pullParts } from './server-ways.ts';
import { pull } from './pull.ts';
import type { SyncClient, SyncRuntime } from './runtime.ts';
import { browserSignals, type SessionSignals } from './session-gate.ts';
import { watchSpace } from './space.ts';
import { noteTrouble, noting } from './trouble.ts';
import { tellWorker } from './wake-worker.ts';

export type Sync = {
  /** Ends all triggers; a running request ends by itself. */
  stop(): void;
  /** Sends the commands that are due, now. */
  drainNow(): Promise<DrainResult>;
  /**
   * Asks the server for everything that is new, because a person wants it now. If a pull is
   * running, another one follows it.
   */
  pullNow(): Promise<PullResult | 'full'>;
  /**
   * Asks whether the server has a command whose answer was lost. A command that turns out to be
   * registered is shown in ink soon after.
   */
  withdrawCommand(commandId: string): Promise<DoubtAnswer>;
  /** Whether the last page did not fit on this device. */
  isFull(): boolean;
};

type PageParts = {
  readonly page: PageSignals;
  readonly signals: SessionSignals;
  readonly openStream: OpenStream;
  readonly tellWorker: typeof tellWorker;
};

const TICK_MS = 20_000;
/** How often a visible page looks whether the network is back, while work waits for it. */
const ASK_AGAIN_MS = 4_000;
const AT_LEAST_MS = 500;
const POLL_MS = 60_000;

const NOTHING_DUE: DrainResult = { ended: 'empty', acknowledged: 0, nextDueMs: null };
const LEFT_TO_OTHERS: DrainResult = { ended: 'busy', acknowledged: 0, nextDueMs: null };

const BROWSER: PageParts = { page: browserPage, signals: browserSignals, openStream: browserStream, tellWorker };

type Start = {
  readonly runtime: SyncRuntime;
  readonly parts?: PageParts;
  /** Called when the device has no space for a page, and when it has again. */
  readonly onFull?: (isFull: boolean) => void;
  /**
   * Called with the ids of unsent commands whenever they change; not before there is an unsent
   * command.
   */
  readonly onUnsent?: (ids: readonly string[]) => void;
};

/** Starts sending and pulling for the person whose mirror the runtime holds. */
export function startSync({
  runtime,
  parts = BROWSER,
  onFull = () => undefined,
  onUnsent = () => undefined,
}: Start): Sync {
  const { page, signals } = parts;
  const store = pageStore(runtime, {
    keepIndex: () => keepWhenDue(runtime.mirror),
    // On a full device the worker is not asked to fetch details: this page does it, finds out
    // whether there is space again, and shows it.
    tell: (message) => !space.isFull() && parts.tellWorker(message),
  });
  const again = watchPulls(runtime, { again: () => page.isVisible() && start(pullSoon) });
  const pulling: PullParts = {
    ...pullParts(runtime, { store, plain: loadPlainServer }),
    onPause: again.asked,
  };
  let sending: PageSending | null = null;
  /**
   * What sends, loaded once the outbox is not empty; null until then. `missing`: its code could not
   * be loaded, and the reason is noted.
   */
  async function sender(): Promise<PageSending | null | 'missing'> {
    try {
      if (sending !== null || !(await isAnyUndone(runtime.mirror))) return sending;
      const { pageSending } = await import('./page-sending.ts');
      if (!stopped) sending ??= pageSending(pulling, { signals, onUnsent });
      return sending;
    } catch (error) {
      noteTrouble(runtime, error, { where: 'sender' });
      return 'missing';
    }
  }
  const drainNow = joined(async () => {
    const found = await sender();
    // A page without the code for sending acts as if another context were sending: the worker
    // sends.
    const result = found === 'missing' ? LEFT_TO_OTHERS : ((await found?.drain()) ?? NOTHING_DUE);
    againWhenDue(result);
    return result;
  });
  const space = watchSpace(runtime, { again: () => start(pullSoon), onFull });
  let isAsked = false;
  const pullNow = joined(async () => {
    const asked = { ...pulling, isAsked };
    isAsked = false;
    const result = await space.keep(() => pull(asked));
    if (!stopped) again.ended(result);
    return result;
  });
  let live = page.isVisible() ? listen() : null;
  let pulledAtMs = 0;
  let stopped = false;

  function listen() {
    return listenLive({ runtime, openStream: parts.openStream, onMore: () => start(pullSoon) });
  }
  async function pullSoon(): Promise<void> {
    if (space.mustWait()) return;
    pulledAtMs = runtime.clock();
    if ((await pullNow()) !== 'pulled') return;
    await drainNow();
    if (await hasAccesses(runtime.userId))
      await (await import('./send-accesses.ts')).sendAccesses(runtime, pulling.client);
  }
  async function everything(): Promise<void> {
    await drainNow();
    await pullSoon();
  }
  async function tick(): Promise<void> {
    if (!page.isVisible()) return;
    const found = await sender();
    const due = found === 'missing' ? [] : ((await found?.due(runtime.clock())) ?? []);
    if (due.length > 0) await drainNow();
    // The clock may have been set back since the last pull.
    if (Math.abs(runtime.clock() - pulledAtMs) >= POLL_MS) await pullSoon();
  }
  let cancelAgain: () => void = () => undefined;
  /** Sets a timer for the next due time, so that the tick need not find it. */
  function againWhenDue({ ended, nextDueMs }: DrainResult): void {
    cancelAgain();
    // The context that drains now may stop halfway, so this one looks again.
    const lookAgain = ended === 'network' || ended === 'busy';
    if (stopped || ended === 'login' || (nextDueMs === null && !lookAgain)) return;
    const dueInMs = Math.max((nextDueMs ?? 0) - runtime.clock(), AT_LEAST_MS);
    const waitMs = lookAgain ? ASK_AGAIN_MS : dueInMs;
    if (waitMs > TICK_MS) return;
    cancelAgain = runtime.setTimer(() => {
      if (page.isVisible()) start(drainNow);
    }, waitMs);
  }
  function start(work: () => Promise<unknown>): void {
    if (stopped) return;
    // `noting` has noted the error, and the next trigger tries again.
    noting(runtime, 'trigger', work).catch(() => undefined);
  }
  function onSignal(signal: PageSignal): void {
    if (signal === 'hidden') {
      live?.stop();
      live = null;
      // Stores the index of documents, which acts without a network may have changed since the last
      // pull.
      start(() => keepWhenDue(runtime.mirror));
      return;
    }
    if (signal === 'worker-full') return space.noteFull();
    if (page.isVisible()) live ??= listen();
    start(signal === 'worker-drained' ? pullSoon : everything);
  }

  let cancel: () => void = () => undefined;
  const arm = () => {
    cancel = runtime.setTimer(() => {
      start(tick);
      arm();
    }, TICK_MS);
  };
  const unlisten = page.listen(onSignal);
  const unwatch = watchLogin(runtime, () => start(everything));
  arm();
  start(() => tidy(runtime, pulling.client));
  start(everything);

  return {
    stop() {
      stopped = true;
      cancel();
      cancelAgain();
      again.stop();
      space.stop();
      unlisten();
      unwatch();
      live?.stop();
      sending?.stop();
    },
    drainNow,
    pullNow() {
      isAsked = true;
      return pullNow();
    },
    isFull: space.isFull,
    async withdrawCommand(commandId) {
      const found = await sender();
      // Without the code for sending, the server can't be asked.
      const said = found === 'missing' ? 'unreachable' : ((await found?.withdraw(commandId)) ?? 'unreachable');
      if (said === 'registered') start(pullSoon);
      return said;
    },
  };
}

/**
 * Calls `onLogin` when a profile that waited for its person may send again, in whatever tab they
 * logged in.
 */
function watchLogin(runtime: SyncRuntime, onLogin: () => void): () => void {
  let waited = false;
  const watching = liveQuery(() => readConnection(runtime.mirror, true)).subscribe({
    next({ needsLogin: waits }) {
      if (waited && !waits) onLogin();
      waited = waits;
    },
    error: (error) => void noteTrouble(runtime, error, { where: 'connection' }),
  });
  return () => watching.unsubscribe();
}

/**
 * Once per start: commands that a newer application or server may understand now are tried again;
 * receipts whose answer was lost are fetched; done commands and details that are not read are
 * deleted after their time.
 */
async function tidy(runtime: SyncRuntime, client: SyncClient): Promise<void> {
  const { mirror, clock } = runtime;
  await releaseHeld(mirror, { errorClass: 'unsupported', nowMs: clock() });
  // The code is loaded only where there is something to delete. If it can't be loaded, the next
  // start deletes.
  if (await isAnyOver(mirror)) await (await import('./tidy-done.ts')).tidyDone(runtime, client);
}

/**
 * Makes `work` run once at a time. Calls during a run share one more run after it, which sees what
 * changed in between.
 */
function joined<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  let following: Promise<Result> | null = null;
  const run = (): Promise<Result> => {
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (running === null) return run();
    following ??= running.then(ignore, ignore).then(() => {
      following = null;
      return run();
    });
    return following;
  };
}

function ignore(): void {
  return undefined;
}

/**
 * Stores the index of documents and the list of kept details for a fast next start. If its code
 * can't be loaded, the next start reads more.
 */
async function keepWhenDue(mirror: Mirror): Promise<void> {
  if (!isIndexDue(mirror) && !areKeptDetailsDue(mirror)) return;
  const keeping = await import('#mirror/engine/keep-for-start.ts').catch(() => null);
  await keeping?.keepForStart(mirror);
}

/** When a pull that got no answer of our server is tried again (src/sync/promises.md, Pull). */
type PullAgain = {
  /** Called with the pause that the server asks for, before the pull that it answered ends. */
  readonly asked: (waitMs: number) => void;
  readonly ended: (result: PullResult | 'full') => void;
  readonly stop: () => void;
};

/** `again` is called when it is time to pull again. */
function watchPulls(runtime: Pick<SyncRuntime, 'random' | 'setTimer'>, { again }: { again: () => void }): PullAgain {
  let failures = 0;
  let askedMs = 0;
  let cancel: () => void = () => undefined;

  return {
    asked(waitMs) {
      askedMs = waitMs;
    },
    ended(result) {
      // Another context pulls now, and has pauses of its own.
      if (result === 'busy') return;
      cancel();
      failures = result === 'later' ? failures + 1 : 0;
      const leastMs = askedMs;
      askedMs = 0;
      if (failures > 0) cancel = runtime.setTimer(again, Math.max(backoffMs(failures, runtime.random()), leastMs));
    },
    stop: () => cancel(),
  };
}
