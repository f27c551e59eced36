// Outbox → server, by the same code in the worker and in the page (src/sync/promises.md, Drain).
// One drain runs per device, by a lock. Locks are not reliable (src/sync/promises.md, hazard 29),
// so each command also has a fenced lease. The network is used outside transactions. Recording is a
// step of its own, so that a local failure after sending never looks like a refusal
// (src/sync/promises.md, hazard 8). Up to three lanes are sent at once, each in its order; a free
// lane waits for no other.

import { connectionOf } from '#mirror/questions/connection.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Claim, DrainParts } from './parts.ts';
import { judgedByProbe, type Outcome } from './outcome.ts';
import type { SyncRuntime } from './runtime.ts';
import { sendCommand } from './send-command.ts';
import { SESSION_LOCK } from './session-gate.ts';
import { noteTrouble, noting } from './trouble.ts';

/**
 * Why a drain ended; `nextDueMs` is when something will be due (epoch ms), null for never. `empty`:
 * nothing is due now. `busy`: another context drains or the session is changing, so commands that
 * are due may be left. `login`: the profile waits for its person. `network`: no answer of our
 * server. `stopped`: cut off by a login or logout. `storage`: this device could not record the
 * outcome; the next drain sends the same key again. `fault`: the queue could not be read, because
 * of an error of the program, which was reported.
 */
export type DrainResult = {
  readonly ended: 'empty' | 'busy' | 'login' | 'network' | 'stopped' | 'storage' | 'fault';
  readonly acknowledged: number;
  readonly nextDueMs: number | null;
};

const LANES_AT_ONCE = 3;
/**
 * How long a lease lasts. It is renewed while the command is being sent. It is short, so that other
 * contexts soon take over the commands of a context that was killed.
 */
const LEASE_MS = 8_000;
const RENEW_MS = 2_500;
/**
 * While some lanes are sending, a command that is written or becomes due waits at most this long
 * for a free lane.
 */
const LOOK_AGAIN_MS = 1_000;

/**
 * Resolves once no drain of this mirror runs any more: it has ended, or the page or worker that ran
 * it has closed.
 */
export async function drainOver({ runtime }: Pick<DrainParts, 'runtime'>): Promise<void> {
  const take = { mode: 'exclusive', ifAvailable: false, work: async () => undefined } as const;
  await runtime.locks.request(lockOf(runtime), take);
}

function lockOf({ mirror }: SyncRuntime): string {
  return `drain:${mirror.name}`;
}

/** Sends the commands that are due, as the person of this mirror only (I4). */
export async function drain(parts: DrainParts): Promise<DrainResult> {
  const result = await noting(parts.runtime, 'drain', () => drainAlone(parts));
  parts.runtime.log('drain', { ended: result.ended, acknowledged: result.acknowledged });
  return result;
}

function drainAlone(parts: DrainParts): Promise<DrainResult> {
  const { locks } = parts.runtime;
  return locks.request(lockOf(parts.runtime), {
    mode: 'exclusive',
    ifAvailable: true,
    work: async (alone) => {
      if (!alone) return busy(parts);
      const progress = newProgress();
      // The drain listens before it takes the lock: a context that changes the session announces
      // that first, and then waits for the holders of the lock.
      const unlisten = parts.signals.listen(() => {
        progress.ended = 'stopped';
        progress.abort.abort();
      });
      try {
        return await locks.request(SESSION_LOCK, {
          mode: 'shared',
          ifAvailable: true,
          work: async (held) => (held ? drainHeld(parts, progress) : busy(parts)),
        });
      } finally {
        unlisten();
      }
    },
  });
}

/**
 * What the lanes of one drain share. `notOurs` are commands that another context holds, or that
 * have trouble of their own: they are left alone until the next drain. `lost` are commands that
 * have lost an answer in this drain: after a second loss they wait until they are due.
 */
type Progress = {
  ended: Exclude<DrainResult['ended'], 'busy'>;
  acknowledged: number;
  readonly abort: AbortController;
  readonly notOurs: Set<string>;
  readonly lost: Set<string>;
};

function newProgress(): Progress {
  return { ended: 'empty', acknowledged: 0, abort: new AbortController(), notOurs: new Set(), lost: new Set() };
}

async function drainHeld(parts: DrainParts, progress: Progress): Promise<DrainResult> {
  const { connection, outbox, runtime } = parts;
  const seen = connectionOf({ told: await connection.state(), hasSession: true }, runtime.seemsOnline());
  if (seen.needsLogin) return { ended: 'login', acknowledged: 0, nextDueMs: null };
  if (seen.isOffline && (await outbox.due(runtime.clock())).length > 0) {
    // A probe comes first. So no upload goes into a portal or a dead network, and no command that
    // never left the device is in doubt.
    if (!(await reaches(parts))) return ended(parts, { ...progress, ended: 'network' });
  }
  await drainLanes(parts, progress);
  return ended(parts, progress);
}

/** Probes the server. When it answers, commands that waited because of the network are due now. */
async function reaches({ client, connection, outbox, runtime }: DrainParts): Promise<boolean> {
  const reached = await client.probe();
  await connection.probed(reached);
  if (reached === 'ok') await outbox.contacted(runtime.clock());
  return reached === 'ok';
}

async function busy({ outbox, runtime }: DrainParts): Promise<DrainResult> {
  return { ended: 'busy', acknowledged: 0, nextDueMs: await outbox.nextDueMs(runtime.clock()) };
}

async function ended({ outbox, runtime }: DrainParts, progress: Progress): Promise<DrainResult> {
  const nextDueMs = await outbox.nextDueMs(runtime.clock());
  return { ended: progress.ended, acknowledged: progress.acknowledged, nextDueMs };
}

async function drainLanes(parts: DrainParts, progress: Progress): Promise<void> {
  const running = new Map<string, Promise<void>>();
  for (;;) {
    const due = await dueNow(parts, progress);
    for (const command of due) {
      const lane = command.documentKey;
      if (running.size >= LANES_AT_ONCE) break;
      if (running.has(lane) || progress.notOurs.has(command.id)) continue;
      running.set(
        lane,
        sendOne(parts, { command, progress }).finally(() => running.delete(lane)),
      );
    }
    if (running.size === 0) return;
    const canStartMore = progress.ended === 'empty' && running.size < LANES_AT_ONCE;
    await untilNextLook(parts.runtime, { running: [...running.values()], canStartMore });
  }
}

/**
 * The commands that may be sent now; none once the drain has ended. It never throws, because lanes
 * may be sending.
 */
async function dueNow({ outbox, runtime }: DrainParts, progress: Progress): Promise<readonly OutboxCommand[]> {
  if (progress.ended !== 'empty') return [];
  try {
    return await outbox.due(runtime.clock());
  } catch (error) {
    progress.ended = noteTrouble(runtime, error, { where: 'queue' });
    return [];
  }
}

/** Resolves when a lane has ended, or when it is time to look for commands of free lanes. */
async function untilNextLook(
  { setTimer }: SyncRuntime,
  { running, canStartMore }: { running: readonly Promise<void>[]; canStartMore: boolean },
): Promise<void> {
  if (!canStartMore) return Promise.race(running);
  let cancel: () => void = () => undefined;
  const later = new Promise<void>((resolve) => {
    cancel = setTimer(resolve, LOOK_AGAIN_MS);
  });
  await Promise.race([...running, later]);
  cancel();
}

/**
 * Takes one command from claim to record. It never throws: the trouble of one lane must not stop
 * another (I5).
 */
async function sendOne(parts: DrainParts, one: { command: OutboxCommand; progress: Progress }): Promise<void> {
  const { runtime, outbox } = parts;
  const { command, progress } = one;
  const token = runtime.newId();
  try {
    const claimed = await outbox.claim(command.id, leaseAt(runtime, token));
    if (claimed === null) {
      progress.notOurs.add(command.id);
      return;
    }
    const renewing = keepLease(parts, { id: command.id, token });
    try {
      const sent = await sendCommand(parts, { command: claimed, signal: progress.abort.signal });
      const outcome = await probed(parts, { outcome: sent, id: command.id, progress });
      const recorded = await outbox.record(claimed, {
        token,
        outcome,
        nowMs: runtime.clock(),
        random: runtime.random(),
      });
      if (!recorded) progress.notOurs.add(command.id);
      if (recorded && outcome.kind === 'done') {
        progress.acknowledged += 1;
        await outbox.contacted(runtime.clock());
      }
      if (outcome !== sent) await outbox.contacted(runtime.clock());
      if (progress.ended === 'empty') progress.ended = endedBy(outcome);
      runtime.log('command', { command: command.id, type: command.type, outcome: outcome.kind, recorded });
    } finally {
      renewing.stop();
    }
  } catch (error) {
    // The command's row is unchanged, and its lease will end. The same key is then sent again, so
    // nothing is lost or doubled.
    const kind = noteTrouble(runtime, error, { where: 'send', command: command.id });
    // A fault may be one of this command alone, so the other lanes go on (I5).
    if (kind === 'fault') progress.notOurs.add(command.id);
    else if (progress.ended === 'empty') progress.ended = 'storage';
  }
}

/**
 * After no answer, or one that is not our server's, a probe tells whether the network or the
 * command itself is the cause. The command's own trouble delays no other command: after its first
 * lost answer the command is sent again at once, after any other trouble it waits for the next
 * drain.
 */
async function probed(
  { client, connection }: DrainParts,
  { outcome, id, progress }: { outcome: Outcome; id: string; progress: Progress },
): Promise<Outcome> {
  if (outcome.kind !== 'again' || outcome.network === null || progress.abort.signal.aborted) return outcome;
  const reached = await client.probe();
  await connection.probed(reached);
  const judged = judgedByProbe(outcome, { reached: reached === 'ok', first: !progress.lost.has(id) });
  progress.lost.add(id);
  if (judged.kind === 'again' && !judged.atOnce) progress.notOurs.add(id);
  return judged;
}

function endedBy(outcome: Outcome): Progress['ended'] {
  if (outcome.kind === 'login') return 'login';
  return outcome.kind === 'again' && outcome.network !== null ? 'network' : 'empty';
}

function leaseAt(runtime: SyncRuntime, token: string): Claim {
  const nowMs = runtime.clock();
  return { token, nowMs, untilMs: nowMs + LEASE_MS };
}

/** Prolongs the lease while the request is running. */
function keepLease({ runtime, outbox }: DrainParts, claim: { id: string; token: string }): { stop(): void } {
  let stopped = false;
  let cancel: () => void = () => undefined;
  const renew = async () => {
    // Where the lease can't be renewed, sending goes on. Another context may then send the command
    // too, under the same key.
    await outbox.renew(claim.id, leaseAt(runtime, claim.token)).catch((error: unknown) => {
      noteTrouble(runtime, error, { where: 'lease', command: claim.id });
    });
    if (!stopped) arm();
  };
  const arm = () => {
    cancel = runtime.setTimer(() => void renew(), RENEW_MS);
  };
  arm();
  return {
    stop() {
      stopped = true;
      cancel();
    },
  };
}
