import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildContext, openTestMirror, type TestContext } from '../../../test/builders/open-test-mirror.ts';
import { editOf, permissionFor, ROW_COLLECTIONS, type RowEdit } from '#contract/row-writes.ts';
import { applyAnswer } from '#mirror/apply/apply-answer.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { commandById } from '#mirror/outbox/stored-commands.ts';
import { outboxItems } from '#mirror/questions/outbox-items.ts';
import { referenceRows } from '#mirror/questions/reference-rows.ts';
import { referenceRow } from '#mirror/questions/row-by-key.ts';
import { activeOrganizations, activePeople, unsentRows } from '#mirror/questions/people.ts';
import type { CommandOf } from '#mirror/store/outbox-row.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { buildError, buildReceipt } from '../../../test/builders/build-command.ts';
import { buildOrganization, buildSession, buildUser, PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { correctRow } from './correct-row.ts';
import { discardCommand } from './discard-command.ts';
import { redoCommand } from './redo-command.ts';
import { retryCommand } from './retry-command.ts';
import { takeBackCommand } from './take-back-command.ts';
import { createRow } from '../reference/create-row.ts';
import { deleteRows, switchRows } from '../reference/on-rows.ts';
import { updateRow } from '../reference/update-row.ts';

const PERMISSIONS = ROW_COLLECTIONS.flatMap((noun) =>
  (['create', 'update', 'delete'] as const).map((verb) => permissionFor(verb, noun)),
);
const sessionWith = (permissions: readonly Permission[]) =>
  buildSession({ roles: [{ id: 1, name: 'Super Admin', permissions: permissions.map((name) => ({ name })) }] });

let mirror: Mirror;
let context: TestContext;
beforeEach(async () => {
  mirror = await openTestMirror(sessionWith(PERMISSIONS));
  context = buildContext(mirror, sessionWith(PERMISSIONS));
  await mirror.users.bulkPut(Object.values(PEOPLE).map((one) => buildUser(one, { email: `${one.id}@example.test` })));
});
afterEach(async () => {
  await mirror.delete();
});

const works = editOf('organizations', buildOrganization(SECTORS.works));
const rename = (fields: RowEdit<'organizations'>, key = 's:1') =>
  updateRow(context, { collection: 'organizations', key, seen: works, fields: { ...works, ...fields } });

async function stored<Type extends 'create-row' | 'update-row'>(id: string): Promise<CommandOf<Type>> {
  return (await commandById(mirror, id)) as CommandOf<Type>;
}

async function idOf(done: Promise<{ kind: string; commandId?: string }>): Promise<string> {
  const { commandId } = await done;
  if (commandId === undefined) throw new Error('the gesture was refused');
  return commandId;
}

describe('a change of a row', () => {
  it('says only what its author changed, whatever another person has changed meanwhile', async () => {
    await mirror.organizations.put(buildOrganization({ ...SECTORS.works, name: 'Nome de outra pessoa' }, { rev: 9 }));
    const { payload, documentKey } = await stored<'update-row'>(await idOf(rename({ acronym: 'SEOB' })));
    expect(documentKey).toBe('rows:organizations');
    expect(payload).toMatchObject({ row_keys: ['s:1'], fields: { acronym: 'SEOB' } });
    expect(Object.keys(payload.fields)).toEqual(['acronym']);
    const row = await referenceRow(mirror, { collection: 'organizations', key: 's:1' });
    expect(row?.row).toMatchObject({ name: 'Nome de outra pessoa', acronym: 'SEOB' });
    expect(context.wakes()).toBe(1);
  });

  it.each([
    ['nothing', {}, 'nothing_changed', null],
    ['an empty name', { name: ' ' }, 'required', 'name'],
    ['a long acronym', { acronym: 'ABCDEFGHIJKLM' }, 'too_long', 'acronym'],
  ] as const)('%s is refused here', async (_name, fields, code, field) => {
    expect(await rename(fields)).toEqual({ kind: 'refused', refusals: [{ code, field }] });
    expect(await mirror.commands.count()).toBe(0);
  });

  it('of a row that was deleted is refused here', async () => {
    expect(await rename({ name: 'Outra' }, 's:404')).toMatchObject({ refusals: [{ code: 'row_gone' }] });
  });

  it('shows wherever the row is named', async () => {
    await rename({ name: 'Obras Públicas' });
    expect((await activeOrganizations(mirror)).map((one) => one.name)).toContain('Obras Públicas');
    expect((await activePeople(mirror)).find((one) => one.id === 7)?.organization?.name).toBe('Obras Públicas');
  });
});

describe('passwords and roles', () => {
  const person = { collection: 'users', key: 's:8', seen: {} } as const;

  it('a password never enters the queue', async () => {
    // @ts-expect-error a password is no field of the queue
    const gesture = updateRow(context, { ...person, fields: { name: 'Beatriz', password: 'segredo123' } });
    expect(await gesture).toMatchObject({ kind: 'refused', refusals: [{ code: 'invalid', field: 'password' }] });
    expect(await mirror.commands.count()).toBe(0);
  });

  it('a role never enters the queue', async () => {
    // @ts-expect-error a role is no field of the queue
    const gesture = updateRow(context, { ...person, fields: { name: 'Beatriz', roles: [1] } });
    expect(await gesture).toMatchObject({ kind: 'refused', refusals: [{ code: 'invalid', field: 'roles' }] });
    expect(await mirror.commands.count()).toBe(0);
  });

  it('no account is created through the queue', () => {
    // @ts-expect-error users are created online, because they need a password
    const collection: Parameters<typeof createRow>[1]['collection'] = 'users';
    expect(collection).toBe('users');
  });
});

describe('permissions', () => {
  it.each(ROW_COLLECTIONS)('%s are changed, switched and deleted only by whom it is allowed to', async (collection) => {
    const none = { ...context, session: sessionWith([]) };
    const key = 's:1';
    const refused = { kind: 'refused', refusals: [{ code: 'no_permission', field: null }] };
    expect(await updateRow(none, { collection, key, seen: {}, fields: {} })).toEqual(refused);
    // A day of the calendar is not switched.
    const switched = collection === 'holidays' ? 'alerts' : collection;
    expect(await switchRows(none, { collection: switched, keys: [key], status: 'inactive' })).toEqual(refused);
    expect(await deleteRows(none, { collection, keys: [key] })).toEqual(refused);
    expect(await mirror.commands.count()).toBe(0);
  });

  it('a person does not switch themselves off, nor delete themselves (rule B10)', async () => {
    const own = { kind: 'refused', refusals: [{ code: 'own_account', field: 'user_ids' }] };
    const keys = ['s:8', 's:7'];
    expect(await switchRows(context, { collection: 'users', keys, status: 'inactive' })).toEqual(own);
    expect(await deleteRows(context, { collection: 'users', keys })).toEqual(own);
  });

  it('a person whose e-mail does not come is not theirs to manage (rule B2)', async () => {
    await mirror.users.put(buildUser(PEOPLE.davi));
    const gesture = deleteRows(context, { collection: 'users', keys: ['s:8', 's:10'] });
    expect(await gesture).toMatchObject({ refusals: [{ code: 'no_permission' }] });
  });
});

describe('many rows at once', () => {
  it('a switch names the rows that it changes', async () => {
    await mirror.organizations.put(buildOrganization(SECTORS.archive, { status: 'inactive' }));
    const gesture = switchRows(context, { collection: 'organizations', keys: ['s:1', 's:3'], status: 'inactive' });
    const command = await stored(await idOf(gesture));
    expect(command.payload).toMatchObject({ row_keys: ['s:1'], row_names: ['Obras'] });
    expect((await activeOrganizations(mirror)).map((one) => one.id)).toEqual([2]);
  });

  it('deleted rows leave the lists until the command is discarded', async () => {
    const id = await idOf(deleteRows(context, { collection: 'organizations', keys: ['s:1', 's:2'] }));
    expect((await referenceRows(mirror, 'organizations')).map((row) => row.serverId)).toEqual([3]);
    expect((await activePeople(mirror)).find((one) => one.id === 7)?.organization).toBeNull();
    await discardCommand(context, { id });
    expect(await referenceRows(mirror, 'organizations')).toHaveLength(3);
  });

  it('when one of the rows was deleted meanwhile, the others are done again without it', async () => {
    const keys = ['s:1', 's:2'];
    const id = await idOf(deleteRows(context, { collection: 'organizations', keys }));
    const { seq } = await stored(id);
    await mirror.commands.update(seq, { state: 'refused', lastError: buildError({ class: 'gone', status: 404 }) });
    await mirror.organizations.put(buildOrganization(SECTORS.works, { deleted: true, rev: 9 }));
    const [item] = await outboxItems(mirror, { nowMs: NOW_MS });
    expect(item?.rows).toEqual({ left: ['Trânsito'], gone: ['Obras'], withdrawn: [] });
    const { commandId } = await redoCommand(context, { id, mode: 'on-top' });
    expect(await stored(commandId)).toMatchObject({ seq, state: 'queued', payload: { row_keys: ['s:2'] } });
  });
});

it('of people deleted together, one who is no longer theirs to manage is left out', async () => {
  const id = await idOf(deleteRows(context, { collection: 'users', keys: ['s:8', 's:10'] }));
  const { seq } = await stored(id);
  await mirror.commands.update(seq, { state: 'refused', lastError: buildError({ class: 'permission', status: 403 }) });
  await mirror.users.put(buildUser(PEOPLE.davi, { rev: 9 }));
  const [item] = await outboxItems(mirror, { nowMs: NOW_MS });
  expect(item?.rows).toMatchObject({ gone: [], withdrawn: [expect.stringContaining('Davi')] });
  const { commandId } = await redoCommand(context, { id, mode: 'on-top' });
  expect((await stored(commandId)).payload).toMatchObject({ row_keys: ['s:8'] });
});

describe('a row made here', () => {
  const made = () =>
    createRow(context, { collection: 'organizations', fields: { name: 'Habitação', acronym: 'SEHAB' } });
  async function madeKey(): Promise<{ id: string; key: string }> {
    const done = await made();
    if (done.kind === 'refused') throw new Error('refused');
    return { id: done.commandId, key: done.rowKey };
  }

  it('is listed without an id, can be chosen in no picker, and stands in Pendências by its name', async () => {
    const { key } = await madeKey();
    const row = await referenceRow(mirror, { collection: 'organizations', key });
    expect(row).toMatchObject({ serverId: null, row: { name: 'Habitação' }, pencil: { isNew: true } });
    expect((await activeOrganizations(mirror)).map((one) => one.name)).not.toContain('Habitação');
    expect(await unsentRows(mirror, 'organizations')).toMatchObject([{ key, row: { name: 'Habitação' } }]);
    expect(await outboxItems(mirror, { nowMs: NOW_MS })).toMatchObject([{ title: 'Habitação', localCode: null }]);
  });

  it('is changed before it is registered; the change waits and then names it by its id', async () => {
    const { id, key } = await madeKey();
    const change = await idOf(rename({ name: 'Moradia' }, key));
    const creation = await stored<'create-row'>(id);
    const items = await outboxItems(mirror, { nowMs: NOW_MS });
    expect(items.map((item) => item.waitsFor)).toEqual([null, id]);
    const row = buildOrganization({ id: 50, name: 'Habitação', acronym: 'SEHAB' }, { rev: 9 });
    const answer = {
      receipt: buildReceipt({ key: id, type: 'create-organization', ids: { row_id: 50 }, rev: 9 }),
      written: { collection: 'organizations', row } as const,
    };
    await applyAnswer(mirror, { command: creation, answer, nowMs: NOW_MS });
    expect((await stored<'update-row'>(change)).payload.row_keys).toEqual(['s:50']);
    const shown = await referenceRow(mirror, { collection: 'organizations', key });
    expect(shown).toMatchObject({ key: 's:50', row: { name: 'Moradia' }, pencil: { isNew: false, fields: ['name'] } });
  });

  it('takes what was done to it along when it is given up, and other rows keep theirs', async () => {
    const { id, key } = await madeKey();
    await rename({ name: 'Moradia' }, key);
    const both = await idOf(
      switchRows(context, { collection: 'organizations', keys: [key, 's:2'], status: 'inactive' }),
    );
    expect(await discardCommand(context, { id })).toHaveLength(2);
    expect(await mirror.commands.toArray()).toMatchObject([{ id: both, payload: { row_keys: ['s:2'] } }]);
  });

  it('that was refused is corrected in its place, under its key', async () => {
    const { id, key } = await madeKey();
    await rename({ name: 'Moradia' }, key);
    const { seq } = await stored(id);
    await mirror.commands.update(seq, { state: 'refused', lastError: buildError({ class: 'invalid', status: 422 }) });
    const corrected = await idOf(correctRow(context, { id, fields: { name: 'Habitação', acronym: 'SEHABI' } }));
    expect(await stored<'create-row'>(corrected)).toMatchObject({
      seq,
      state: 'queued',
      payload: { row_key: key, fields: { acronym: 'SEHABI' } },
    });
    const row = await referenceRow(mirror, { collection: 'organizations', key });
    expect(row?.row).toMatchObject({ name: 'Moradia', acronym: 'SEHABI' });
    expect(await mirror.commands.count()).toBe(2);
  });

  it('goes back into its form only when nothing else was done to it', async () => {
    const { id, key } = await madeKey();
    const draft = { id: 'rows:organizations', fields: { name: 'Habitação' }, savedAtMs: NOW_MS };
    const change = await idOf(rename({ name: 'Moradia' }, key));
    await expect(takeBackCommand(context, { id, draft })).rejects.toMatchObject({ reason: 'dependents' });
    await discardCommand(context, { id: change });
    await takeBackCommand(context, { id, draft });
    expect(await mirror.drafts.get('rows:organizations')).toMatchObject({ fields: { name: 'Habitação' } });
    expect(await mirror.commands.count()).toBe(0);
  });
});

describe('a refused change', () => {
  it('is tried again under its key, and shows again', async () => {
    const id = await idOf(rename({ name: 'Obras Públicas' }));
    const { seq } = await stored(id);
    await mirror.commands.update(seq, {
      state: 'refused',
      lastError: buildError({ class: 'permission', status: 403 }),
    });
    expect((await referenceRow(mirror, { collection: 'organizations', key: 's:1' }))?.row.name).toBe('Obras');
    await retryCommand(context, id);
    const shown = await referenceRow(mirror, { collection: 'organizations', key: 's:1' });
    expect(shown).toMatchObject({ row: { name: 'Obras Públicas' }, pencil: { needsAuthor: false } });
  });
});

describe('a model', () => {
  const MIB = 1024 * 1024;
  const model = { type: 'document_model', name: 'Ofício', description: 'Padrão', organization_ids: [1] } as const;
  const pick = async (name: string, size: number) => {
    const file = Object.assign(new Blob([new Uint8Array(size)]), { name });
    return (await keepFile(mirror, { id: context.newId(), owner: 'draft:model', file, nowMs: NOW_MS })).id;
  };

  it('keeps a file of 10 MB in the queue, in the chunks in which it was picked', async () => {
    const fileId = await pick('oficio.pdf', 10 * MIB);
    const fields = { ...model, file_mime_type: 'pdf' } as const;
    const id = await idOf(createRow(context, { collection: 'models', fields, fileIds: [fileId] }));
    expect((await stored(id)).files).toMatchObject([{ id: fileId, size: 10 * MIB }]);
    expect(await mirror.files.get(fileId)).toMatchObject({ owner: `command:${id}`, chunks: 10 });
    expect((await referenceRows(mirror, 'models'))[0]?.pencil.files).toHaveLength(1);
  });

  it.each([
    ['no file', null, 'required'],
    ['a file of another type', 'oficio.docx', 'model_file_type'],
  ] as const)('%s is refused here', async (_name, file, code) => {
    const fileIds = file === null ? [] : [await pick(file, 10)];
    const fields = { ...model, file_mime_type: 'pdf' } as const;
    const gesture = createRow(context, { collection: 'models', fields, fileIds });
    expect(await gesture).toEqual({ kind: 'refused', refusals: [{ code, field: 'files' }] });
  });
});

it('a subject whose window begins after its end is refused here', async () => {
  const days = { submission_start_day: 20, submission_end_day: 5 };
  const gesture = createRow(context, { collection: 'document_subjects', fields: { name: 'Férias', ...days } });
  expect(await gesture).toMatchObject({ refusals: [{ code: 'window_reversed' }] });
});

it('a draft goes with the command that was made of it', async () => {
  await mirror.drafts.put({ id: 'rows:alerts', fields: {}, fileIds: [], savedAtMs: NOW_MS });
  const fields = { title: 'Recesso', description: 'Sem expediente.', limit_date: '2026-12-24' };
  await createRow(context, { collection: 'alerts', fields, draftId: 'rows:alerts' });
  expect(await mirror.drafts.count()).toBe(0);
});
