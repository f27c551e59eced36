import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildCommand, buildError, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror, assertFolded } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { DONE_KEPT_MS, forgetDone } from './forget-done.ts';
import { claimCommand, dueWork, extendLease, recordOutcome, type FailedAttempt } from './sending.ts';
import { makeBackoffDue, releaseHeld } from './waiting.ts';
import { predecessorOf } from './outbox-lanes.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';

let mirror: Mirror;
const claim = { id: uuid(1), token: 'mine', nowMs: NOW_MS, untilMs: NOW_MS + 1000 };

beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
});
afterEach(async () => {
  await assertFolded(mirror);
  await mirror.delete();
});

async function wait(command: OutboxCommand): Promise<void> {
  await mirror.commands.put(command);
  await mirror.transaction('rw', mirror.tables, async () => refold(mirror, command.documentKey));
}

async function end(outcome: FailedAttempt, token = 'mine'): Promise<boolean> {
  return recordOutcome(mirror, { id: uuid(1), token, outcome, nowMs: NOW_MS });
}

describe('claiming', () => {
  it('gives a command to one sender at a time, and again when the lease has run out', async () => {
    await wait(buildCommand('respond'));
    expect(await claimCommand(mirror, claim)).toMatchObject({ state: 'sending', attempts: 1 });
    expect(await claimCommand(mirror, { ...claim, token: 'other' })).toBeNull();
    expect(await claimCommand(mirror, { ...claim, token: 'other', nowMs: NOW_MS + 1000 })).toMatchObject({
      attempts: 2,
    });
    expect(await extendLease(mirror, { id: uuid(1), token: 'mine', untilMs: NOW_MS + 9000 })).toBe(false);
    expect(await extendLease(mirror, { id: uuid(1), token: 'other', untilMs: NOW_MS + 9000 })).toBe(true);
  });

  it('holds what it claimed when the answer of the commit was lost', async () => {
    await wait(buildCommand('respond'));
    const run = mirror.transaction.bind(mirror) as (...asked: unknown[]) => Promise<unknown>;
    const losing = vi.spyOn(mirror, 'transaction').mockImplementationOnce((async (...asked: unknown[]) => {
      await run(...asked);
      throw new DOMException('the connection was lost', 'AbortError');
    }) as never);
    expect(await claimCommand(mirror, claim)).toMatchObject({ lease: { token: 'mine' }, attempts: 1 });
    expect(losing).toHaveBeenCalledTimes(2);
  });

  it('gives no command out of order, before its time, that is done, or that is unknown', async () => {
    await wait(buildCommand('respond'));
    await wait(buildCommand('complete-document', { seq: 2 }));
    expect(await claimCommand(mirror, { ...claim, id: uuid(2) })).toBeNull();
    expect((await predecessorOf(mirror, buildCommand('complete-document', { seq: 2 })))?.id).toBe(uuid(1));
    expect(await claimCommand(mirror, { ...claim, nowMs: NOW_MS - 1 })).toBeNull();
    expect(await claimCommand(mirror, { ...claim, id: uuid(77) })).toBeNull();
    await wait(buildCommand('respond', { state: 'done', receipt: buildReceipt({ rev: 10 }) }));
    expect(await claimCommand(mirror, claim)).toBeNull();
  });

  it('has only the commands of its own person due (I4)', async () => {
    await wait(buildCommand('respond', { actorId: 8 }));
    expect((await dueWork(mirror, { nowMs: NOW_MS, actorId: 7 })).commands).toEqual([]);
    expect((await dueWork(mirror, { nowMs: NOW_MS, actorId: 8 })).commands).toHaveLength(1);
  });
});

describe('recording', () => {
  beforeEach(async () => {
    await wait(buildCommand('complete-document'));
    await claimCommand(mirror, claim);
  });

  it.each<FailedAttempt>([
    { state: 'backoff', error: buildError(), dueAtMs: NOW_MS + 4000 },
    { state: 'unknown', error: buildError({ class: 'unknown', status: null }), dueAtMs: NOW_MS + 2000 },
    { state: 'held', error: buildError({ class: 'identity', status: 403 }) },
    { state: 'conflict', error: buildError({ class: 'conflict', status: 409, code: 'responsible_changed' }) },
    { state: 'refused', error: buildError({ class: 'invalid', status: 422 }) },
    { state: 'queued', error: null },
  ])('$state', async (outcome) => {
    expect(await end(outcome)).toBe(true);
    const dueAtMs = 'dueAtMs' in outcome ? outcome.dueAtMs : NOW_MS;
    expect(await mirror.commands.get(1)).toMatchObject({
      state: outcome.state,
      lease: null,
      lastError: outcome.error,
      dueAtMs,
    });
    const shown = await mirror.documents.get('s:1');
    const over = outcome.state === 'conflict' || outcome.state === 'refused';
    expect(shown?.stored_status).toBe(over ? 'under_review' : 'completed');
    expect(shown?.pencil.needsAuthor).toBe(over);
  });

  it('drops an outcome under a lost lease, or after a receipt', async () => {
    expect(await end({ state: 'refused', error: buildError() }, 'other')).toBe(false);
    await wait(buildCommand('complete-document', { state: 'done', receipt: buildReceipt({ rev: 12 }) }));
    expect(await end({ state: 'refused', error: buildError() })).toBe(false);
    expect((await mirror.commands.get(1))?.state).toBe('done');
  });

  it('makes a command wait as long as the server asked, whatever contact comes in between', async () => {
    const error = buildError({ status: 503 });
    await end({ state: 'backoff', error, dueAtMs: NOW_MS + 60_000, asked: 'this' });
    await makeBackoffDue(mirror, NOW_MS);
    expect((await mirror.commands.get(1))?.dueAtMs).toBe(NOW_MS + 60_000);
    await claimCommand(mirror, { ...claim, nowMs: NOW_MS + 60_000 });
    await end({ state: 'backoff', error: buildError(), dueAtMs: NOW_MS + 90_000 });
    await makeBackoffDue(mirror, NOW_MS);
    expect((await mirror.commands.get(1))?.dueAtMs).toBe(NOW_MS);
  });
});

describe('a pause the server asked of everyone (429)', () => {
  beforeEach(async () => {
    await wait(buildCommand('respond'));
    await claimCommand(mirror, claim);
    await wait(buildCommand('respond', { seq: 2, documentKey: 's:2' }));
    const error = buildError({ class: 'throttle', status: 429 });
    await end({ state: 'backoff', error, dueAtMs: NOW_MS + 60_000, asked: 'all' });
  });
  const due = (nowMs: number) => dueWork(mirror, { nowMs, actorId: 7 });

  it('holds every command, from any context, until it is over', async () => {
    expect(await due(NOW_MS + 59_999)).toEqual({ commands: [], nextDueAtMs: NOW_MS + 60_000 });
    expect(await claimCommand(mirror, { ...claim, id: uuid(2) })).toBeNull();
    expect((await due(NOW_MS + 60_000)).commands.map((one) => one.seq)).toEqual([1, 2]);
  });

  it('does not count when it was noted by a clock that has been set back since', async () => {
    expect((await due(NOW_MS - 86_400_000)).commands.map((one) => one.seq)).toEqual([1, 2]);
  });
});

describe('poison', () => {
  const failing: FailedAttempt = { state: 'backoff', error: buildError({ status: 500 }), dueAtMs: NOW_MS };

  async function fail(times: number, outcome = failing): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      await claimCommand(mirror, claim);
      await end(outcome);
    }
  }

  it('makes a command that failed ten times while others passed be tried hourly, its lane only', async () => {
    await wait(buildCommand('respond'));
    await wait(
      buildCommand('record-view', { seq: 2, documentKey: 's:2', state: 'done', doneAtMs: NOW_MS, receipt: null }),
    );
    await fail(9);
    expect((await mirror.commands.get(1))?.lastError?.class).toBe('transient');
    await fail(1);
    expect(await mirror.commands.get(1)).toMatchObject({ lastError: { class: 'poison' }, dueAtMs: NOW_MS + 3_600_000 });
    await makeBackoffDue(mirror, NOW_MS);
    expect((await mirror.commands.get(1))?.dueAtMs).toBe(NOW_MS + 3_600_000);
  });

  it('is not counted for what a full disk refuses, although smaller commands pass', async () => {
    await wait(buildCommand('respond'));
    await wait(
      buildCommand('record-view', { seq: 2, documentKey: 's:2', state: 'done', doneAtMs: NOW_MS, receipt: null }),
    );
    await fail(15, { ...failing, error: buildError({ class: 'storage', status: 507 }) });
    expect(await mirror.commands.get(1)).toMatchObject({ lastError: { class: 'storage' }, dueAtMs: NOW_MS });
  });

  it('is not counted while no command passes, nor for a missing network', async () => {
    await wait(buildCommand('respond'));
    await fail(15);
    expect((await mirror.commands.get(1))?.lastError?.class).toBe('transient');
    await mirror.commands.update(1, { failures: 0 });
    await mirror.commands
      .where('id')
      .equals(uuid(1))
      .modify((row: { failingSinceMs?: number }) => delete row.failingSinceMs);
    await fail(15, { ...failing, error: buildError({ status: null }) });
    expect((await mirror.commands.get(1))?.failures).toBe(0);
  });
});

describe('waiting commands', () => {
  it('are due after a contact with the server, except those that it asked to wait', async () => {
    const backoff = { state: 'backoff', dueAtMs: NOW_MS + 60_000 } as const;
    await wait(buildCommand('respond', { ...backoff, lastError: buildError() }));
    await wait(buildCommand('respond', { ...backoff, seq: 2, documentKey: 's:2', mustWait: true }));
    await wait(buildCommand('respond', { ...backoff, seq: 3, documentKey: 's:3', state: 'unknown' }));
    await makeBackoffDue(mirror, NOW_MS);
    expect((await mirror.commands.toArray()).map((one) => one.dueAtMs - NOW_MS)).toEqual([0, 60_000, 0]);
  });

  it('are released when the reason for holding them has ended, and only those', async () => {
    await wait(buildCommand('respond', { state: 'held', lastError: buildError({ class: 'identity' }) }));
    await wait(buildCommand('respond', { seq: 2, state: 'held', lastError: buildError({ class: 'unsupported' }) }));
    await releaseHeld(mirror, { errorClass: 'identity', nowMs: NOW_MS });
    expect((await mirror.commands.toArray()).map((one) => one.state)).toEqual(['queued', 'held']);
  });

  it('stay however old they are, while commands done a day ago that have come back are removed (I1)', async () => {
    const old = NOW_MS - DONE_KEPT_MS;
    const done = { state: 'done', doneAtMs: old } as const;
    await wait(buildCommand('respond', { ...done, receipt: buildReceipt({ rev: 10 }) }));
    await wait(buildCommand('respond', { ...done, seq: 2, receipt: buildReceipt({ rev: 11 }) }));
    await wait(buildCommand('respond', { ...done, seq: 3, doneAtMs: old + 1, receipt: buildReceipt({ rev: 10 }) }));
    await wait(buildCommand('respond', { seq: 4, performedAtMs: 0, dueAtMs: 0 }));
    await wait(buildCommand('respond', { seq: 5, state: 'refused', performedAtMs: 0 }));
    await wait(buildCommand('respond', { ...done, seq: 6, documentKey: 's:404', receipt: buildReceipt({ rev: 99 }) }));
    await forgetDone(mirror, NOW_MS);
    expect((await mirror.commands.toArray()).map((one) => one.seq)).toEqual([2, 3, 4, 5]);
  });
});
