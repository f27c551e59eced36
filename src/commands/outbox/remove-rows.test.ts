import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildContext, openTestMirror, type TestContext } from '../../../test/builders/open-test-mirror.ts';
import { buildSession } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { permissionFor, ROW_COLLECTIONS } from '#contract/row-writes.ts';
import { writtenDrafts } from '#mirror/keep/written-drafts.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { forgetDone } from '#mirror/outbox/forget-done.ts';
import { dueWork } from '#mirror/outbox/sending.ts';
import { keptDrafts } from '#mirror/questions/drafts.ts';
import { referenceRows } from '#mirror/questions/reference-rows.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createRow } from '../reference/create-row.ts';
import { switchRows } from '../reference/on-rows.ts';
import { updateRow } from '../reference/update-row.ts';
import { giveUpCreation, removeRows, undoRemoval, type RowsRemoved } from './remove-rows.ts';

const permissions = ROW_COLLECTIONS.flatMap((noun) =>
  (['create', 'update', 'delete'] as const).map((verb) => permissionFor(verb, noun)),
);
const sessionWith = (allowed: readonly Permission[]) =>
  buildSession({ roles: [{ id: 1, name: 'Super Admin', permissions: allowed.map((name) => ({ name })) }] });

let mirror: Mirror;
let context: TestContext;
beforeEach(async () => {
  mirror = await openTestMirror(sessionWith(permissions));
  context = buildContext(mirror, sessionWith(permissions));
});
afterEach(async () => {
  await mirror.delete();
});

const UNDO_MS = 8000;
const sectors = { collection: 'organizations', undoMs: UNDO_MS } as const;
const names = async () => (await referenceRows(mirror, 'organizations')).map((row) => row.row.name);

async function made(name: string): Promise<{ id: string; key: string }> {
  const done = await createRow(context, { collection: 'organizations', fields: { name, acronym: name.slice(0, 6) } });
  if (done.kind === 'refused') throw new Error('refused');
  return { id: done.commandId, key: done.rowKey };
}

async function removed(keys: readonly string[]): Promise<RowsRemoved> {
  const result = await removeRows(context, { ...sectors, keys });
  if (result.kind === 'refused') throw new Error('refused');
  return result;
}

async function change(id: string, changes: Partial<OutboxCommand>): Promise<void> {
  const command = await commandById(mirror, id);
  if (command !== undefined) await mirror.commands.update(command.seq, changes as object);
}

it('a row made here goes with its creation, and nothing of it is left to send', async () => {
  const { key } = await made('Habitação');
  await updateRow(context, { collection: 'organizations', key, seen: {}, fields: { name: 'Moradia' } });
  expect(await removed([key])).toMatchObject({ commandId: null });
  expect(await names()).not.toContain('Moradia');
  expect(await mirror.commands.count()).toBe(0);
});

it('undoing puts the creation and what was done to its row back as they were, in their order', async () => {
  const { key } = await made('Habitação');
  await updateRow(context, { collection: 'organizations', key, seen: {}, fields: { name: 'Moradia' } });
  const before = await mirror.commands.toArray();
  expect(await undoRemoval(context, await removed([key]))).toBe('all');
  expect(await mirror.commands.toArray()).toEqual(before);
  expect(await names()).toContain('Moradia');
  expect(await mirror.drafts.count()).toBe(0);
});

it('rows made here and rows of the server are removed by one gesture and come back by one', async () => {
  const { key } = await made('Habitação');
  const result = await removed([key, 's:1']);
  expect(await names()).toEqual(['Arquivo', 'Trânsito']);
  expect(await mirror.commands.toArray()).toMatchObject([{ type: 'delete-rows', payload: { row_keys: ['s:1'] } }]);
  expect(await undoRemoval(context, result)).toBe('all');
  expect(await names()).toEqual(expect.arrayContaining(['Habitação', 'Obras']));
});

it('a deletion is not sent while it can be taken back', async () => {
  await removed(['s:1']);
  const due = async (nowMs: number) => (await dueWork(mirror, { nowMs, actorId: context.session.id })).commands.length;
  expect(await due(NOW_MS + UNDO_MS - 1)).toBe(0);
  expect(await due(NOW_MS + UNDO_MS)).toBe(1);
});

it('when the deletion has been sent, only the rows made here come back, and that is said', async () => {
  const { key } = await made('Habitação');
  const result = await removed([key, 's:1']);
  await change(result.commandId ?? '', { state: 'unknown' });
  expect(await undoRemoval(context, result)).toBe('partly');
  expect(await names()).toContain('Habitação');
  expect(await mirror.commands.where('state').equals('unknown').count()).toBe(1);
});

it.each([
  ['is being sent', { state: 'sending', lease: { token: 't', untilMs: NOW_MS + 1000 } }],
  ['may be on the server', { state: 'backoff', answerLost: true }],
] as const)('a creation that %s is not given up: the deletion waits behind it', async (_what, state) => {
  const { id, key } = await made('Habitação');
  await change(id, state);
  const result = await removed([key]);
  expect(result).toMatchObject({ givenUp: null });
  expect(await mirror.commands.toArray()).toMatchObject([{ id }, { id: result.commandId, type: 'delete-rows' }]);
});

it('a command on several rows goes on without those that are given up, and has them again when that is undone', async () => {
  const [first, second] = [await made('Habitação'), await made('Cultura')];
  const keys = [first.key, second.key, 's:2'];
  await switchRows(context, { collection: 'organizations', keys, status: 'inactive' });
  const result = await removed([first.key, second.key]);
  expect(await mirror.commands.toArray()).toMatchObject([{ type: 'switch-rows', payload: { row_keys: ['s:2'] } }]);
  await undoRemoval(context, result);
  expect((await mirror.commands.toArray()).at(-1)).toMatchObject({ payload: { row_keys: keys } });
});

it('a command on several rows, all of which are given up, goes with them and comes back whole', async () => {
  const [first, second] = [await made('Habitação'), await made('Cultura')];
  const keys = [first.key, second.key];
  await switchRows(context, { collection: 'organizations', keys, status: 'inactive' });
  const before = await mirror.commands.toArray();
  const result = await removed(keys);
  expect(await mirror.commands.count()).toBe(0);
  await undoRemoval(context, result);
  expect(await mirror.commands.toArray()).toEqual(before);
});

it('a gesture that is refused removes nothing', async () => {
  const { key } = await made('Habitação');
  const before = await mirror.commands.toArray();
  const forbidden = { ...context, session: sessionWith([]) };
  expect(await removeRows(forbidden, { ...sectors, keys: [key, 's:1'] })).toMatchObject({ kind: 'refused' });
  expect(await mirror.commands.toArray()).toEqual(before);
  expect(await mirror.drafts.count()).toBe(0);
});

it('the files of a model that is given up come back with it, and go when it is not taken back', async () => {
  const file = Object.assign(new Blob(['%PDF']), { name: 'oficio.pdf' });
  const { id: fileId } = await keepFile(mirror, { id: context.newId(), owner: 'draft:model', file, nowMs: NOW_MS });
  const fields = { type: 'flow_model', name: 'Ofício', description: 'Padrão', organization_ids: [1] } as const;
  const gesture = createRow(context, {
    collection: 'models',
    fields: { ...fields, file_mime_type: 'pdf' },
    fileIds: [fileId],
  });
  const done = await gesture;
  if (done.kind === 'refused') throw new Error('refused');
  const result = await giveUpCreation(context, done.commandId);
  expect(await writtenDrafts(mirror)).toEqual([]);
  expect(await keptDrafts(mirror)).toEqual([]);
  await forgetDone(mirror, NOW_MS + UNDO_MS);
  expect(await undoRemoval(context, result)).toBe('all');
  expect(await mirror.files.get(fileId)).toMatchObject({ owner: `command:${done.commandId}` });

  const again = await giveUpCreation(context, done.commandId);
  await forgetDone(mirror, NOW_MS + 3_600_000);
  expect(await mirror.files.count()).toBe(0);
  expect(await mirror.chunks.count()).toBe(0);
  expect(await undoRemoval(context, again)).toBe('none');
});

it('a refused creation is given up and comes back refused', async () => {
  const { id } = await made('Habitação');
  await change(id, { state: 'refused' });
  const result = await giveUpCreation(context, id);
  expect(await mirror.commands.count()).toBe(0);
  await undoRemoval(context, result);
  expect(await commandById(mirror, id)).toMatchObject({ state: 'refused' });
});
