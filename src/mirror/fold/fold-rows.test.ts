import { describe, expect, it } from 'vitest';
import type { RowCollection } from '#contract/row-writes.ts';
import type { CollectionRow } from '#contract/sync.ts';
import { buildCommand, buildReceipt, uuid } from '../../../test/builders/build-command.ts';
import { buildOrganization, buildSubject, buildUser, PEOPLE, SECTORS } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { foldRows } from './fold-rows.ts';

const ROW_KEY = uuid(700);
const WORKS = buildOrganization(SECTORS.works, { rev: 5 });
const sectors = new Map(Object.values(SECTORS).map((sector) => [sector.id, sector]));

function fold<Collection extends RowCollection>(
  collection: Collection,
  at: { rows?: readonly CollectionRow<Collection>[]; commands: readonly OutboxCommand[]; buried?: Map<number, number> },
) {
  return foldRows({ collection, rows: [], sectors, ...at });
}

const rename = (overrides: Parameters<typeof buildCommand<'update-row'>>[1] = {}) =>
  buildCommand('update-row', overrides);
const done = (rev: number, ids: object = {}) =>
  ({ state: 'done', doneAtMs: NOW_MS, receipt: buildReceipt({ rev, ids }) }) as const;

describe('the rows of a collection', () => {
  it('a change shows its fields and no other, in pencil', () => {
    const { rows } = fold('organizations', { rows: [WORKS], commands: [rename()] });
    expect(rows).toMatchObject([
      {
        key: 's:1',
        serverId: 1,
        row: { name: 'Obras e Serviços', acronym: 'SEMOB', status: 'active' },
        pencil: { isNew: false, isDeleted: false, fields: ['name'], needsAuthor: false, commandIds: [uuid(1)] },
      },
    ]);
  });

  it('two changes of one row are applied in their order, each to its fields', () => {
    const second = rename({ seq: 2, payload: { fields: { name: 'Obras Públicas' } } });
    const first = rename({ payload: { fields: { name: 'Obras e Serviços', acronym: 'SEOS' } } });
    const { rows } = fold('organizations', { rows: [WORKS], commands: [second, first] });
    expect(rows[0]?.row).toMatchObject({ name: 'Obras Públicas', acronym: 'SEOS' });
    expect(rows[0]?.pencil.fields).toEqual(['name', 'acronym']);
  });

  it('a switch changes the status of its rows', () => {
    const { rows } = fold('organizations', { rows: [WORKS], commands: [buildCommand('switch-rows')] });
    expect(rows[0]).toMatchObject({ row: { status: 'inactive' }, pencil: { fields: ['status'] } });
  });

  it('a deletion is told on its row', () => {
    const { rows } = fold('organizations', { rows: [WORKS], commands: [buildCommand('delete-rows')] });
    expect(rows[0]?.pencil).toMatchObject({ isDeleted: true, commandIds: [uuid(1)] });
  });

  it('a creation makes a row that a later change and switch act on', () => {
    const made = buildCommand('create-row', { payload: { row_key: ROW_KEY } });
    const targets = { row_keys: [ROW_KEY], row_names: ['Habitação'] };
    const change = rename({ seq: 2, payload: { ...targets, fields: { name: 'Moradia' } } });
    const off = buildCommand('switch-rows', { seq: 3, payload: targets });
    const { rows, marks } = fold('organizations', { commands: [made, change, off] });
    expect(rows).toMatchObject([
      {
        key: ROW_KEY,
        serverId: null,
        row: { name: 'Moradia', acronym: 'SEHAB', status: 'inactive', deleted: false },
        pencil: { isNew: true, fields: ['name', 'status'], commandIds: [uuid(1), uuid(2), uuid(3)] },
      },
    ]);
    expect([...marks.values()]).toEqual([false, false, false]);
  });

  it('a registered creation is shown under its id until the row itself has come, and then once', () => {
    const made = buildCommand('create-row', { payload: { row_key: ROW_KEY }, ...done(9, { row_id: 50 }) });
    const before = fold('organizations', { commands: [made] }).rows;
    expect(before).toMatchObject([{ key: 's:50', serverId: 50, row: { name: 'Habitação' }, pencil: { isNew: false } }]);
    const row = buildOrganization({ id: 50, name: 'Habitação', acronym: 'SEHAB' }, { rev: 9 });
    expect(fold('organizations', { rows: [row], commands: [made] }).rows).toHaveLength(1);
  });

  it('a registered creation whose row was deleted since is not shown again', () => {
    const made = buildCommand('create-row', { payload: { row_key: ROW_KEY }, ...done(9, { row_id: 50 }) });
    expect(fold('organizations', { commands: [made], buried: new Map([[50, 12]]) }).rows).toEqual([]);
  });

  it('a registered change stays until the row has reached its number, without pencil', () => {
    const registered = rename({ ...done(8) });
    const early = fold('organizations', { rows: [WORKS], commands: [registered] }).rows[0];
    expect(early).toMatchObject({ row: { name: 'Obras e Serviços' }, pencil: { fields: [], commandIds: [] } });
    const theirs = { ...WORKS, rev: 8, name: 'Obras (de outra pessoa)' };
    const late = fold('organizations', { rows: [theirs], commands: [registered] }).rows[0];
    expect(late?.row.name).toBe('Obras (de outra pessoa)');
  });

  it('of a command on two rows, each row is folded by its own number', () => {
    const off = buildCommand('switch-rows', {
      payload: { row_keys: ['s:1', 's:2'], row_names: ['Obras', 'Trânsito'] },
      ...done(8),
    });
    const traffic = buildOrganization(SECTORS.traffic, { rev: 8 });
    const { rows } = fold('organizations', { rows: [WORKS, traffic], commands: [off] });
    expect(rows.map(({ row }) => row.status)).toEqual(['inactive', 'active']);
  });

  it.each(['refused', 'conflict'] as const)('a %s command changes nothing and is told on its row', (state) => {
    const { rows } = fold('organizations', { rows: [WORKS], commands: [rename({ state })] });
    expect(rows[0]).toMatchObject({ row: { name: 'Obras' }, pencil: { fields: [], needsAuthor: true } });
  });

  it('a refused creation makes no row', () => {
    expect(fold('organizations', { commands: [buildCommand('create-row', { state: 'refused' })] }).rows).toEqual([]);
  });

  it('a command on a row that is not there, or was deleted, changes nothing and is marked', () => {
    const gone = { ...WORKS, deleted: true };
    expect(fold('organizations', { commands: [rename()] }).marks.get(uuid(1))).toBe(true);
    expect(fold('organizations', { rows: [gone], commands: [rename()] }).marks.get(uuid(1))).toBe(true);
    expect(fold('organizations', { rows: [WORKS], commands: [rename()] }).marks.get(uuid(1))).toBe(false);
  });

  it('a command of a newer version changes nothing', () => {
    const newer = rename({ version: 99, payload: { fields: { name: 'De outra versão' } } });
    expect(fold('organizations', { rows: [WORKS], commands: [newer] }).rows[0]?.row.name).toBe('Obras');
  });

  it('a window that is emptied is no window, and exempt sectors are shown by name', () => {
    const subject = buildSubject({ submission_start_day: 5, submission_end_day: 20 });
    const target = { collection: 'document_subjects', row_keys: ['s:1'], row_names: [subject.name] } as const;
    const fields = {
      submission_start_day: 0,
      submission_end_day: 0,
      submission_date_exempt_organization_ids: [SECTORS.archive.id],
    };
    const command = rename({ documentKey: 'rows:document_subjects', payload: { ...target, fields } });
    expect(fold('document_subjects', { rows: [subject], commands: [command] }).rows[0]?.row).toMatchObject({
      submission_start_day: null,
      submission_end_day: null,
      exempt_submission_date_organizations: [SECTORS.archive],
    });
  });

  it('a person moves to another sector, or to none', () => {
    const move = (organization_id: number | null) =>
      rename({
        documentKey: 'rows:users',
        payload: { collection: 'users', row_keys: ['s:7'], row_names: ['Ana Lima'], fields: { organization_id } },
      });
    const rows = [buildUser(PEOPLE.ana)];
    expect(fold('users', { rows, commands: [move(3)] }).rows[0]?.row.organization).toEqual(SECTORS.archive);
    expect(fold('users', { rows, commands: [move(null)] }).rows[0]?.row.organization).toBeNull();
  });

  it('files that wait are told beside those of the server, and removed ones go', () => {
    const file = { id: 'f1', name: 'novo.pdf', mime: 'application/pdf', size: 9, sha256: 'a'.repeat(64) };
    const kept = { id: 3, name: 'velho.pdf', mime_type: 'application/pdf', size: 4 };
    const model: CollectionRow<'models'> = {
      id: 4,
      rev: 2,
      name: 'Ofício',
      description: 'Modelo',
      type: 'document_model',
      file_mime_type: 'pdf',
      status: 'active',
      organizations: [SECTORS.works],
      files: [kept, { ...kept, id: 6 }],
      created_at: '2026-11-01T00:00:00.000Z',
    };
    const command = rename({
      documentKey: 'rows:models',
      files: [file],
      payload: { collection: 'models', row_keys: ['s:4'], row_names: ['Ofício'], fields: { delete_file_ids: [6] } },
    });
    const [shown] = fold('models', { rows: [model], commands: [command] }).rows;
    expect(shown?.row.files).toEqual([kept]);
    expect(shown?.pencil.files).toEqual([file]);
  });

  it('a creation that is done without an id makes no row, and one whose row has come makes no second', () => {
    const unnamed = buildCommand('create-row', { payload: { row_key: ROW_KEY }, ...done(9) });
    expect(fold('organizations', { commands: [unnamed] })).toMatchObject({ rows: [] });
    const made = buildCommand('create-row', { payload: { row_key: ROW_KEY }, ...done(9, { row_id: 50 }) });
    const theirs = buildOrganization({ id: 50, name: 'Casa', acronym: 'CASA' }, { rev: 3 });
    const { rows } = fold('organizations', { rows: [theirs], commands: [made] });
    expect(rows.map(({ row }) => row.name)).toEqual(['Casa']);
  });

  it.each([
    ['before it was made', 8, 1],
    ['with it', 9, 0],
    ['after it', 10, 0],
  ] as const)('a row that was deleted %s is shown as %i', (_when, buriedAt, times) => {
    const made = buildCommand('create-row', { payload: { row_key: ROW_KEY }, ...done(9, { row_id: 50 }) });
    const { rows } = fold('organizations', { commands: [made], buried: new Map([[50, buriedAt]]) });
    expect(rows).toHaveLength(times);
  });

  it('what was made here is found under its first key by commands that still name it so', () => {
    const made = buildCommand('create-row', { payload: { row_key: ROW_KEY }, ...done(9, { row_id: 50 }) });
    const change = rename({ seq: 2, payload: { row_keys: [ROW_KEY], row_names: ['Habitação'] } });
    const { rows, marks } = fold('organizations', { commands: [made, change] });
    expect(rows).toMatchObject([{ key: 's:50', row: { name: 'Obras e Serviços' }, pencil: { fields: ['name'] } }]);
    expect(marks.get(uuid(1))).toBeUndefined();
    expect(marks.get(uuid(2))).toBe(false);
  });

  it('a row that is made keeps its files and its command in pencil until it is registered', () => {
    const file = { id: 'f1', name: 'novo.pdf', mime: 'application/pdf', size: 9, sha256: 'a'.repeat(64) };
    const made = buildCommand('create-row', { payload: { row_key: ROW_KEY }, files: [file] });
    const [shown] = fold('organizations', { commands: [made] }).rows;
    expect(shown).toMatchObject({ rev: -1, pencil: { files: [file], needsAuthor: false, isDeleted: false } });
    const registered = { ...made, ...done(9, { row_id: 50 }) };
    expect(fold('organizations', { commands: [registered] }).rows[0]?.pencil).toEqual({
      isNew: false,
      isDeleted: false,
      fields: [],
      files: [],
      needsAuthor: false,
      commandIds: [],
    });
  });

  it('a second command on a row that is to be deleted is marked, and one on a deleted row of the server too', () => {
    const removal = buildCommand('delete-rows');
    const { rows, marks } = fold('organizations', { rows: [WORKS], commands: [removal, rename({ seq: 2 })] });
    expect([marks.get(uuid(1)), marks.get(uuid(2))]).toEqual([false, true]);
    expect(rows[0]?.pencil).toMatchObject({ isDeleted: true, commandIds: [uuid(1), uuid(2)] });
  });

  it('of two rows of which one is gone, the other is changed and the command is marked', () => {
    const off = buildCommand('switch-rows', { payload: { row_keys: ['s:77', 's:1'], row_names: ['', 'Obras'] } });
    const { rows, marks } = fold('organizations', { rows: [WORKS], commands: [off] });
    expect(rows[0]?.row.status).toBe('inactive');
    expect(marks.get(uuid(1))).toBe(true);
  });

  it('a refused command after others leaves what they did, and the row waits for its author', () => {
    const commands = [rename(), rename({ seq: 2, state: 'refused', payload: { fields: { acronym: 'X' } } })];
    const [shown] = fold('organizations', { rows: [WORKS], commands }).rows;
    expect(shown).toMatchObject({
      row: { name: 'Obras e Serviços', acronym: 'SEMOB' },
      pencil: { needsAuthor: true, fields: ['name'], commandIds: [uuid(1), uuid(2)] },
    });
    const [later] = fold('organizations', {
      rows: [WORKS],
      commands: [commands[1] ?? rename(), rename({ seq: 3 })],
    }).rows;
    expect(later?.pencil.needsAuthor).toBe(true);
  });

  it('a registered switch and deletion stay until the row has reached their number, without pencil', () => {
    const off = buildCommand('switch-rows', { ...done(8) });
    expect(fold('organizations', { rows: [WORKS], commands: [off] }).rows[0]).toMatchObject({
      row: { status: 'inactive' },
      pencil: { fields: [] },
    });
    const removal = buildCommand('delete-rows', { ...done(8) });
    expect(fold('organizations', { rows: [WORKS], commands: [removal] }).rows[0]?.pencil.isDeleted).toBe(true);
    const same = { ...WORKS, rev: 8 };
    expect(fold('organizations', { rows: [same], commands: [removal] }).rows[0]?.pencil.isDeleted).toBe(false);
    const unanswered = buildCommand('delete-rows', { state: 'done', doneAtMs: NOW_MS, receipt: null });
    expect(fold('organizations', { rows: [WORKS], commands: [unanswered] }).rows[0]?.pencil.isDeleted).toBe(false);
  });

  it('files that a change brings are told while it waits and not after it', () => {
    const file = { id: 'f1', name: 'novo.pdf', mime: 'application/pdf', size: 9, sha256: 'a'.repeat(64) };
    const both = [rename({ files: [file] }), rename({ seq: 2, files: [{ ...file, id: 'f2' }] })];
    const [waiting] = fold('organizations', { rows: [WORKS], commands: both }).rows;
    expect(waiting?.pencil.files.map(({ id }) => id)).toEqual(['f1', 'f2']);
    const [over] = fold('organizations', { rows: [WORKS], commands: [rename({ files: [file], ...done(8) })] }).rows;
    expect(over?.pencil.files).toEqual([]);
  });

  it('commands on documents are none of its commands', () => {
    const { rows, marks } = fold('organizations', { rows: [WORKS], commands: [buildCommand('respond')] });
    expect(rows).toHaveLength(1);
    expect(marks.size).toBe(0);
  });
});
