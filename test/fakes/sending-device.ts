// A device on which only the drain is real: its queue is a list, the test decides the answers, and
// time passes when the test says so.

import { HEADERS } from '#contract/sync.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { ConnectionState, ConnectionWatch } from '#sync/connection.ts';
import type { Claim, DrainParts, Outbox } from '#sync/parts.ts';
import { errorOf, type Outcome } from '#sync/outcome.ts';
import type { Answer, Reachability } from '#sync/reading.ts';
import { requestOf } from '#sync/request-of.ts';
import { loadPlainServer } from '#sync/load-plain-server.ts';
import type { SessionSignals } from '#sync/session-gate.ts';
import type { SyncClient } from '#sync/runtime.ts';
import { buildReceipt } from '../builders/build-command.ts';
import { createClock } from './clock.ts';
import { createLocks } from './locks.ts';

const START_MS = 1_000_000;
const ONLINE: ConnectionState = { auth: 'ok', network: 'ok' };

export const DONE: Outcome = { kind: 'done', answer: { receipt: buildReceipt(), document: null } as never };
export const LOGIN: Outcome = { kind: 'login', error: errorOf('auth') };
/** The server is reachable and fails on this command. */
export const FAILED = againOf('transient', null);
/** No answer arrived, so the effect may exist. */
export const LOST = againOf('unknown', 'offline');

function againOf(error: 'transient' | 'unknown', network: 'offline' | null): Outcome {
  const state = network === null ? 'backoff' : 'unknown';
  return { kind: 'again', state, error: errorOf(error), waitMs: null, everyone: false, network, atOnce: false };
}

type Row = { readonly command: OutboxCommand; state: 'waiting' | 'claimed' | 'backoff' | 'over' };

/**
 * `commands`: its queue. `answer`: the result of the nth sending of a command, counted from 1.
 * `mirror`: an empty one.
 */
export function sendingDevice(given: {
  readonly mirror: Mirror;
  readonly commands: readonly OutboxCommand[];
  readonly answer?: (id: string, attempt: number, signal: AbortSignal) => Promise<Outcome>;
  readonly connection?: ConnectionState;
  readonly probe?: () => Reachability;
}) {
  const { answer = async () => DONE, connection = ONLINE, probe = () => 'ok' as const } = given;
  const clock = createClock(START_MS);
  const locks = createLocks();
  const rows: Row[] = given.commands.map((command) => ({ command, state: 'waiting' }));
  const rowOf = (id: string) => rows.find(({ command }) => command.id === id);
  /** What happened, in order. */
  const seen: string[] = [];
  const claims: Claim[] = [];
  const recorded: { readonly id: string; readonly token: string; readonly outcome: Outcome }[] = [];
  const logged: unknown[] = [];
  const reported: unknown[] = [];
  const outcomes = new Map<string, Outcome>();
  const attempts = new Map<string, number>();
  const underWay = new Set<string>();
  const most = { underWay: 0 };
  const listeners = new Set<() => void>();
  const signals: SessionSignals = {
    announce: () => listeners.forEach((listener) => listener()),
    listen: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
  };

  const outbox: Outbox = {
    async due() {
      const lanes = new Map<string, Row>();
      for (const row of rows)
        if (row.state !== 'over' && !lanes.has(row.command.documentKey)) lanes.set(row.command.documentKey, row);
      return [...lanes.values()].filter(({ state }) => state === 'waiting').map(({ command }) => command);
    },
    nextDueMs: async (nowMs) => (rows.some(({ state }) => state === 'backoff') ? nowMs + 60_000 : null),
    async claim(id, claim) {
      const row = rowOf(id);
      if (row?.state !== 'waiting') return null;
      row.state = 'claimed';
      claims.push(claim);
      return row.command;
    },
    async renew(_id, claim) {
      claims.push(claim);
      return true;
    },
    async record({ id }, { token, outcome }) {
      const row = rowOf(id);
      if (row === undefined) return false;
      recorded.push({ id, token, outcome });
      if (outcome.kind === 'done' || outcome.kind === 'refused') row.state = 'over';
      else row.state = outcome.kind === 'again' && !outcome.atOnce ? 'backoff' : 'waiting';
      return true;
    },
    async contacted() {
      seen.push('contacted');
      for (const row of rows) if (row.state === 'backoff') row.state = 'waiting';
    },
    isReplaced: async () => false,
    serverIdOf: async () => 1,
    progressed: async () => true,
    readBlob: async () => null,
  };
  const client = {
    async request({ headers = {}, signal = new AbortController().signal }) {
      const id = headers[HEADERS.idempotencyKey] ?? '';
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      seen.push(id);
      underWay.add(id);
      most.underWay = Math.max(most.underWay, underWay.size);
      outcomes.set(id, await answer(id, attempt, signal));
      underWay.delete(id);
      return {} as Answer;
    },
    async probe() {
      seen.push('probe');
      return probe();
    },
  } as Pick<SyncClient, 'request' | 'probe'> as SyncClient;
  const watch: ConnectionWatch = {
    state: async () => connection,
    heard: async () => undefined,
    probed: async (reached) => void seen.push(`probed ${reached}`),
    loggedIn: async () => undefined,
  };
  let tokens = 0;
  const runtime = {
    mirror: given.mirror,
    userId: given.commands[0]?.actorId ?? 0,
    locks: locks.of('tab'),
    clock: () => clock.now(),
    setTimer: clock.setTimer,
    random: () => 0.5,
    newId: () => `token ${(tokens += 1)}`,
    seemsOnline: () => true,
    log: (event: string, facts: unknown) => void logged.push({ event, facts }),
    report: (error: unknown) => void reported.push(error),
  } as unknown as DrainParts['runtime'];
  const parts: DrainParts = {
    runtime,
    client,
    connection: watch,
    outbox,
    signals,
    requestOf,
    plain: loadPlainServer,
    outcomeOf: ({ id }) => outcomes.get(id) ?? DONE,
  };
  const put = (command: OutboxCommand): void => void rows.push({ command, state: 'waiting' });
  const stateOf = (id: string) => rowOf(id)?.state;
  return { parts, clock, locks, signals, listeners, seen, claims, recorded, logged, reported, most, put, stateOf };
}

export type SendingDevice = ReturnType<typeof sendingDevice>;
