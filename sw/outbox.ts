// Sends the outbox and pulls when no page does. Background Sync is a bonus (src/sync/promises.md,
// hazard 5): workbox's Queue registers for its event. Where the browser has no such event, the
// Queue runs once at the worker's start (src/sync/promises.md, hazard 4). The Queue's own store of
// requests is never used, because it deletes before sending.

import type { FromWorker } from '#contract/worker-messages.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { makeSpace } from '#mirror/keep/make-space.ts';
import { openAnsweringMirror } from '#mirror/opening/open-mirror.ts';
import { profileName } from '#mirror/store/schema.ts';
import { storageTroubleOf } from '#mirror/store/storage.ts';
import { browserClientParts, browserRuntime, type ServerAt } from '#sync/browser-runtime.ts';
import { createClient } from '#sync/client.ts';
import { drain, drainOver, type DrainResult } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import { fetchAhead } from '#sync/pull-details.ts';
import { syncParts } from '#sync/sync-parts.ts';
import { noteTrouble, noting } from '#sync/trouble.ts';
import { tokenInCookie } from '#sync/token-cookie.ts';
import { Queue } from 'workbox-background-sync';
import { personHere } from './who-is-in.ts';

/** The server's address, as the build set it; empty means the page's own origin. */
const SERVER: ServerAt = { baseUrl: import.meta.env.VITE_API_BASE_URL ?? '', tokenInCookie };

/** Reports an error that belongs to no person's log. */
const WORKER = { log: () => undefined, report: (error: unknown) => reportError(error) };

/**
 * How long an event waits for commands that are due soon: longer than an undo time (S221), and
 * shorter than browsers let an event last.
 */
const LONGEST_WAIT_MS = 35_000;

/** Thrown so that the browser calls the worker again. It is no fault. */
class WorkLeft extends Error {}

/**
 * Runs the work of an event of the worker. An error that was not noted before is reported, because
 * browsers do not show errors of such work.
 */
export function watched(work: () => Promise<void>): Promise<void> {
  return noting(WORKER, 'worker', work);
}

let queue: Queue | null = null;

/**
 * Ends the session of a person who left without a network, whichever person's outbox is on the
 * device (S33).
 */
const settleLogout = () => createClient(browserClientParts(SERVER)).settleLogout();

/** The part of the browser's SyncEvent that is read. */
type SyncLike = Event & { readonly lastChance?: boolean };

/**
 * Called once at the start. The queue calls `onSync` at each sync event; where the browser has no
 * such event, it calls `onSync` now.
 */
export function watchOutbox(worker: ServiceWorkerGlobalScope): void {
  let isLastChance = false;
  if ('sync' in worker.registration) {
    // Registered before the queue's own listener, which does not pass on `lastChance`.
    worker.addEventListener('sync', (event) => {
      isLastChance = (event as SyncLike).lastChance === true;
    });
  }
  queue = new Queue('outbox', {
    onSync: async () => {
      try {
        // After its last chance the browser does not call again, so the worker registers anew. It
        // does so before sending, so that a worker that is killed is called again.
        if (isLastChance && (await isWaiting(worker))) await queue?.registerSync();
        if (!(await settleLogout())) throw new WorkLeft('the server does not know yet that its person has left');
        // A page that sends may close at any moment, so the worker waits and sends what the page
        // leaves.
        const parts = await lastPersonParts(worker);
        if (parts !== null) await drainOver(parts);
        const result = await drainLastPerson(worker);
        if (result !== null && isLeft(result)) throw new WorkLeft('work is left in the outbox');
      } catch (error) {
        // An error tells the browser to call again. Where there is no sync event, nothing would
        // catch the error, and a page sends instead.
        if (!(error instanceof WorkLeft)) noteTrouble(WORKER, error, { where: 'sync event' });
        if ('sync' in worker.registration) throw error;
      }
    },
  });
}

/** Called when a page says that there may be work in its mirror. */
export async function drainAndTell(worker: ServiceWorkerGlobalScope, profile: string): Promise<void> {
  const person = await personHere(worker);
  // Sends only for the person of this device's session: the server would refuse any other (I4).
  if (person === null || profileName(person.userId) !== profile) return;
  // Registered before sending, so that a worker that is killed meanwhile is called again.
  await queue?.registerSync();
  const result = await drainLastPerson(worker);
  if (result !== null && isLeft(result)) await queue?.registerSync();
}

/**
 * Called when the server has news and can be reached: sends what waits and reads what is new, so
 * that it opens without a network later.
 */
export async function exchange(worker: ServiceWorkerGlobalScope): Promise<void> {
  if (!(await settleLogout())) return;
  await drainLastPerson(worker);
  const parts = await lastPersonParts(worker);
  if (parts !== null) await pull(parts);
}

/**
 * Called when a pull of a page brought no rows and details are missing (S149). A page requests the
 * details again that are not fetched now.
 */
export async function fetchDetails(worker: ServiceWorkerGlobalScope, profile: string): Promise<void> {
  try {
    const parts = await lastPersonParts(worker);
    if (parts?.runtime.mirror.name === profile) await fetchAhead(parts);
  } catch (error) {
    const trouble = storageTroubleOf(error);
    if (trouble === null) throw error;
    if (trouble.kind === 'quota') await tell(worker, { type: 'full', profile });
  }
}

/**
 * Called when a page says that its person leaves. The browser then calls this worker once there is
 * a network, whether a page is open or not, so that the server learns of the logout.
 */
export async function tellOfLeaving(): Promise<void> {
  await queue?.registerSync();
  await settleLogout();
}

async function isWaiting(worker: ServiceWorkerGlobalScope): Promise<boolean> {
  if ((await readDeviceFacts()).logoutOwed) return true;
  const parts = await lastPersonParts(worker);
  return parts !== null && (await parts.outbox.nextDueMs(parts.runtime.clock())) !== null;
}

/**
 * Sends what is due, and what is due within the time that the browser gives an event: a page that
 * closes in the undo time of an act leaves it to this worker (S221).
 */
async function drainLastPerson(worker: ServiceWorkerGlobalScope): Promise<DrainResult | null> {
  for (let leftMs = LONGEST_WAIT_MS; ;) {
    const parts = await lastPersonParts(worker);
    if (parts === null) return null;
    const result = await drain(parts);
    if (result.acknowledged > 0) await tell(worker, { type: 'drained', profile: parts.runtime.mirror.name });
    const waitMs = untilSoon(result, parts.runtime.clock());
    if (waitMs === null || waitMs > leftMs) return result;
    leftMs -= waitMs;
    await new Promise<void>((resolve) => {
      parts.runtime.setTimer(resolve, waitMs);
    });
  }
}

/**
 * Milliseconds until the next command is due; null when none will be, when one is due already, or
 * when another trigger waits for it.
 */
function untilSoon({ ended, nextDueMs }: DrainResult, nowMs: number): number | null {
  if (nextDueMs === null || (ended !== 'empty' && ended !== 'busy')) return null;
  // A command that is due already is being sent by another context.
  return nextDueMs > nowMs ? nextDueMs - nowMs : null;
}

/**
 * What a drain and a pull run on, for the person of this device; null when no person is logged in.
 */
async function lastPersonParts(worker: ServiceWorkerGlobalScope): Promise<ReturnType<typeof syncParts> | null> {
  const person = await personHere(worker);
  if (person === null) return null;
  const { userId } = person;
  // Opened before any lock is asked for, because a login waits for the holder of a lock.
  const { mirror, session } = await openAnsweringMirror(userId);
  // A mirror that the browser has emptied is filled only after a login (S172).
  if (session === undefined) return null;
  mirror.makeSpace = () => makeSpace(mirror);
  return syncParts(browserRuntime({ mirror, userId, server: SERVER }));
}

function isLeft(result: DrainResult): boolean {
  return result.nextDueMs !== null && result.ended !== 'login';
}

async function tell(worker: ServiceWorkerGlobalScope, message: FromWorker): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  for (const page of pages) page.postMessage(message);
}
