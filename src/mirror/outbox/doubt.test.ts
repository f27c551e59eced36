// Which answers leave it open whether the server has a command (src/sync/promises.md, Drain). Its
// author may then make no new command of it.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, buildError, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { claimCommand, recordOutcome, settleDoubt, type FailedAttempt } from './sending.ts';
import { isInDoubt, type OutboxCommand } from '../store/outbox-row.ts';
import type { Mirror } from '../store/schema.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
  await mirror.commands.put(buildCommand('respond'));
});
afterEach(() => mirror.delete());

async function row(): Promise<OutboxCommand> {
  const command = await mirror.commands.get(1);
  if (command === undefined) throw new Error('the command is gone');
  return command;
}

async function attempt(outcome: FailedAttempt): Promise<boolean> {
  const nowMs = (await row()).dueAtMs;
  await claimCommand(mirror, { id: uuid(1), token: 't', nowMs, untilMs: nowMs + 1000 });
  expect(isInDoubt(await row())).toBe(true);
  await recordOutcome(mirror, { id: uuid(1), token: 't', outcome, nowMs });
  return isInDoubt(await row());
}

const again = (change: Parameters<typeof buildError>[0]): FailedAttempt => ({
  state: 'backoff',
  error: buildError(change),
  dueAtMs: NOW_MS,
});
const lost: FailedAttempt = {
  state: 'unknown',
  error: buildError({ class: 'unknown', status: null }),
  dueAtMs: NOW_MS,
};
const refused = (status: number | null): FailedAttempt => ({
  state: 'refused',
  error: buildError({ class: 'invalid', status }),
});

const TELLS_NOTHING: [string, FailedAttempt][] = [
  ['what never left', again({ class: 'transient', status: null })],
  ['a throttle', again({ class: 'throttle', status: 429 })],
  ['a token', again({ class: 'csrf', status: 419 })],
  ['a login', { state: 'queued', error: buildError({ class: 'auth', status: 401 }) }],
  ['the session of another person', { state: 'held', error: buildError({ class: 'identity', status: 403 }) }],
  ['files that the server no longer holds', again({ class: 'transient', status: 409, type: 'upload_missing' })],
  ['a proxy that finds it too large', refused(413)],
  ['files that are gone', refused(null)],
  // An earlier attempt may be held up on its way, and arrive after what it was refused for has
  // ended.
  ['a refusal', refused(422)],
  ['a conflict', { state: 'conflict', error: buildError({ class: 'conflict', status: 409 }) }],
];
const LEAVES_OPEN: [string, FailedAttempt][] = [
  ['a lost answer', lost],
  ['a gateway that gave up', again({ class: 'transient', status: 504 })],
  ['a portal', again({ class: 'intercepted', status: 200 })],
  ['the same key at work', again({ class: 'in_progress', status: 409 })],
];

describe('a command is in doubt', () => {
  it.each(LEAVES_OPEN)('after %s', async (_name, outcome) => {
    expect(await attempt(outcome)).toBe(true);
  });
  it.each(TELLS_NOTHING)('not after %s', async (_name, outcome) => {
    expect(await attempt(outcome)).toBe(false);
  });
  it.each(TELLS_NOTHING)('still after a lost answer and %s', async (_name, outcome) => {
    await attempt(lost);
    expect(await attempt(outcome)).toBe(true);
  });
  it('when its sender was killed, and while the next one sends it', async () => {
    await claimCommand(mirror, { id: uuid(1), token: 'killed', nowMs: NOW_MS, untilMs: NOW_MS + 1000 });
    const nowMs = NOW_MS + 1000;
    await claimCommand(mirror, { id: uuid(1), token: 't', nowMs, untilMs: nowMs + 1000 });
    const outcome = again({ class: 'transient', status: null });
    await recordOutcome(mirror, { id: uuid(1), token: 't', outcome, nowMs });
    expect(isInDoubt(await row())).toBe(true);
  });
});

describe('a doubt is settled', () => {
  it('by the attempts that were made when the server was asked, and only by those', async () => {
    await attempt(lost);
    expect(await settleDoubt(mirror, { id: uuid(1), attempts: 0, nowMs: NOW_MS })).toBe(false);
    expect(await settleDoubt(mirror, { id: uuid(1), attempts: 1, nowMs: NOW_MS })).toBe(true);
    expect(await row()).toMatchObject({ state: 'queued', dueAtMs: NOW_MS + 10_000 });
    expect(isInDoubt(await row())).toBe(false);
  });

  it('not while the command is being sent, and one that waits for its author goes on waiting', async () => {
    await attempt(lost);
    await attempt(refused(413));
    expect(await settleDoubt(mirror, { id: uuid(1), attempts: 2, nowMs: NOW_MS })).toBe(true);
    expect((await row()).state).toBe('refused');
    await mirror.commands.update(1, { state: 'sending', lease: { token: 't', untilMs: NOW_MS + 1 } });
    expect(await settleDoubt(mirror, { id: uuid(1), attempts: 2, nowMs: NOW_MS })).toBe(false);
    expect(await settleDoubt(mirror, { id: uuid(1), attempts: 2, nowMs: NOW_MS + 1 })).toBe(true);
    expect((await row()).state).toBe('queued');
  });
});
