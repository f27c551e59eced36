// The database has committed a gesture on the outbox, and the connection to it is lost before it
// answers: the work runs again (mirror/store/storage.ts), and its author hears that it was done.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildCommand, buildError, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildSession, PEOPLE } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import {
  assertFolded,
  buildContext,
  openTestMirror,
  storeFolded,
  type TestContext,
} from '../../../test/builders/open-test-mirror.ts';
import { permissionFor } from '#contract/row-writes.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createRow } from '../reference/create-row.ts';
import { discardCommand } from './discard-command.ts';
import { reopenAndComplete } from '../documents/reopen-and-complete.ts';
import { redoReopening } from './redo-reopening.ts';
import { giveUpCreation, removeRows, undoRemoval } from './remove-rows.ts';
import { takeBackCommand } from './take-back-command.ts';
import { undoCommands } from './undo-commands.ts';

const permissions = (['create', 'update', 'delete'] as const).map((verb) => ({
  name: permissionFor(verb, 'organizations'),
}));
const SESSION = buildSession({ roles: [{ id: 1, name: 'Super Admin', permissions }] });
const DRAFT = { id: 'reply:s:1', fields: { content: '<p>De acordo.</p>' }, savedAtMs: NOW_MS };

let mirror: Mirror;
let context: TestContext;

beforeEach(async () => {
  mirror = await openTestMirror(SESSION);
  context = buildContext(mirror, SESSION);
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await assertFolded(mirror);
  await mirror.delete();
});

/** The connection is lost right after the next transaction: after its commit, or instead of it. */
function loseNext(isCommitted: boolean): void {
  const transaction = mirror.transaction.bind(mirror) as (...asked: readonly unknown[]) => Promise<unknown>;
  const lost = async (mode: unknown, tables: unknown, work: () => Promise<unknown>) => {
    await transaction(mode, tables, async () => {
      await work();
      if (!isCommitted) throw new DOMException('lost', 'UnknownError');
    });
    throw new DOMException('lost', 'UnknownError');
  };
  vi.spyOn(mirror, 'transaction').mockImplementationOnce(lost as never);
}

async function madeSector(): Promise<{ id: string; key: string }> {
  const fields = { name: 'Habitação', acronym: 'HABI' };
  const done = await createRow(context, { collection: 'organizations', fields });
  if (done.kind === 'refused') throw new Error('refused');
  return { id: done.commandId, key: done.rowKey };
}

const ENDS = [
  ['committed', true],
  ['not committed', false],
] as const;

it.each(ENDS)('a discarded command, %s', async (_end, isCommitted) => {
  await storeFolded(mirror, buildCommand('respond'));
  loseNext(isCommitted);
  expect(await discardCommand(context, { id: uuid(1) })).toEqual([uuid(1)]);
  expect([await mirror.commands.count(), context.wakes()]).toEqual([0, 1]);
});

it.each(ENDS)('a command that was taken back, %s', async (_end, isCommitted) => {
  await storeFolded(mirror, buildCommand('respond'));
  loseNext(isCommitted);
  await takeBackCommand(context, { id: uuid(1), draft: DRAFT });
  expect([await mirror.commands.count(), context.wakes()]).toEqual([0, 1]);
  expect(await mirror.drafts.toArray()).toEqual([{ ...DRAFT, fileIds: [] }]);
});

it('words that were joined to a reply are joined once', async () => {
  await storeFolded(mirror, buildCommand('respond'));
  await mirror.drafts.put({ ...DRAFT, fields: { content: '<p>Segue.</p>' }, fileIds: [] });
  loseNext(true);
  await takeBackCommand(context, { id: uuid(1), draft: DRAFT, present: 'joined' });
  expect((await mirror.drafts.get(DRAFT.id))?.fields).toEqual({ content: '<p>Segue.</p><p>De acordo.</p>' });
});

it.each(ENDS)('a command that was undone, %s', async (_end, isCommitted) => {
  await storeFolded(mirror, buildCommand('respond'));
  loseNext(isCommitted);
  expect(await undoCommands(context, [uuid(1)])).toEqual(['undone']);
  expect((await mirror.drafts.get(DRAFT.id))?.fields).toMatchObject({ content: '<p>De acordo.</p>' });
});

it.each(ENDS)('a reply that was made again on the reopened document, %s', async (_end, isCommitted) => {
  const facts = { ...buildDocumentRow().facts, completed_by: PEOPLE.bia.id };
  const completed = { stored_status: 'completed', status: 'completed' } as const;
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ ...completed, facts, rev: 12 }))]));
  const lastError = buildError({ class: 'conflict', status: 409, code: 'completed_meanwhile' });
  await storeFolded(mirror, buildCommand('respond', { state: 'conflict', lastError }));
  loseNext(isCommitted);
  const outcome = await redoReopening(context, { id: uuid(1), mode: 'text-only' });
  const commands = await mirror.commands.orderBy('seq').toArray();
  expect(commands.map((command) => command.type)).toEqual(['reopen-document', 'respond']);
  expect(outcome).toMatchObject({ kind: 'stored', commandId: commands[1]?.id });
  expect(context.wakes()).toBe(1);
});

it.each(ENDS)('a document that was reopened to complete it again, %s', async (_end, isCommitted) => {
  const facts = { ...buildDocumentRow().facts, completed_by: PEOPLE.bia.id };
  const row = buildDocumentRow({ stored_status: 'completed', status: 'completed', facts, rev: 12 });
  await applyPage(mirror, buildPage([putDocument(row)]));
  loseNext(isCommitted);
  const given = { documentKey: 's:1', seen: row, limitDate: null };
  const outcome = await reopenAndComplete(context, given);
  const commands = await mirror.commands.orderBy('seq').toArray();
  expect(commands.map((command) => command.type)).toEqual(['reopen-document', 'complete-document']);
  expect(outcome).toMatchObject({ kind: 'stored', commandId: commands[1]?.id });
  expect(context.wakes()).toBe(1);
});

it.each(ENDS)('the creation of a row that was given up, %s', async (_end, isCommitted) => {
  const { id } = await madeSector();
  loseNext(isCommitted);
  const removed = await giveUpCreation(context, id);
  expect(await mirror.commands.count()).toBe(0);
  expect(await undoRemoval(context, removed)).toBe('all');
  expect(await mirror.commands.toArray()).toMatchObject([{ id }]);
});

it.each(ENDS)('a removal of rows that was undone, %s', async (_end, isCommitted) => {
  const { id, key } = await madeSector();
  const removed = await removeRows(context, { collection: 'organizations', keys: [key, 's:1'], undoMs: 0 });
  if (removed.kind === 'refused') throw new Error('refused');
  loseNext(isCommitted);
  expect(await undoRemoval(context, removed)).toBe('all');
  expect(await mirror.commands.toArray()).toMatchObject([{ id }]);
});

it('a removal of rows that was undone in part', async () => {
  const { id, key } = await madeSector();
  const removed = await removeRows(context, { collection: 'organizations', keys: [key, 's:1'], undoMs: 0 });
  if (removed.kind === 'refused') throw new Error('refused');
  const deletion = (await mirror.commands.toArray()).find((command) => command.id === removed.commandId);
  await mirror.commands.update(deletion?.seq ?? 0, { state: 'unknown' });
  loseNext(true);
  expect(await undoRemoval(context, removed)).toBe('partly');
  expect((await mirror.commands.toArray()).map((command) => command.id)).toContain(id);
});
