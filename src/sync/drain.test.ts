import type { Mirror } from '#mirror/store/schema.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { uuid } from '../../test/builders/build-command.ts';
import { openTestMirror } from '../../test/builders/open-test-mirror.ts';
import { commandsOf, held, quiet, until } from '../../test/fakes/held-answers.ts';
import { DONE, FAILED, LOGIN, LOST, sendingDevice, type SendingDevice } from '../../test/fakes/sending-device.ts';
import { drain, drainOver } from './drain.ts';
import { SESSION_LOCK } from './session-gate.ts';

const OFFLINE = { auth: 'ok', network: 'offline' } as const;

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
});

const sent = ({ seen }: SendingDevice) => seen.filter((one) => one.startsWith('0000'));

describe('before anything is sent', () => {
  const commands = commandsOf([1]);

  test('another context drains: busy, with the time when something is due', async () => {
    const device = sendingDevice({ mirror, commands, answer: async () => FAILED });
    await drain(device.parts);
    let release = () => undefined as void;
    const free = new Promise<void>((resolve) => (release = resolve));
    const other = device.locks.of('other');
    const taken = other.request(`drain:${mirror.name}`, { mode: 'exclusive', ifAvailable: false, work: () => free });
    const nextDueMs = device.clock.now() + 60_000;
    expect(await drain(device.parts)).toEqual({ ended: 'busy', acknowledged: 0, nextDueMs });
    expect(sent(device)).toHaveLength(1);
    let isOver = false;
    const over = drainOver(device.parts).then(() => (isOver = true));
    await quiet();
    expect(isOver).toBe(false);
    release();
    await Promise.all([taken, over]);
  });

  test('a session that changes: busy', async () => {
    const device = sendingDevice({ mirror, commands });
    const work = () => drain(device.parts);
    const take = { mode: 'exclusive', ifAvailable: false, work } as const;
    expect(await device.locks.of('login').request(SESSION_LOCK, take)).toMatchObject({ ended: 'busy' });
    expect(device.seen).toEqual([]);
    expect(device.listeners.size).toBe(0);
  });

  test('a session that another drain uses as well stands in no way', async () => {
    const device = sendingDevice({ mirror, commands });
    const work = () => drain(device.parts);
    const take = { mode: 'shared', ifAvailable: false, work } as const;
    expect(await device.locks.of('tab of another person').request(SESSION_LOCK, take)).toMatchObject({
      ended: 'empty',
    });
  });

  test('the profile waits for its person: login', async () => {
    const device = sendingDevice({ mirror, commands, connection: { auth: 'needs-login', network: 'offline' } });
    expect(await drain(device.parts)).toEqual({ ended: 'login', acknowledged: 0, nextDueMs: null });
    expect(device.seen).toEqual([]);
  });

  test('without a network the server is asked for a few bytes first, and nothing is sent while it is away', async () => {
    const device = sendingDevice({ mirror, commands, connection: OFFLINE, probe: () => 'portal' });
    expect(await drain(device.parts)).toEqual({ ended: 'network', acknowledged: 0, nextDueMs: null });
    expect(device.seen).toEqual(['probe', 'probed portal']);
  });

  test('when it is back, what waited for the network is due, and is sent', async () => {
    const device = sendingDevice({ mirror, commands, connection: OFFLINE });
    expect(await drain(device.parts)).toEqual({ ended: 'empty', acknowledged: 1, nextDueMs: null });
    expect(device.seen).toEqual(['probe', 'probed ok', 'contacted', uuid(1), 'contacted']);
  });

  test('with nothing to send nobody is asked', async () => {
    const device = sendingDevice({ mirror, commands: [], connection: OFFLINE });
    expect(await drain(device.parts)).toEqual({ ended: 'empty', acknowledged: 0, nextDueMs: null });
    expect(device.seen).toEqual([]);
  });

  test('with a network nobody is asked either', async () => {
    const device = sendingDevice({ mirror, commands });
    await drain(device.parts);
    expect(device.seen).toEqual([uuid(1), 'contacted']);
  });
});

describe('lanes', () => {
  test('three are sent at once, each document in its order', async () => {
    const commands = [...commandsOf([1, 2, 3], 's:1'), ...commandsOf([4, 5, 6, 7])];
    const device = sendingDevice({ mirror, commands, answer: async () => (await quiet(), DONE) });
    expect(await drain(device.parts)).toEqual({ ended: 'empty', acknowledged: 7, nextDueMs: null });
    expect(device.most.underWay).toBe(3);
    expect(sent(device).toSorted()).toEqual(commands.map(({ id }) => id));
    const ofOne = new Set(commands.slice(0, 3).map(({ id }) => id));
    expect(sent(device).filter((id) => ofOne.has(id))).toEqual([...ofOne]);
    expect(device.logged).toContainEqual({
      event: 'command',
      facts: { command: uuid(1), type: 'respond', outcome: 'done', recorded: true },
    });
  });

  test('a free one looks for commands each second, a full drain does not', async () => {
    const { answer, letGo, ids } = held();
    const device = sendingDevice({ mirror, commands: commandsOf([1]), answer });
    const drained = drain(device.parts);
    await until(() => ids().length === 1);
    for (const one of commandsOf([2, 3, 4])) device.put(one);
    device.clock.advance(999);
    await quiet();
    expect(ids()).toEqual([uuid(1)]);
    device.clock.advance(1);
    await until(() => ids().length === 3);
    await quiet();
    // The leases of the three are all that waits.
    expect(device.clock.waiting()).toBe(3);
    for (const n of [1, 2, 3]) letGo(uuid(n));
    await until(() => ids().length === 1);
    letGo(uuid(4));
    expect(await drained).toMatchObject({ ended: 'empty', acknowledged: 4 });
    expect(device.clock.waiting()).toBe(0);
  });

  test('what another context has claimed is left to it', async () => {
    const device = sendingDevice({ mirror, commands: commandsOf([1, 2]) });
    const own = device.parts.outbox;
    const claimed: string[] = [];
    const outbox = {
      ...device.parts.outbox,
      claim: async (...[id, at]: Parameters<typeof own.claim>) => (
        claimed.push(id),
        id === uuid(1) ? null : own.claim(id, at)
      ),
    };
    expect(await drain({ ...device.parts, outbox })).toMatchObject({ ended: 'empty', acknowledged: 1 });
    expect(claimed).toEqual([uuid(1), uuid(2)]);
    expect(sent(device)).toEqual([uuid(2)]);
  });

  test('what could not be recorded under its lease is left alone, and counts for nothing', async () => {
    const device = sendingDevice({ mirror, commands: commandsOf([1]), answer: async () => DONE });
    const outbox = {
      ...device.parts.outbox,
      claim: async (id: string) => commandsOf([1]).find((one) => one.id === id) ?? null,
      record: async () => false,
    };
    expect(await drain({ ...device.parts, outbox })).toMatchObject({ ended: 'empty', acknowledged: 0 });
    expect(device.seen).toEqual([uuid(1)]);
  });
});

describe('what ends a drain', () => {
  test.each([
    ['a session that has ended', LOGIN, 'login', []],
    ['no network', LOST, 'network', ['probe', 'probed offline']],
  ] as const)('%s: nothing else is begun, what is under way ends', async (_name, outcome, ended, asked) => {
    const { answer, letGo, ids } = held();
    const device = sendingDevice({ mirror, commands: commandsOf([1, 2, 3, 4]), answer, probe: () => 'offline' });
    const drained = drain(device.parts);
    await until(() => ids().length === 3);
    letGo(uuid(1), outcome);
    await until(() => device.recorded.length === 1);
    await quiet();
    expect(ids()).toEqual([uuid(2), uuid(3)]);
    // The leases of the two: nothing is looked for any more.
    expect(device.clock.waiting()).toBe(2);
    letGo(uuid(2), FAILED);
    letGo(uuid(3), FAILED);
    expect(await drained).toMatchObject({ ended, acknowledged: 0 });
    expect(device.seen.filter((one) => one.startsWith('probe'))).toEqual(asked);
    expect(device.stateOf(uuid(4))).toBe('waiting');
  });

  test('a failure of the server ends nothing and asks nobody', async () => {
    const answer = async (id: string) => (id === uuid(1) ? FAILED : LOGIN);
    const device = sendingDevice({ mirror, commands: commandsOf([1]), answer });
    expect(await drain(device.parts)).toMatchObject({ ended: 'empty', acknowledged: 0 });
    expect(device.seen).toEqual([uuid(1)]);
    expect(device.recorded).toMatchObject([{ outcome: FAILED, token: 'token 1' }]);
  });

  test.each(['a login or logout', 'one that comes while the server is asked'])('%s cuts off', async (name) => {
    const { answer, letGo, ids } = held();
    const asks = name !== 'a login or logout';
    const device = sendingDevice({
      mirror,
      commands: commandsOf([1]),
      answer: async (id, _attempt, signal) => {
        signal.addEventListener('abort', () => letGo(id, LOST));
        return answer(id);
      },
      ...(asks ? { connection: OFFLINE, probe: () => (device.signals.announce(), 'ok' as const) } : {}),
    });
    const drained = drain(device.parts);
    if (!asks) {
      await until(() => ids().length === 1);
      device.signals.announce();
    }
    expect(await drained).toMatchObject({ ended: 'stopped', acknowledged: 0 });
    expect(device.seen.filter((one) => one === 'probe')).toHaveLength(asks ? 1 : 0);
    expect(sent(device)).toHaveLength(asks ? 0 : 1);
    expect(device.recorded.map(({ outcome }) => outcome)).toEqual(asks ? [] : [LOST]);
    expect(device.listeners.size).toBe(0);
  });

  test.each(['claim', 'record'] as const)('a device that cannot %s: storage, and it is told', async (step) => {
    const device = sendingDevice({ mirror, commands: commandsOf([1, 2]) });
    const lost = async () => Promise.reject(new DOMException('lost', 'UnknownError'));
    const outbox = { ...device.parts.outbox, [step]: lost };
    expect(await drain({ ...device.parts, outbox })).toMatchObject({ ended: 'storage', acknowledged: 0 });
    expect(device.logged).toContainEqual({
      event: 'storage-trouble',
      facts: { where: 'send', command: uuid(1), kind: 'lost' },
    });
    expect(device.clock.waiting()).toBe(0);
  });

  test('trouble of another kind is told without a name', async () => {
    const device = sendingDevice({ mirror, commands: commandsOf([1]) });
    // eslint-disable-next-line prefer-promise-reject-errors -- a browser may reject with anything
    const outbox = { ...device.parts.outbox, claim: async () => Promise.reject('lost') };
    expect(await drain({ ...device.parts, outbox })).toMatchObject({ ended: 'empty', acknowledged: 0 });
    expect(device.logged).toMatchObject([{ event: 'fault', facts: { error: 'unknown' } }, { event: 'drain' }]);
    expect(device.reported).toEqual(['lost']);
  });

  test('a session that has ended stays the reason when the device cannot record either', async () => {
    const { answer, letGo, ids } = held();
    const device = sendingDevice({ mirror, commands: commandsOf([1, 2]), answer });
    const own = device.parts.outbox;
    const outbox = {
      ...device.parts.outbox,
      record: async (...[command, recording]: Parameters<typeof own.record>) =>
        command.id === uuid(2) ? Promise.reject(new Error('lost')) : own.record(command, recording),
    };
    const drained = drain({ ...device.parts, outbox });
    await until(() => ids().length === 2);
    letGo(uuid(1), LOGIN);
    await until(() => device.recorded.length === 1);
    letGo(uuid(2), LOST);
    expect(await drained).toMatchObject({ ended: 'login' });
  });

  test('a queue that cannot be read: storage, when what is under way has ended, and not before', async () => {
    const { answer, letGo, ids } = held();
    const device = sendingDevice({ mirror, commands: commandsOf([1]), answer });
    const own = device.parts.outbox;
    let isLost = false;
    const outbox = {
      ...device.parts.outbox,
      due: async (nowMs: number) =>
        isLost ? Promise.reject(new DOMException('lost', 'UnknownError')) : own.due(nowMs),
    };
    let isOver = false;
    const drained = drain({ ...device.parts, outbox }).finally(() => (isOver = true));
    await until(() => ids().length === 1);
    isLost = true;
    device.clock.advance(1_000);
    await quiet();
    expect(isOver).toBe(false);
    expect(device.logged).toEqual([{ event: 'storage-trouble', facts: { where: 'queue', kind: 'lost' } }]);
    letGo(uuid(1));
    expect(await drained).toMatchObject({ ended: 'storage', acknowledged: 1 });
  });
});

describe('an answer that was lost while the server is there', () => {
  test('is the trouble of the command: once more at once, then it is left alone', async () => {
    const device = sendingDevice({
      mirror,
      commands: commandsOf([1, 2]),
      answer: async (id) => (id === uuid(1) ? LOST : DONE),
    });
    expect(await drain(device.parts)).toMatchObject({ ended: 'empty', acknowledged: 1 });
    expect(sent(device).filter((id) => id === uuid(1))).toHaveLength(2);
    const outcomes = device.recorded.filter(({ id }) => id === uuid(1)).map(({ outcome }) => outcome);
    expect(outcomes).toMatchObject([
      { atOnce: true, network: null, error: { class: 'interrupted' } },
      { atOnce: false, network: null, error: { class: 'interrupted' } },
    ]);
    // Each answer of the server, also that to the probe, makes due what waited for the network.
    expect(device.seen.filter((one) => one === 'contacted')).toHaveLength(3);
  });

  test('may be followed by success', async () => {
    const answer = async (_id: string, attempt: number) => (attempt === 1 ? LOST : DONE);
    const device = sendingDevice({ mirror, commands: commandsOf([1]), answer });
    expect(await drain(device.parts)).toMatchObject({ ended: 'empty', acknowledged: 1 });
    expect(device.seen).toEqual([uuid(1), 'probe', 'probed ok', 'contacted', uuid(1), 'contacted']);
  });
});
