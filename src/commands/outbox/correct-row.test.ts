import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildContext, openTestMirror, type TestContext } from '../../../test/builders/open-test-mirror.ts';
import { buildError, buildCommand } from '../../../test/builders/build-command.ts';
import { buildPage } from '../../../test/builders/build-page.ts';
import { buildOrganization, buildSession, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW, NOW_MS } from '../../../test/builders/moments.ts';
import { editOf, permissionFor, ROW_COLLECTIONS, type RowFields } from '#contract/row-writes.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { type ManageDraftOf, manageDraftOf, managedBy } from '#mirror/keep/written-drafts.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { referenceRow, rowOfCommand } from '#mirror/questions/row-by-key.ts';
import type { CommandState, OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createRow } from '../reference/create-row.ts';
import { updateRow } from '../reference/update-row.ts';
import { correctRow } from './correct-row.ts';
import { discardCommand } from './discard-command.ts';

const permissions = ROW_COLLECTIONS.flatMap((noun) =>
  (['create', 'update', 'delete'] as const).map((verb) => permissionFor(verb, noun)),
);
const session = buildSession({
  roles: [{ id: 1, name: 'Super Admin', permissions: permissions.map((name) => ({ name })) }],
});

let mirror: Mirror;
let context: TestContext;
beforeEach(async () => {
  mirror = await openTestMirror(session);
  context = buildContext(mirror, session);
});
afterEach(async () => {
  await mirror.delete();
});

const SECTOR: RowFields<'organizations'> = { name: 'Habitação', acronym: 'SEHAB' };

async function idOf(done: Promise<{ kind: string; commandId?: string }>): Promise<string> {
  const { commandId } = await done;
  if (commandId === undefined) throw new Error('the gesture was refused');
  return commandId;
}

async function setState(id: string, state: CommandState, change: Partial<OutboxCommand> = {}): Promise<OutboxCommand> {
  const command = await commandById(mirror, id);
  if (command === undefined) throw new Error('no command');
  const lastError = state === 'refused' ? buildError({ class: 'invalid', status: 422 }) : null;
  await mirror.commands.update(command.seq, { state, lastError, ...change } as Partial<OutboxCommand>);
  return command;
}

const pick = async (name: string, owner = 'draft:model') => {
  const file = Object.assign(new Blob([name]), { name });
  return (await keepFile(mirror, { id: context.newId(), owner, file, nowMs: NOW_MS })).id;
};

/**
 * A model with one file on the server, and a waiting change that replaces that file by `nova.pdf`.
 */
async function modelWithNewFile() {
  const model = {
    id: 4,
    rev: 3,
    name: 'Ofício',
    description: 'Padrão',
    type: 'document_model',
    file_mime_type: 'pdf',
    status: 'active',
    organizations: [SECTORS.works],
    files: [{ id: 90, name: 'antiga.pdf', mime_type: 'application/pdf', size: 10 }],
    created_at: NOW,
  } as const;
  await mirror.models.put({ ...model, organizations: [...model.organizations], files: [...model.files] });
  const seen = editOf('models', { ...model, organizations: [...model.organizations], files: [...model.files] });
  const fileId = await pick('nova.pdf');
  const change = { collection: 'models', key: 's:4', seen, fields: { delete_file_ids: [90] } } as const;
  return { seen, fileId, id: await idOf(updateRow(context, { ...change, fileIds: [fileId] })) };
}

it('a correction that is refused leaves the refused command as it was', async () => {
  const id = await idOf(createRow(context, { collection: 'organizations', fields: SECTOR }));
  await setState(id, 'refused');
  const before = await mirror.commands.toArray();
  const result = await correctRow(context, { id, fields: { ...SECTOR, acronym: ' ' } });
  expect(result).toMatchObject({ kind: 'refused', refusals: [{ field: 'acronym' }] });
  expect(await mirror.commands.toArray()).toEqual(before);
});

it('a command is corrected once: its correction has another id, and a second one finds none', async () => {
  const id = await idOf(createRow(context, { collection: 'organizations', fields: SECTOR }));
  await correctRow(context, { id, fields: { ...SECTOR, acronym: 'HAB' } });
  const again = correctRow(context, { id, fields: { ...SECTOR, acronym: 'HABI' } });
  await expect(again).rejects.toMatchObject({ reason: 'missing' });
  expect(await mirror.commands.toArray()).toMatchObject([{ payload: { fields: { acronym: 'HAB' } } }]);
});

it.each(['unknown', 'sending', 'done'] as const)('a command that is %s is not corrected', async (state) => {
  const id = await idOf(createRow(context, { collection: 'organizations', fields: SECTOR }));
  await setState(id, state, { lease: { token: 't', untilMs: NOW_MS + 1000 } });
  await expect(correctRow(context, { id, fields: SECTOR })).rejects.toMatchObject({ name: 'OutboxBusy' });
  expect(await mirror.commands.count()).toBe(1);
});

it('the file of a waiting change that its author takes out again is not on the row, and the removed one is back', async () => {
  const { id, seen, fileId } = await modelWithNewFile();
  const corrected = await idOf(correctRow(context, { id, seen, fields: { name: 'Ofício novo' }, fileIds: [] }));
  expect(await commandById(mirror, corrected)).toMatchObject({
    payload: { fields: { name: 'Ofício novo' } },
    files: [],
  });
  expect(await mirror.files.get(fileId)).toBeUndefined();
  const shown = await referenceRow(mirror, { collection: 'models', key: 's:4' });
  expect(shown).toMatchObject({ row: { files: [{ id: 90 }] }, pencil: { files: [] } });
});

it('a correction that leaves a model without a file is refused, although the old command still had one', async () => {
  const { id, seen } = await modelWithNewFile();
  const result = await correctRow(context, { id, seen, fields: { delete_file_ids: [90] }, fileIds: [] });
  expect(result).toMatchObject({ kind: 'refused', refusals: [{ code: 'required', field: 'files' }] });
  expect((await commandById(mirror, id))?.files).toHaveLength(1);
});

it('a correction keeps the files of the command that stay', async () => {
  const { id, seen, fileId } = await modelWithNewFile();
  const fields = { name: 'Ofício novo', delete_file_ids: [90] };
  const corrected = await idOf(correctRow(context, { id, seen, fields, fileIds: [fileId] }));
  expect(await mirror.files.get(fileId)).toMatchObject({ owner: `command:${corrected}` });
  expect(await mirror.chunks.where('fileId').equals(fileId).count()).toBe(1);
});

it('what was begun of a correction goes when the command is given up', async () => {
  const { id } = await modelWithNewFile();
  const draftId = manageDraftOf('models', { corrects: id });
  const added = await pick('outra.pdf', `draft:${draftId}`);
  await mirror.drafts.put({ id: draftId, fields: { name: 'x' }, fileIds: [added], savedAtMs: NOW_MS });
  await discardCommand(context, { id });
  expect(await mirror.drafts.count()).toBe(0);
  expect(await mirror.files.count()).toBe(0);
});

it('the id of a draft says what its form is about', () => {
  for (const about of ['new', { row: 's:1' }, { corrects: 'abc' }] as const) {
    expect(managedBy({ id: manageDraftOf('document_subjects', about) })).toEqual({
      collection: 'document_subjects',
      about,
    });
  }
  expect(managedBy({ id: 'reply:s:1' })).toBeNull();
});

it('a refused creation opens with what was typed, and not with what was done to its row later', async () => {
  const made = await createRow(context, { collection: 'organizations', fields: SECTOR });
  if (made.kind === 'refused') throw new Error('refused');
  const key = made.rowKey;
  await updateRow(context, { collection: 'organizations', key, seen: SECTOR, fields: { name: 'Moradia' } });
  await setState(made.commandId, 'refused');
  const found = await rowOfCommand(mirror, { collection: 'organizations', commandId: made.commandId });
  expect(found).toMatchObject({ before: null, row: { key, serverId: null, row: SECTOR } });
});

it('a refused change opens with what was typed over the row as it is now', async () => {
  const change = { collection: 'organizations', key: 's:1', seen: {}, fields: { acronym: 'SEOB' } } as const;
  const id = await idOf(updateRow(context, change));
  await setState(id, 'refused');
  const row = await mirror.organizations.get(1);
  if (row !== undefined) await mirror.organizations.put({ ...row, name: 'Nome de outra pessoa', rev: 9 });
  const found = await rowOfCommand(mirror, { collection: 'organizations', commandId: id });
  expect(found).toMatchObject({
    before: { row: { name: 'Nome de outra pessoa', acronym: SECTORS.works.acronym } },
    row: { row: { name: 'Nome de outra pessoa', acronym: 'SEOB' } },
  });
});

it('there is no form for a command that is gone, nor for a change of a row that is gone', async () => {
  const ask = (commandId: string) => rowOfCommand(mirror, { collection: 'organizations', commandId });
  expect(await ask('none')).toBe('no-command');
  const command = buildCommand('update-row', { state: 'refused', payload: { row_keys: ['s:404'] } });
  await mirror.commands.put(command);
  expect(await ask(command.id)).toBe('no-row');
});

it('what is half-written of a row made here, and of its correction, goes on as a form of the row that is registered', async () => {
  const made = await createRow(context, { collection: 'organizations', fields: SECTOR });
  if (made.kind === 'refused') throw new Error('refused');
  const draft = (about: ManageDraftOf, fields: object) => ({
    id: manageDraftOf('organizations', about),
    fields: { ...fields },
    fileIds: [],
    savedAtMs: NOW_MS,
  });
  await mirror.drafts.bulkPut([
    draft({ row: made.rowKey }, { name: 'Moradia' }),
    draft({ corrects: made.commandId }, { acronym: 'MOR' }),
  ]);
  const row = { ...buildOrganization({ id: 50, ...SECTOR }, { rev: 9 }), command_id: made.commandId };
  await applyPage(mirror, buildPage([{ collection: 'organizations', op: 'put', id: 50, rev: 9, row }]));
  expect(await mirror.drafts.toArray()).toMatchObject([
    { id: 'manage:organizations:s:50', fields: { name: 'Moradia', acronym: 'MOR' } },
  ]);
});
