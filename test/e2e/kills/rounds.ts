// One round: the acts of a set are made without a network, somebody is killed at a named point of
// each of their commands, and in the end each has its effect exactly once, in order, under its
// author. After every kill the device and PostgreSQL are compared: what the device calls
// registered, the server has.

import { expect } from '@playwright/test';
import type { ApiClient } from '../api-client.ts';
import type { Device } from '../device.ts';
import { createGate, type Gate } from '../gate.ts';
import { holdMirror } from '../hold-mirror.ts';
import type { RealServer } from '../real-server.ts';
import type { Act, ActName } from './act.ts';
import { effectsOf, type Effects, type ExpectedEffects, type ServerEffects } from './effects.ts';
import { outboxOf, type StoredCommand } from './outbox-of.ts';
import type { Victim } from './victims.ts';

export const POINTS = [
  'queued',
  'pulling',
  'sent, lost',
  'sent, late',
  'committed, not answered',
  'answered, not recorded',
  'in parts',
] as const;
export type Point = (typeof POINTS)[number];

export type Cell = { readonly point: Point; readonly act: string };

/** As many requests are under way at once as there are lanes of a drain. */
const LANES = 3;
const ARRIVE_MS = 60_000;
const SLOW_BYTES_PER_S = 600_000;

export type RoundCommand = ExpectedEffects & { readonly act: Act | null; readonly command: StoredCommand };

export type Round = {
  readonly device: Device;
  readonly server: RealServer;
  readonly author: ApiClient;
  readonly victim: Victim;
  /** Cells that have been passed, for the table. */
  readonly cells: Cell[];
};

/**
 * Makes the acts without a network. A document that is opened for an act has a view before it in
 * its lane.
 */
export async function makeActs({ device }: Round, acts: readonly Act[]): Promise<RoundCommand[]> {
  await device.cut();
  const idsNow = async () => new Set((await outboxOf(device.page)).map(({ id }) => id));
  const before = await idsNow();
  const ofActs = new Map<string, Act>();
  for (const act of acts) {
    const known = await idsNow();
    await act.make(device);
    const stored = async () =>
      (await outboxOf(device.page)).find(({ id, type }) => type === act.type && !known.has(id))?.id;
    await expect.poll(stored).toBeDefined();
    ofActs.set((await stored()) ?? '', act);
  }
  const made = (await outboxOf(device.page)).filter(({ id }) => !before.has(id));
  return made.map((command) => {
    const act = ofActs.get(command.id) ?? null;
    return { key: command.id, command, act, effects: act?.effects ?? VIEWED };
  });
}

/** The effect of opening a document. */
const VIEWED: Effects = { logs: { view: 1 } };
const NOTHING: Effects = {};

/**
 * Each of these has its effect once where its receipt is there, and nothing else. `state`: whether
 * none, some or all are there.
 */
async function judge(
  { server, author }: Round,
  made: readonly RoundCommand[],
  state: 'none' | 'some' | 'all',
): Promise<ServerEffects[]> {
  const found = await effectsOf(server.dataDir, made);
  for (const [index, { key, effects, act }] of made.entries()) {
    const one = found[index];
    const isThere = state === 'all' || (state === 'some' && (one?.receipts.length ?? 0) > 0);
    const what = `${act?.name ?? 'record-view'} ${key}`;
    expect({ what, effects: one?.effects, receipts: one?.receipts }).toEqual({
      what,
      effects: isThere ? effects : NOTHING,
      receipts: isThere ? [author.user.id] : [],
    });
  }
  return found;
}

/**
 * What the device says after a kill: every command is there, and none is called registered that the
 * server does not have.
 */
export async function expectKept(round: Round, made: readonly RoundCommand[]): Promise<void> {
  const stored = new Map((await outboxOf(round.device.page)).map((one) => [one.id, one]));
  expect(made.filter(({ key }) => !stored.has(key))).toEqual([]);
  const found = await judge(round, made, 'some');
  for (const { key, receipts } of found) {
    if (stored.get(key)?.state === 'done') expect({ key, receipts: receipts.length }).toEqual({ key, receipts: 1 });
  }
}

/**
 * Everything is registered: on the server exactly once and in the order of each lane, and on the
 * screen.
 */
export async function finish(round: Round, made: readonly RoundCommand[]): Promise<void> {
  const { device } = round;
  await device.goto('/admin/outbox');
  await device.settled();
  const found = await judge(round, made, 'all');
  const arrived = new Map(found.map(({ key, atUs }) => [key, atUs ?? 0]));
  for (const lane of new Set(made.map(({ command }) => command.documentKey))) {
    const own = made.filter(({ command }) => command.documentKey === lane);
    const inOrder = own.toSorted((one, other) => one.command.seq - other.command.seq);
    const times = inOrder.map(({ key }) => arrived.get(key) ?? 0);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  }
  const stored = await outboxOf(device.page);
  expect(stored.filter(({ state }) => state !== 'done')).toEqual([]);
  await expect(device.page.getByRole('button', { name: /Tudo enviado/ }).first()).toBeVisible();
}

/** Killed while everything waits and there is no network. */
export async function killQueued(round: Round, made: readonly RoundCommand[]): Promise<void> {
  const { victim, cells, device } = round;
  await victim.kill();
  await victim.reopen();
  await expectKept(round, made);
  await judge(round, made, 'none');
  await expect(device.page.getByText(/^Registrado às/)).toHaveCount(0);
  for (const { act } of made) if (act !== null) cells.push({ point: 'queued', act: act.name });
}

const HELD = {
  'sent, lost': 'request',
  'sent, late': 'request',
  'committed, not answered': 'answer',
  'answered, not recorded': 'answer',
} as const;

export type SendingPoint = keyof typeof HELD;

/**
 * Killed with each of the commands at this point, as many at once as are under way. The network is
 * still away at the start. Returns the acts that have not met a kill: a device that goes on may
 * send a command in the moment of the kill of others, and it learns from the pull that a creation
 * is registered.
 */
export async function killSending(
  round: Round,
  { made, point }: { made: readonly RoundCommand[]; point: SendingPoint },
): Promise<ActName[]> {
  const { victim, cells, device } = round;
  const acts = made.filter(({ act }) => act !== null);
  const gate = createGate();
  const left = new Set(acts.map(({ key }) => key));
  const lift = device.network.add({ keys: left, fault: { kind: 'hold', what: HELD[point], gate } });
  /** What waits at the gate now, for a sender that still waits for it. */
  const underWay = () => {
    const waiting = device.network.passages.filter(({ fault, isOver }) => fault === 'hold' && !isOver);
    return acts.filter(({ key }) => gate.held.includes(key) && waiting.some((passage) => passage.key === key));
  };
  const missed: ActName[] = [];
  /** What the device has no longer to send without a kill does not come. */
  const forgetDone = async () => {
    const stored = await outboxOf(device.page);
    const waiting = new Set(underWay().map(({ key }) => key));
    for (const { key, act } of acts) {
      if (act === null || waiting.has(key) || stored.every(({ id, state }) => id !== key || state !== 'done')) continue;
      if (left.delete(key)) missed.push(act.name);
    }
  };
  const hasArrived = async () => {
    await victim.nudge();
    await forgetDone();
    return underWay().length >= Math.min(LANES, left.size);
  };
  await victim.begin();
  while (left.size > 0) {
    await expect.poll(hasArrived, { timeout: ARRIVE_MS }).toBe(true);
    if (left.size === 0) break;
    await judge(round, underWay(), HELD[point] === 'answer' ? 'all' : 'none');
    const held = underWay();
    // What is sent again later passes.
    for (const { key } of held) left.delete(key);
    await killAt(round, { point, gate, held });
    await expectKept(round, made);
    for (const { act } of held) cells.push({ point, act: act?.name ?? '' });
    await victim.resume();
  }
  lift();
  return missed;
}

async function killAt(
  { victim, device }: Round,
  at: { point: Point; gate: Gate; held: readonly RoundCommand[] },
): Promise<void> {
  const { point, gate, held } = at;
  if (point !== 'answered, not recorded') {
    await victim.kill();
    if (point === 'sent, late') {
      await victim.reopen();
      gate.release('pass');
      return;
    }
    gate.release('drop');
    await victim.reopen();
    return;
  }
  // The answer reaches a device that can't write: another window holds the store.
  const other = await holdMirror(device, 'commands');
  gate.release('pass');
  const keys = held.map(({ key }) => key);
  const isAnswered = () =>
    keys.every((key) => device.network.passages.some((one) => one.key === key && one.answeredMs !== null));
  await expect.poll(isAnswered).toBe(true);
  await other.evaluate(() => performance.now());
  await victim.kill();
  if (victim.isOnDevice) {
    await other.close().catch(() => undefined);
    await victim.reopen();
  } else {
    await victim.reopen();
    await other.close();
  }
}

/** Killed while files go ahead of their commands. */
export async function killInParts(round: Round, made: readonly RoundCommand[]): Promise<void> {
  const { victim, cells, device } = round;
  const acts = made.filter(({ act }) => act !== null);
  const lift = device.network.add({
    methods: ['PATCH'],
    path: /^\/api\/sync\/uploads\//,
    fault: { kind: 'throttle', bytesPerSecond: SLOW_BYTES_PER_S },
  });
  await victim.begin();
  const arrived = (key: string) =>
    device.network.passages.filter(
      ({ method, url, answeredMs }) =>
        method === 'PATCH' && url.startsWith(`/api/sync/uploads/${key}/`) && answeredMs !== null,
    ).length;
  const isUnderWay = async () => {
    await victim.nudge();
    return acts.every(({ key }) => arrived(key) > 1);
  };
  await expect.poll(isUnderWay, { timeout: ARRIVE_MS }).toBe(true);
  await judge(round, acts, 'none');
  await victim.kill();
  lift();
  await victim.reopen();
  await expectKept(round, made);
  await victim.resume();
  for (const { act } of acts) cells.push({ point: 'in parts', act: act?.name ?? '' });
}
