// What a town hall's managers do without a network, with rows of reference data, and what each of
// them reads afterwards: the real verbs, drain and pull, against the model server.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctRow } from '#commands/outbox/correct-row.ts';
import { removeRows, undoRemoval, type RowsRemoved } from '#commands/outbox/remove-rows.ts';
import { createRow } from '#commands/reference/create-row.ts';
import { deleteRows, switchRows } from '#commands/reference/on-rows.ts';
import { updateRow } from '#commands/reference/update-row.ts';
import { editOf, type RowCollection, type RowEdit } from '#contract/row-writes.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { referenceRows } from '#mirror/questions/reference-rows.ts';
import { referenceRow } from '#mirror/questions/row-by-key.ts';
import { drain } from '#sync/drain.ts';
import { pull } from '#sync/pull.ts';
import { refusalOf } from '../../src/app/text/sending/command-state.ts';
import { atWork, type AtWork, commandOf, sent, stored } from './at-work.ts';
import { buildWorld, closeWorld, type World } from './world.ts';

let world: World;
let ana: AtWork;
let celia: AtWork;

beforeEach(async () => {
  world = buildWorld({ seed: 1 });
  ana = await atWork(world, { name: 'tablet', userId: 1 });
  celia = await atWork(world, { name: 'desk', userId: 3 });
});
afterEach(() => closeWorld(world));

async function change<Collection extends RowCollection>(
  who: AtWork,
  { collection, key, fields }: { collection: Collection; key: string; fields: RowEdit<Collection> },
): Promise<string> {
  const row = await referenceRow(who.mirror, { collection, key });
  if (row === null) throw new Error('no row');
  return stored(updateRow(who.context, { collection, key, seen: editOf(collection, row.row), fields }));
}

const effectsOf = (id: string) => world.model.effects.filter((effect) => effect.key === id);

describe('without a network', () => {
  it('a sector renamed by two people has the last name to arrive, and the field that only one changed', async () => {
    const key = 's:11';
    await change(ana, { collection: 'organizations', key, fields: { name: 'Mobilidade', acronym: 'SEMOV' } });
    await change(celia, { collection: 'organizations', key, fields: { name: 'Transportes' } });
    await sent(ana, celia);
    await sent(ana);
    for (const { mirror } of [ana, celia]) {
      const row = await referenceRow(mirror, { collection: 'organizations', key });
      expect(row?.row).toMatchObject({ name: 'Transportes', acronym: 'SEMOV' });
      expect(row?.pencil.commandIds).toEqual([]);
    }
  });

  it('a subject deleted by one and edited by the other is deleted, and the editor reads why', async () => {
    const key = 's:21';
    const deletion = await stored(deleteRows(ana.context, { collection: 'document_subjects', keys: [key] }));
    const edit = await change(celia, { collection: 'document_subjects', key, fields: { name: 'Obras e reparos' } });
    expect(await referenceRows(ana.mirror, 'document_subjects')).toEqual([]);
    await sent(ana, celia);
    expect(await commandOf(ana, deletion)).toMatchObject({ state: 'done' });
    const refused = await commandOf(celia, edit);
    expect(refused).toMatchObject({ state: 'refused', lastError: { class: 'gone', status: 404 } });
    expect(refusalOf(refused)).toBe(
      'este assunto foi excluído por outra pessoa, e o que você mudou nele não vale mais. Descarte este envio',
    );
    expect(await referenceRows(celia.mirror, 'document_subjects')).toEqual([]);
  });

  it('an alert whose answer was lost is there once, on the server and on the screen', async () => {
    const fields = { title: 'Recesso', description: 'Sem expediente.', limit_date: '2026-12-24' };
    const id = await stored(createRow(ana.context, { collection: 'alerts', fields }));
    world.weather = ({ method }) => (method === 'GET' ? 'passes' : 'answer-lost');
    await drain(ana.parts);
    expect((await commandOf(ana, id)).state).not.toBe('done');
    world.weather = () => 'passes';
    await pull(ana.parts);
    expect(await referenceRows(ana.mirror, 'alerts')).toMatchObject([{ row: { title: 'Recesso' } }]);
    expect(await commandOf(ana, id)).toMatchObject({ state: 'done' });
    await sent(ana, celia);
    expect(effectsOf(id)).toHaveLength(1);
    expect(await referenceRows(celia.mirror, 'alerts')).toHaveLength(1);
  });

  it('a person switched off by two people is off, and both are told that it is registered', async () => {
    const off = { collection: 'users', keys: ['s:4'], status: 'inactive' } as const;
    const ids = [await stored(switchRows(ana.context, off)), await stored(switchRows(celia.context, off))] as const;
    await sent(ana, celia);
    expect((await commandOf(ana, ids[0])).state).toBe('done');
    expect((await commandOf(celia, ids[1])).state).toBe('done');
    expect(world.model.users.get(4)?.status).toBe('inactive');
  });

  it('a model with a file of 10 MB arrives whole, once', async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024).fill(37);
    const file = Object.assign(new Blob([bytes]), { name: 'oficio.pdf' });
    const kept = await keepFile(ana.mirror, { id: 'f-10', owner: 'draft:models', file, nowMs: world.clock.now() });
    const kind = { type: 'document_model', file_mime_type: 'pdf' } as const;
    const fields = { ...kind, name: 'Ofício', description: 'Padrão', organization_ids: [11] };
    const id = await stored(createRow(ana.context, { collection: 'models', fields, fileIds: [kept.id] }));
    world.weather = ({ method }) => (method === 'GET' ? 'passes' : 'answer-lost');
    await drain(ana.parts);
    world.weather = () => 'passes';
    world.clock.advance(400_000);
    await sent(ana, celia);
    expect(effectsOf(id)).toHaveLength(1);
    const [row] = await referenceRows(celia.mirror, 'models');
    expect(row?.row.files).toMatchObject([{ name: 'oficio.pdf', size: bytes.length }]);
  });

  it('a stuck sector delays no other sector', async () => {
    const stuck = await change(ana, { collection: 'organizations', key: 's:11', fields: { name: 'Presa' } });
    const other = await change(ana, { collection: 'organizations', key: 's:12', fields: { name: 'Livre' } });
    const behind = await change(ana, { collection: 'organizations', key: 's:11', fields: { acronym: 'ATRAS' } });
    world.poisoned = stuck;
    await drain(ana.parts);
    expect((await commandOf(ana, other)).state).toBe('done');
    expect((await commandOf(ana, behind)).state).toBe('queued');
  });

  it('a sector made here and removed before it was sent never reaches the server', async () => {
    const { id, key } = await sectorMade('Habitação');
    await change(ana, { collection: 'organizations', key, fields: { name: 'Moradia' } });
    await removed([key]);
    await sent(ana, celia);
    expect(effectsOf(id)).toEqual([]);
    const names = (await referenceRows(celia.mirror, 'organizations')).map((row) => row.row.name);
    expect(names).not.toContain('Habitação');
    expect(names).not.toContain('Moradia');
  });

  it('a removed sector that is taken back is sent once, with the change that waits behind it', async () => {
    const { id, key } = await sectorMade('Habitação');
    const edit = await change(ana, { collection: 'organizations', key, fields: { name: 'Moradia' } });
    await undoRemoval(ana.context, await removed([key]));
    await sent(ana, celia);
    await sent(ana, celia);
    expect(effectsOf(id)).toHaveLength(1);
    expect(effectsOf(edit)).toHaveLength(1);
    const names = (await referenceRows(celia.mirror, 'organizations')).map((row) => row.row.name);
    expect(names).toContain('Moradia');
  });

  it('a refused sector is corrected, registered once, and followed by what waited behind it', async () => {
    await stored(sectorOf(celia, { name: 'Cultura', acronym: 'SECUL' }));
    await sent(celia);
    const { id, key } = await sectorMade('Habitação', 'SECUL');
    const edit = await change(ana, { collection: 'organizations', key, fields: { name: 'Moradia' } });
    await drain(ana.parts);
    expect((await commandOf(ana, id)).state).toBe('refused');
    const fields = { name: 'Habitação', acronym: 'SEHAB' };
    const corrected = await stored(correctRow(ana.context, { id, fields }));
    await sent(ana, celia);
    await sent(ana, celia);
    expect([effectsOf(id), effectsOf(corrected), effectsOf(edit)].map((effects) => effects.length)).toEqual([0, 1, 1]);
    const rows = (await referenceRows(celia.mirror, 'organizations')).map((row) => row.row);
    expect(rows).toContainEqual(expect.objectContaining({ name: 'Moradia', acronym: 'SEHAB' }));
  });
});

type SectorFields = { readonly name: string; readonly acronym: string };

function sectorOf(who: AtWork, fields: SectorFields) {
  return createRow(who.context, { collection: 'organizations', fields });
}

async function sectorMade(name: string, acronym = 'SEHAB'): Promise<{ id: string; key: string }> {
  const done = await sectorOf(ana, { name, acronym });
  if (done.kind === 'refused') throw new Error('refused');
  return { id: done.commandId, key: done.rowKey };
}

async function removed(keys: readonly string[]): Promise<RowsRemoved> {
  const done = await removeRows(ana.context, { collection: 'organizations', keys, undoMs: 8000 });
  if (done.kind === 'refused') throw new Error('refused');
  return done;
}
