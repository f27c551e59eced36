import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, deleteDocument, putDocument } from '../../../test/builders/build-page.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { openTestMirror } from '../../../test/builders/open-test-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { writeMeta } from '../store/storage.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { refold } from '../fold/refold.ts';
import type { Mirror } from '../store/schema.ts';
import { outboxItems } from './outbox-items.ts';
import { outboxSummary } from './outbox-summary.ts';

let mirror: Mirror;
beforeEach(async () => {
  mirror = await openTestMirror();
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
});
afterEach(async () => {
  await mirror.delete();
});

async function wait(...commands: OutboxCommand[]): Promise<void> {
  for (const command of commands) {
    await mirror.commands.put(command);
    await mirror.transaction('rw', mirror.tables, async () => refold(mirror, command.documentKey));
  }
}

const DAY_MS = 24 * 3_600_000;

describe('outboxItems', () => {
  it('tells a command whose sender was killed as one that waits, from the end of its lease', async () => {
    await wait(buildCommand('respond', { state: 'sending', lease: { token: 'killed', untilMs: NOW_MS } }));
    expect(await outboxItems(mirror, { nowMs: NOW_MS - 1 })).toMatchObject([
      { group: 'sending', command: { state: 'sending' } },
    ]);
    expect(await outboxItems(mirror, { nowMs: NOW_MS })).toMatchObject([
      { group: 'queued', command: { state: 'unknown' } },
    ]);
  });

  it('groups every item, names its document, and says which item waits for which', async () => {
    const done = { state: 'done', doneAtMs: NOW_MS - 1 } as const;
    await wait(
      buildCommand('create-document'),
      buildCommand('respond', { seq: 2, documentKey: uuid(1) }),
      buildCommand('respond', { seq: 3, state: 'refused', payload: { responsible_ids: [9] } }),
      buildCommand('complete-document', { seq: 4 }),
      buildCommand('respond', { seq: 5, documentKey: 's:9', state: 'sending' }),
      buildCommand('respond', { seq: 6, ...done }),
      buildCommand('record-view', { seq: 7, ...done }),
      buildCommand('respond', { seq: 8, ...done, doneAtMs: NOW_MS - DAY_MS }),
    );
    const items = await outboxItems(mirror, { nowMs: NOW_MS });
    expect(items.map(({ command, group, waitsFor, dependents }) => [command.seq, group, waitsFor, dependents])).toEqual(
      [
        [1, 'queued', null, 1],
        [2, 'queued', uuid(1), 0],
        [3, 'needs-you', null, 1],
        [4, 'queued', uuid(3), 0],
        [5, 'sending', null, 0],
        [6, 'sent', null, 0],
      ],
    );
    expect(
      items.map(({ title, ticket, localCode, address }) => [title, ticket, localCode, address]).slice(0, 5),
    ).toEqual([
      ['Medição de novembro', null, 'L-0001', uuid(1)],
      ['Medição de novembro', null, 'L-0001', uuid(1)],
      ['Interdição parcial da Rua das Aroeiras', 'PMVI042', null, '1'],
      ['Interdição parcial da Rua das Aroeiras', 'PMVI042', null, '1'],
      ['', null, null, null],
    ]);
  });

  it('shows no item as waiting for a view, whatever the order of sending', async () => {
    await wait(
      buildCommand('record-view'),
      buildCommand('complete-document', { seq: 2 }),
      buildCommand('respond', { seq: 3 }),
    );
    const items = await outboxItems(mirror, { nowMs: NOW_MS });
    expect(items.map(({ command, waitsFor }) => [command.seq, waitsFor])).toEqual([
      [1, null],
      [2, null],
      [3, uuid(2)],
    ]);
  });

  it('names the document of a refused creation, and one out of sight', async () => {
    await wait(buildCommand('create-document', { state: 'refused' }), buildCommand('respond', { seq: 2 }));
    await applyPage(mirror, buildPage([deleteDocument(1, 20)]));
    const items = await outboxItems(mirror, { nowMs: NOW_MS });
    expect(items.map(({ title, ticket, address }) => [title, ticket, address])).toEqual([
      ['Medição de novembro', null, null],
      ['Interdição parcial da Rua das Aroeiras', 'PMVI042', null],
    ]);
  });
});

describe('outboxSummary', () => {
  it('counts nothing for an empty outbox', async () => {
    expect(await outboxSummary(mirror)).toEqual({
      unsent: 0,
      pending: 0,
      sending: null,
      needsAuthor: 0,
      refreshedAtMs: null,
    });
  });

  it('counts gestures, not views, and how far the sending has come', async () => {
    await writeMeta(mirror, { name: 'refreshedAtMs', value: NOW_MS });
    await wait(
      buildCommand('respond', { state: 'done', doneAtMs: NOW_MS - DAY_MS }),
      buildCommand('respond', { seq: 2, state: 'done', doneAtMs: NOW_MS + 5 }),
      buildCommand('respond', { seq: 3, state: 'sending' }),
      buildCommand('respond', { seq: 4 }),
      buildCommand('record-view', { seq: 5 }),
      buildCommand('complete-document', { seq: 6, state: 'conflict', performedAtMs: 0 }),
    );
    expect(await outboxSummary(mirror)).toEqual({
      unsent: 3,
      pending: 2,
      sending: { current: 2, total: 3 },
      needsAuthor: 1,
      refreshedAtMs: NOW_MS,
    });
  });
});
