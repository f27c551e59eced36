import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { dependentsOf, isInteraction, lanesOf, nextDueAt, predecessorOf, sendable, waitsFor } from './outbox-lanes.ts';
import { commandById, commandsOn, unfinished } from './stored-commands.ts';
import { COMMAND_STATES, type CommandState, isUndoable, type OutboxCommand } from '../store/outbox-row.ts';

type Kind = 'create' | 'text' | 'transfer' | 'complete' | 'view';

function command(
  seq: number,
  { kind, state = 'queued', key = 'a' }: { kind: Kind; state?: CommandState; key?: string },
): OutboxCommand {
  const common = { seq, state, documentKey: key };
  if (kind === 'create') return buildCommand('create-document', common);
  if (kind === 'text') return buildCommand('respond', common);
  if (kind === 'transfer') return buildCommand('respond', { ...common, payload: { responsible_ids: [9] } });
  return kind === 'complete' ? buildCommand('complete-document', common) : buildCommand('record-view', common);
}

function sent(...commands: OutboxCommand[]): number[] {
  return sendable(commands, NOW_MS).map((one) => one.seq);
}

describe('lanes', () => {
  it('send one command of each document at a time, in order, the oldest document first', () => {
    const commands = [
      command(4, { kind: 'text', key: 'b' }),
      command(2, { kind: 'text' }),
      command(1, { kind: 'view' }),
      command(3, { kind: 'complete', key: 'b' }),
    ];
    expect(sent(...commands)).toEqual([1, 3]);
  });

  it.each<[string, Kind, CommandState, Kind, number[]]>([
    ['nothing passes a refused creation', 'create', 'refused', 'text', []],
    ['text passes a refused transfer', 'transfer', 'refused', 'text', [2]],
    ['a view passes a conflict', 'transfer', 'conflict', 'view', [2]],
    ['a completion waits for a refused transfer', 'transfer', 'refused', 'complete', []],
    ['a completion waits for a refused reply', 'text', 'refused', 'complete', []],
    ['nothing passes a held one', 'complete', 'held', 'text', []],
    ['a refused view stops no command', 'view', 'refused', 'complete', [2]],
    ['nothing passes one in backoff, due or not', 'text', 'backoff', 'text', [1]],
    ['a done one is over', 'create', 'done', 'text', [2]],
  ])('%s', (_name, first, state, second, expected) => {
    expect(sent(command(1, { kind: first, state }), command(2, { kind: second }))).toEqual(expected);
  });

  it("wait for the due time, and take over a command whose sender's lease has ended", () => {
    const later = { ...command(1, { kind: 'text', state: 'backoff' }), dueAtMs: NOW_MS + 5 };
    const left = {
      ...command(2, { kind: 'text', state: 'sending', key: 'b' }),
      lease: { token: 't', untilMs: NOW_MS },
    };
    const held = {
      ...command(3, { kind: 'text', state: 'sending', key: 'c' }),
      lease: { token: 't', untilMs: NOW_MS + 9 },
    };
    expect(sent(later, left, held)).toEqual([2]);
    expect(nextDueAt([later, held])).toBe(NOW_MS + 5);
    expect(nextDueAt([command(1, { kind: 'create', state: 'refused' })])).toBeNull();
  });

  it.each<[CommandState, number]>([
    ['queued', 60_000],
    ['backoff', 3_600_000],
    ['unknown', 3_600_000],
    ['sending', 60_000],
  ])('do not believe that one which is %s waits more than %i ms: the clock was set back', (state, longestMs) => {
    const dueIn = (ms: number) => {
      const dueAtMs = NOW_MS + ms;
      const one = command(1, { kind: 'text', state });
      return state === 'sending' ? { ...one, lease: { token: 't', untilMs: dueAtMs } } : { ...one, dueAtMs };
    };
    const times = [-1, 0, 1, longestMs, longestMs + 1];
    expect(times.filter((ms) => sent(dueIn(ms)).length > 0)).toEqual([-1, 0, longestMs + 1]);
    expect(nextDueAt([dueIn(longestMs)])).toBe(NOW_MS + longestMs);
  });

  it('take over one that is being sent without a lease, and look first at what is due first', () => {
    const left = { ...command(1, { kind: 'text', state: 'sending' }), dueAtMs: NOW_MS + 9 };
    expect(sent(left)).toEqual([1]);
    expect(nextDueAt([left])).toBe(0);
    const [later, sooner] = [9, 5].map((ms, at) => ({
      ...command(at + 2, { kind: 'text', key: `${ms}` }),
      dueAtMs: NOW_MS + ms,
    }));
    expect(nextDueAt([later ?? left, sooner ?? left])).toBe(NOW_MS + 5);
  });

  it('are taken from by the states that wait to be sent', () => {
    const free = COMMAND_STATES.filter((state) => sent(command(1, { kind: 'text', state })).length > 0);
    expect(free.toSorted()).toEqual(['backoff', 'queued', 'sending', 'unknown']);
  });

  it.each([
    ['as it begins', 0, false],
    ['just before its end', 5_999, false],
    ['at its end', 6_000, true],
    ['when the clock was set back to before its beginning', -1, true],
    ['when the clock was set back by a day', -86_400_000, true],
    ['when the clock jumped forward', 86_400_000, true],
  ])('send what is in its undo time %s, or not', (_when, passedMs, isFree) => {
    const held = { ...command(1, { kind: 'transfer' }), undoFromMs: NOW_MS, dueAtMs: NOW_MS + 6_000 };
    const later = command(2, { kind: 'text' });
    expect(sendable([held, later], NOW_MS + passedMs).map((one) => one.seq)).toEqual(isFree ? [1] : []);
    expect(nextDueAt([held, later])).toBe(NOW_MS + 6_000);
    expect(isUndoable(held, NOW_MS + passedMs)).toBe(!isFree);
  });

  it('have what is not done, each in its order', () => {
    const lanes = lanesOf([
      command(3, { kind: 'text' }),
      command(2, { kind: 'text', key: 'b' }),
      command(1, { kind: 'view' }),
      command(4, { kind: 'view', state: 'done' }),
    ]);
    expect([...lanes].map(([key, lane]) => [key, lane.map((one) => one.seq)])).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
    ]);
  });

  it('let pass what changes no state: text, files and views', () => {
    const kinds: readonly Kind[] = ['create', 'text', 'transfer', 'complete', 'view'];
    expect(kinds.filter((kind) => isInteraction(command(1, { kind })))).toEqual(['text', 'view']);
    const extension = buildCommand('respond', { payload: { limit_date: '2026-12-01' } });
    expect(isInteraction(extension)).toBe(false);
    expect(isInteraction(buildCommand('reassign-document'))).toBe(false);
  });

  it('know nothing that a command waits for where it is the first, or the first stops nobody', () => {
    expect(waitsFor(command(1, { kind: 'text' }), [])).toBeNull();
    expect(waitsFor(command(2, { kind: 'text' }), [command(1, { kind: 'view', state: 'held' })])).toBeNull();
    expect(waitsFor(command(2, { kind: 'text' }), [command(1, { kind: 'view' })])?.seq).toBe(1);
    const lane = [
      command(1, { kind: 'text' }),
      command(2, { kind: 'complete' }),
      command(3, { kind: 'view' }),
    ] as const;
    expect(dependentsOf(lane[1], lane).map((one) => one.seq)).toEqual([3]);
    expect(dependentsOf(lane[2], lane)).toEqual([]);
  });

  it('name the command that another waits for, and how many wait for it', () => {
    const lane = [
      command(1, { kind: 'create', state: 'refused' }),
      command(2, { kind: 'text' }),
      command(3, { kind: 'complete' }),
    ] as const;
    expect(waitsFor(lane[2], lane.slice(0, 2))?.id).toBe(uuid(1));
    expect(dependentsOf(lane[0], lane).map((one) => one.seq)).toEqual([2, 3]);
  });

  it('never send two commands of one document at once, nor one before an unfinished predecessor', () => {
    const some = fc.array(
      fc.record({
        kind: fc.constantFrom<Kind>('create', 'text', 'transfer', 'complete', 'view'),
        state: fc.constantFrom(...COMMAND_STATES),
        key: fc.constantFrom('a', 'b', 'c'),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(some, (all) => {
        const commands = all.map((one, index) => command(index + 1, one));
        const out = sendable(commands, NOW_MS + 1);
        expect(new Set(out.map((one) => one.documentKey)).size).toBe(out.length);
        for (const one of out) {
          const earlier = commands.filter((other) => other.documentKey === one.documentKey && other.seq < one.seq);
          const unfinished = earlier.filter((other) => other.state !== 'done' && other.type !== 'record-view');
          expect(unfinished.every((other) => other.state === 'refused' || other.state === 'conflict')).toBe(true);
        }
      }),
    );
  });
});

it('what may be sent of all lanes comes in the order in which it was made', () => {
  const off = (seq: number, key: string) => buildCommand('switch-rows', { seq, payload: { row_keys: [key] } });
  expect(sent(off(4, 's:2'), command(2, { kind: 'text' }), off(1, 's:1'))).toEqual([1, 2, 4]);
});

it('the outbox of a mirror is read as it is now, in its order', async () => {
  const mirror = await openTestMirror();
  const ids = (commands: readonly OutboxCommand[]) => commands.map((one) => one.seq);
  await mirror.commands.bulkPut([
    command(1, { kind: 'view', state: 'done' }),
    command(2, { kind: 'text' }),
    command(3, { kind: 'text', state: 'backoff', key: 'b' }),
    command(4, { kind: 'complete', state: 'backoff' }),
    command(5, { kind: 'text', state: 'refused', key: 'c' }),
  ]);
  expect((await commandById(mirror, uuid(4)))?.seq).toBe(4);
  expect(await commandById(mirror, uuid(9))).toBeUndefined();
  expect(ids(await commandsOn(mirror, 'a'))).toEqual([1, 2, 4]);
  expect(ids(await unfinished(mirror))).toEqual([2, 3, 4, 5]);
  const before = async (seq: number) => {
    const one = await commandById(mirror, uuid(seq));
    return one === undefined ? undefined : ((await predecessorOf(mirror, one))?.seq ?? null);
  };
  expect([await before(1), await before(2), await before(3), await before(4)]).toEqual([null, null, null, 2]);
  mirror.close();
});
