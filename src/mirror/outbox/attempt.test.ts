import { describe, expect, it } from 'vitest';
import { buildCommand, buildError } from '../../../test/builders/build-command.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import {
  afterAttempt,
  claimed,
  countedSince,
  dueOf,
  isHeldBy,
  isPause,
  settled,
  type FailedAttempt,
} from './attempt.ts';
import { ERROR_CLASSES, type CommandError, type CommandState, type OutboxCommand } from '../store/outbox-row.ts';

const HOUR_MS = 3_600_000;
const lease = { token: 'mine', untilMs: NOW_MS + 8_000 };
const sending = (over: Partial<OutboxCommand> = {}) =>
  buildCommand('respond', { state: 'sending', lease, attempts: 1, ...(over as object) });
const failing = (error: Partial<CommandError> = {}, over: object = {}): FailedAttempt => ({
  state: 'backoff',
  error: buildError(error),
  dueAtMs: NOW_MS + 4_000,
  ...over,
});
const ended = (state: 'held' | 'conflict' | 'refused', error: Partial<CommandError> = {}): FailedAttempt => ({
  state,
  error: buildError({ class: 'invalid', status: 422, ...error }),
});
const after = (
  outcome: FailedAttempt,
  { passed = false, ...over }: Partial<OutboxCommand> & { passed?: boolean } = {},
) => afterAttempt(sending(over), { outcome, nowMs: NOW_MS, passed });

describe('what is due', () => {
  const mine = buildCommand('respond', { actorId: 7 });
  const theirs = buildCommand('respond', { seq: 2, actorId: 8, documentKey: 's:2' });
  const at = { nowMs: NOW_MS, actorId: 7, pausedUntilMs: undefined };

  it('is of its own person alone (I4)', () => {
    expect(dueOf([mine, theirs], at)).toEqual({ commands: [mine], nextDueAtMs: NOW_MS });
    expect(dueOf([theirs], at)).toEqual({ commands: [], nextDueAtMs: null });
  });

  it('is nothing while the server asks that nothing be sent, and the next look is when that ends', () => {
    const later = buildCommand('respond', { dueAtMs: NOW_MS + 50_000 });
    const paused = (pausedUntilMs: number, own = mine) => dueOf([own], { ...at, pausedUntilMs });
    expect(paused(NOW_MS + 9_000)).toEqual({ commands: [], nextDueAtMs: NOW_MS + 9_000 });
    expect(paused(NOW_MS + 9_000, later)).toEqual({ commands: [], nextDueAtMs: NOW_MS + 50_000 });
    expect(paused(NOW_MS)).toEqual({ commands: [mine], nextDueAtMs: NOW_MS });
    expect(dueOf([], { ...at, pausedUntilMs: NOW_MS + 9_000 })).toEqual({ commands: [], nextDueAtMs: null });
  });

  it('a pause counts until its end, and not when a clock set it farther away than any pause', () => {
    expect([0, 1, HOUR_MS, HOUR_MS + 1].map((ms) => isPause(NOW_MS + ms, NOW_MS))).toEqual([false, true, true, false]);
  });
});

describe('a claim', () => {
  it('counts the attempt and takes the lease', () => {
    const changes = claimed(buildCommand('respond', { attempts: 4 }), lease);
    expect(changes).toEqual({ state: 'sending', lease, attempts: 5, answerLost: false });
  });

  it.each<[CommandState, boolean | undefined, boolean]>([
    ['queued', undefined, false],
    ['queued', true, true],
    ['unknown', undefined, true],
    ['sending', undefined, true],
    ['backoff', false, false],
  ])('of one in %s whose answer was lost (%s) leaves it in doubt: %s', (state, answerLost, inDoubt) => {
    const command = { ...buildCommand('respond', { state }), ...(answerLost === undefined ? {} : { answerLost }) };
    expect(claimed(command, lease).answerLost).toBe(inDoubt);
  });

  it('holds under its token alone, and only while it is being sent', () => {
    expect(isHeldBy(sending(), 'mine')).toBe(true);
    expect(isHeldBy(sending(), 'other')).toBe(false);
    expect(isHeldBy(sending({ state: 'queued' }), 'mine')).toBe(false);
    expect(isHeldBy(sending({ lease: null }), 'mine')).toBe(false);
    expect(isHeldBy(undefined, 'mine')).toBe(false);
  });
});

describe('the end of an attempt', () => {
  it('writes state, error and due time, and lets the lease go', () => {
    const outcome = failing({ status: 503 }, { asked: 'this' });
    expect(after(outcome)).toEqual({
      state: 'backoff',
      lease: null,
      lastError: buildError({ status: 503 }),
      dueAtMs: NOW_MS + 4_000,
      mustWait: true,
      answerLost: true,
      failures: 1,
      failingSinceMs: NOW_MS,
    });
    expect(after(ended('refused'))).toEqual({
      state: 'refused',
      lease: null,
      lastError: buildError({ class: 'invalid', status: 422 }),
      dueAtMs: NOW_MS,
      mustWait: false,
      answerLost: false,
    });
    expect(after(failing()).mustWait).toBe(false);
    expect(after(failing({}, { asked: 'all' })).mustWait).toBe(true);
  });

  it.each<[string, FailedAttempt, boolean]>([
    ['no answer', failing({ class: 'unknown', status: null }, { state: 'unknown' }), true],
    ['an error of the server', failing({ status: 500 }), true],
    ['what never left', failing({ status: null }), false],
    ['a throttle', failing({ class: 'throttle', status: 429 }), false],
    ['a token', failing({ class: 'csrf', status: 419 }), false],
    ['a size', failing({ status: 413 }), false],
    ['files that are missing', failing({ status: 409, type: 'upload_missing' }), false],
    ['files that were on their way', failing({ status: 500 }, { ahead: { progressed: false } }), false],
    ['a refusal', ended('refused'), false],
    ['a conflict', ended('conflict', { status: 409 }), false],
    ['another person', ended('held', { class: 'identity', status: 403 }), false],
    ['a login', { state: 'queued', error: buildError({ class: 'auth', status: 401 }) }, false],
    ['a login without an error', { state: 'queued', error: null }, false],
  ])('by %s leaves it in doubt: %s', (_what, outcome, lost) => {
    expect(after(outcome).answerLost).toBe(lost);
    // What was open before stays open, whatever comes.
    expect(after(outcome, { answerLost: true }).answerLost).toBe(true);
  });
});

describe('poison', () => {
  const tenth = { failures: 9, failingSinceMs: NOW_MS - 60_000 };

  it('is the tenth failure while others pass, and is tried hourly', () => {
    const error = buildError({ status: 500 });
    expect(after(failing({ status: 500 }), { ...tenth, passed: true })).toMatchObject({
      failures: 10,
      failingSinceMs: NOW_MS - 60_000,
      dueAtMs: NOW_MS + HOUR_MS,
      lastError: { ...error, class: 'poison', cause: 'transient' },
    });
    expect(after(failing({ status: 500 }), { ...tenth, failures: 8, passed: true })).toMatchObject({
      failures: 9,
      dueAtMs: NOW_MS + 4_000,
      lastError: error,
    });
  });

  it('is none while no other passes, unless the trouble is its own', () => {
    expect(after(failing({ status: 500 }), tenth).lastError?.class).toBe('transient');
    expect(after(failing({ class: 'malformed', status: 400 }), tenth).lastError?.class).toBe('poison');
  });

  it('does not count a missing network, unless others pass', () => {
    expect(after(failing({ status: null }), tenth)).not.toHaveProperty('failures');
    expect(after(failing({ status: null }), { ...tenth, passed: true }).failures).toBe(10);
  });

  it('begins anew where a part of its files has arrived', () => {
    expect(after(failing({ status: 500 }, { ahead: { progressed: true } }), tenth)).toMatchObject({ failures: 0 });
    expect(after(failing({ status: 500 }, { ahead: { progressed: false } }), tenth).failures).toBe(10);
  });

  it('counts since the first failure, and not what says nothing of the command', () => {
    const since = (outcome: FailedAttempt, over = {}) => countedSince(sending(over), { outcome, nowMs: NOW_MS });
    expect(since(failing())).toBe(NOW_MS);
    expect(since(failing(), tenth)).toBe(NOW_MS - 60_000);
    expect(since(failing({}, { ahead: { progressed: true } }))).toBeNull();
    expect(since(ended('refused'))).toBeNull();
    const uncounted = ERROR_CLASSES.filter((one) => since(failing({ class: one })) === null);
    expect(uncounted.toSorted()).toEqual(['intercepted', 'storage', 'throttle', 'unknown']);
    for (const one of uncounted) expect(after(failing({ class: one }), tenth)).not.toHaveProperty('failures');
  });
});

describe('a withdrawal', () => {
  const settle = (over: Partial<OutboxCommand>, attempts = 1) => settled(sending(over), { attempts, nowMs: NOW_MS });
  const queued = { answerLost: false, state: 'queued', lease: null, dueAtMs: NOW_MS + 10_000 };

  it('settles the doubt, and leaves the author ten seconds', () => {
    expect(settle({ state: 'unknown' })).toEqual(queued);
    expect(settle({ state: 'sending', lease: { token: 'gone', untilMs: NOW_MS } })).toEqual(queued);
    expect(settle({ state: 'sending', lease: null })).toEqual(queued);
  });

  it.each<CommandState>(['refused', 'conflict', 'held'])('leaves one that is %s where it is', (state) => {
    expect(settle({ state })).toEqual({ answerLost: false });
  });

  it('is none of what was sent again since, is being sent, or is done', () => {
    expect(settle({ state: 'unknown', attempts: 2 })).toBeNull();
    expect(settle({ state: 'sending' })).toBeNull();
    expect(settle({ state: 'done' })).toBeNull();
  });
});
