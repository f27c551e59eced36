import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { createDice, type Dice } from '../../../test/fakes/dice.ts';
import { foldedRowOf, mirrorDocumentOf } from '../fold/fold.ts';
import { knownDocuments, serverIdsOf, writeDocuments } from '../engine/document-writes.ts';
import { INK, keyOfServerId, type MirrorDocument } from './rows.ts';
import { Mirror } from './schema.ts';

const IDS = 400;
let mirror: Mirror;
let count = 0;
beforeEach(() => {
  mirror = new Mirror(`rows-${(count += 1)}`);
});
afterEach(async () => {
  await mirror.delete();
});

function row(id: number, { rev = 1, key = keyOfServerId(id), pencil = INK } = {}): MirrorDocument {
  const sent = buildDocumentRow({ id, rev, number: id, title: `Nº ${id} “${rev}”` });
  return mirrorDocumentOf(foldedRowOf(sent), { key, pencil });
}

async function write(puts: readonly MirrorDocument[], deletes: readonly string[] = []): Promise<void> {
  await mirror.transaction('rw', mirror.tables, async () => writeDocuments(mirror, { puts, deletes }));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_none, at) => from + at);
const byKey = (rows: readonly MirrorDocument[]) => new Map(rows.map((one) => [one.key, one]));

/** Slices and heads name the same documents, in order and without overlaps. */
async function slicesAgree(): Promise<void> {
  const [slices, heads] = await Promise.all([mirror.slices.toArray(), mirror.heads.toArray()]);
  expect(heads.map(({ upTo, ids }) => ({ upTo, ids }))).toEqual(slices.map(({ upTo, ids }) => ({ upTo, ids })));
  const all = slices.flatMap(({ ids }) => ids);
  expect(all).toEqual([...new Set(all)].toSorted((left, right) => left - right));
  for (const { upTo, ids, rows } of slices) {
    expect(rows).toHaveLength(ids.length);
    expect(ids.at(-1)).toBeLessThanOrEqual(upTo);
  }
}

describe('the rows of documents', () => {
  it('that come many at once are stored in slices, in which rows that come later take their places', async () => {
    await write(range(100, 200).map((id) => row(id)));
    await write(range(1, 100).map((id) => row(id)));
    await write(range(200, 203).map((id) => row(id)));
    expect(await mirror.table('documents').count()).toBe(3);
    expect(await mirror.slices.count()).toBeLessThan(12);
    await slicesAgree();
    expect(await mirror.documents.count()).toBe(202);
    expect(await mirror.documents.get('s:150')).toEqual(row(150));
  });

  it('are read in one transaction, however many slices and records they come from', async () => {
    // Before the database is opened: Dexie keeps the function.
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await write(range(1, 200).map((id) => row(id)));
    await write([row(300), row(5, { pencil: { ...INK, replies: 1 } })]);
    const keys = [5, 20, 70, 120, 170, 300, 400].map(keyOfServerId);
    const questions: (() => PromiseLike<unknown>)[] = [
      () => mirror.documents.get(keyOfServerId(70)),
      () => mirror.documents.bulkGet(keys),
      () => mirror.documents.changed(keys),
      () => mirror.documents.withServerIds([5, 70, 300]),
      () => mirror.documents.toArray(),
    ];
    for (const ask of questions) {
      begun.mockClear();
      await ask();
      expect(begun).toHaveBeenCalledOnce();
    }
    begun.mockRestore();
    const found = await mirror.documents.bulkGet(keys);
    expect(found.map((one) => one?.serverId)).toEqual([5, 20, 70, 120, 170, 300, undefined]);
    expect(found[0]?.pencil.replies).toBe(1);
  });

  it('that are in pencil, made here or out of sight are no part of a slice', async () => {
    const others = [
      row(5, { pencil: { ...INK, replies: 1 } }),
      row(6, { key: 'made-here' }),
      { ...row(7), gone: true as const },
    ];
    await write([...range(10, 30).map((id) => row(id)), ...others]);
    expect((await mirror.slices.toArray()).flatMap(({ ids }) => ids)).toEqual(range(10, 30));
    expect(await mirror.documents.withServerId(6)).toEqual(others[1]);
    expect([...(await knownDocuments(mirror, [5, 6, 7, 8])).known.values()].map(({ key }) => key)).toEqual([
      's:5',
      'made-here',
      's:7',
    ]);
  });

  it('are as last written after any writes, however their ids lie', async () => {
    for (const seed of range(1, 6)) {
      await mirror.delete();
      await mirror.open();
      expect(await playedWrites(createDice(seed))).toBeGreaterThan(0);
    }
  });
});

/** Returns how many rows there are after random writes, of which every question is answered. */
async function playedWrites(dice: Dice): Promise<number> {
  const expected = new Map<string, MirrorDocument>();
  const apart = dice.pick([1, 7, 1000]);
  let rev = 1;
  for (const _turn of range(0, 14)) {
    rev += 1;
    const from = dice.below(IDS);
    const length = dice.pick([1, 3, 10, 60, 200]);
    const gap = dice.pick([1, 1, 5]);
    const puts = range(0, length).map((at) => {
      const id = 1 + ((from + at * gap) % IDS) * apart;
      return dice.chance(0.05) ? row(id, { rev, pencil: { ...INK, status: true } }) : row(id, { rev });
    });
    const deletes = dice.chance(0.4) ? [...expected.keys()].filter(() => dice.chance(dice.pick([0.02, 0.3]))) : [];
    for (const key of deletes) expected.delete(key);
    for (const one of puts) expected.set(one.key, one);
    await write([...byKey(puts).values()], deletes);
  }
  await slicesAgree();
  const ids = [...expected.values()].map((one) => one.serverId ?? 0);
  expect(byKey(await mirror.documents.toArray())).toEqual(expected);
  expect(await mirror.documents.count()).toBe(expected.size);
  expect((await serverIdsOf(mirror)).toSorted((left, right) => left - right)).toEqual(
    ids.toSorted((left, right) => left - right),
  );
  const some = range(0, IDS).map((at) => 1 + at * apart);
  const asked = dice.chance(0.5) ? some : some.filter((id) => id === 1 || dice.chance(0.03));
  const wanted = asked.flatMap((id) => expected.get(keyOfServerId(id)) ?? []);
  expect(await mirror.documents.bulkGet(asked.map(keyOfServerId))).toEqual(
    asked.map((id) => expected.get(keyOfServerId(id))),
  );
  expect(byKey(await mirror.documents.withServerIds(asked))).toEqual(byKey(wanted));
  const { known } = await knownDocuments(mirror, asked);
  expect(new Map([...known.values()].map((one) => [one.key, one.rev]))).toEqual(
    new Map(wanted.map((one) => [one.key, one.rev])),
  );
  return expected.size;
}
