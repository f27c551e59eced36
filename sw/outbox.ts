// The outbox when no page sends it, and the mirror when none reads. Background Sync is a bonus (trap 5): workbox's Queue
// registers its event and runs once at start where the browser has none (trap 4). Its own store of requests is never used:
// it deletes before sending.

import type { FromWorker } from '#contract/worker-messages.ts';
import { readDeviceFacts } from '#mirror/store/device-facts.ts';
import { openAnsweringMirror } from '#mirror/opening/open-mirror.ts';
import { profileName } from '#mirror/store/schema.ts';
import { browserClientParts, browserRuntime } from '#sync/browser-runtime.ts';
import { createClient } from '#sync/client.ts';
import { drain, drainOver, type DrainResult } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import { syncParts } from '#sync/sync-parts.ts';
import { Queue } from 'workbox-background-sync';

/** Build-time address of the server; empty = the page's own origin. */
const BASE_URL = import.meta.env.VITE_API_BASE_URL ?? '';

let queue: Queue | null = null;

/** Ends the session of a person who left without a network, whoever's outbox there is (S33). */
const settleLogout = () => createClient(browserClientParts(BASE_URL)).settleLogout();

/** The part of the browser's SyncEvent that is read. */
type SyncLike = Event & { readonly lastChance?: boolean };

/** Called once at start: listens to the sync event; where the browser has none, the queue runs this now. */
export function watchOutbox(worker: ServiceWorkerGlobalScope): void {
  let isLastChance = false;
  if ('sync' in worker.registration) {
    // Before the queue's own listener, which says nothing of it.
    worker.addEventListener('sync', (event) => {
      isLastChance = (event as SyncLike).lastChance === true;
    });
  }
  queue = new Queue('outbox', {
    onSync: async () => {
      try {
        // After its last chance the browser asks no more. Before sending, so that a worker that is killed is called again.
        if (isLastChance && (await isWaiting())) await queue?.registerSync();
        if (!(await settleLogout())) throw new Error('the server does not know yet that its person has left');
        // A page that sends may close at any moment: the worker waits and sends what the page leaves.
        const parts = await lastPersonParts();
        if (parts !== null) await drainOver(parts);
        const result = await drainLastPerson(worker);
        if (result !== null && isLeft(result)) throw new Error('work is left in the outbox');
      } catch (error) {
        // An error is how the browser learns that it should ask again. Without the event nobody hears it: the page sends.
        if ('sync' in worker.registration) throw error;
      }
    },
  });
}

/** A page says that there may be work in its mirror. */
export async function drainAndTell(worker: ServiceWorkerGlobalScope, profile: string): Promise<void> {
  const facts = await readDeviceFacts();
  // Only the person of this device's session is sent for: the server would refuse anybody else (I4).
  if (facts.lastPerson === null || profileName(facts.lastPerson.userId) !== profile) return;
  // Before sending, so that a worker that is killed in between is called again.
  await queue?.registerSync();
  const result = await drainLastPerson(worker);
  if (result !== null && isLeft(result)) await queue?.registerSync();
}

/** The server has news, and is there: what waits is sent, what is new is read, so that it opens without a network later. */
export async function exchange(worker: ServiceWorkerGlobalScope): Promise<void> {
  if (!(await settleLogout())) return;
  await drainLastPerson(worker);
  const parts = await lastPersonParts();
  if (parts !== null) await pull(parts);
}

/** A page says that its person leaves: the browser calls this worker when there is a network, whether a page is open or not. */
export async function tellOfLeaving(): Promise<void> {
  await queue?.registerSync();
  await settleLogout();
}

async function isWaiting(): Promise<boolean> {
  if ((await readDeviceFacts()).logoutOwed) return true;
  const parts = await lastPersonParts();
  return parts !== null && (await parts.outbox.nextDueMs(parts.runtime.clock())) !== null;
}

async function drainLastPerson(worker: ServiceWorkerGlobalScope): Promise<DrainResult | null> {
  const parts = await lastPersonParts();
  if (parts === null) return null;
  const result = await drain(parts);
  if (result.acknowledged > 0) await tell(worker, { type: 'drained', profile: parts.runtime.mirror.name });
  return result;
}

/** What sends and reads for the person of this device; null when nobody is in. */
async function lastPersonParts(): Promise<ReturnType<typeof syncParts> | null> {
  const { lastPerson } = await readDeviceFacts();
  if (lastPerson === null || lastPerson.sessionEnded) return null;
  const { userId } = lastPerson;
  // Before any lock is asked for: a login waits for whatever holds one.
  const { mirror } = await openAnsweringMirror(userId);
  return syncParts(browserRuntime({ mirror, userId, baseUrl: BASE_URL }));
}

function isLeft(result: DrainResult): boolean {
  return result.nextDueMs !== null && result.ended !== 'login';
}

async function tell(worker: ServiceWorkerGlobalScope, message: FromWorker): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window' });
  for (const page of pages) page.postMessage(message);
}
