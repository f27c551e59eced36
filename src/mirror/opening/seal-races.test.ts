// Two contexts that seal, open or erase the same work at once, in a browser without locks; commits
// whose answer is lost; a device without space (S94).

import 'fake-indexeddb/auto';
import { type DBCore, Dexie } from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildKeys } from '../../../test/builders/build-keys.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildSession } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import { cacheServerFile } from '../keep/cached-files.ts';
import { keepFile } from '../keep/files.ts';
import { readMeta, writeMeta } from '../store/storage.ts';
import type { DraftRow } from '../store/draft-row.ts';
import { commandOwnerOf, draftOwnerOf } from '../store/rows.ts';
import { Mirror } from '../store/schema.ts';
import { eraseMirror } from './erase-mirror.ts';
import { letGo, openMirror } from './open-mirror.ts';
import { sealWork } from './seal-work.ts';
import { sealedWork, unsealWork } from './unseal-work.ts';

const ME = 7;
const keys = await buildKeys();
const opened: Mirror[] = [];
let names = 0;

afterEach(async () => {
  vi.restoreAllMocks();
  letGo(ME);
  for (const mirror of opened.splice(0)) mirror.close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

function open(name: string): Mirror {
  const mirror = new Mirror(name);
  opened.push(mirror);
  return mirror;
}

/** A reply with a file of three pieces, and a written draft with one. */
async function fill(mirror: Mirror): Promise<void> {
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  await writeMeta(mirror, { name: 'sealingKey', value: keys.current });
  await mirror.commands.add(buildCommand('respond', { id: uuid(1), seq: 4 }));
  const fileOf = (bytes: number) => Object.assign(new Blob([new Uint8Array(bytes)]), { name: 'a.txt' });
  const large = fileOf(2 * 1024 * 1024 + 1);
  await keepFile(mirror, { id: uuid(90), owner: commandOwnerOf(uuid(1)), file: large, nowMs: NOW_MS });
  await keepFile(mirror, { id: uuid(91), owner: draftOwnerOf('create'), file: fileOf(3), nowMs: NOW_MS });
  await mirror.drafts.put({ id: 'create', fields: { title: 'Ponte' }, fileIds: [uuid(91)], savedAtMs: NOW_MS });
}

async function filled(): Promise<{ name: string; mirror: Mirror }> {
  names += 1;
  const name = `races-${names}`;
  const mirror = open(name);
  await fill(mirror);
  return { name, mirror };
}

async function stored(mirror: Mirror) {
  const [commands, drafts, files, chunks] = await Promise.all([
    mirror.commands.toCollection().raw().toArray(),
    mirror.drafts.toArray(),
    mirror.files.toArray(),
    mirror.chunks.toCollection().primaryKeys(),
  ]);
  return { commands, drafts, files, chunks };
}

const unseal = (mirror: Mirror) => unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });

/** Opens a context in which `meeting` begins beside the transaction of number `at`. */
function openMeeting(name: string, { at, meeting }: { at: number; meeting: () => Promise<unknown> }) {
  const mirror = open(name);
  const life: { count: number; other: Promise<unknown> | null } = { count: 0, other: null };
  const create = (core: DBCore): DBCore => ({
    ...core,
    transaction(...asked) {
      if (life.count === at) life.other = Dexie.ignoreTransaction(() => meeting().catch(() => undefined));
      life.count += 1;
      return core.transaction(...asked);
    },
  });
  mirror.use({ stack: 'dbcore', name: 'meeting', create });
  return { mirror, life };
}

describe.each([
  {
    first: 'sealing',
    second: 'sealing',
    isSealed: false,
    works: [(m: Mirror) => sealWork(m, ME), (m: Mirror) => sealWork(m, ME)],
  },
  { first: 'opening', second: 'opening', isSealed: true, works: [unseal, unseal] },
  { first: 'opening', second: 'sealing', isSealed: true, works: [unseal, (m: Mirror) => sealWork(m, ME)] },
  { first: 'sealing', second: 'opening', isSealed: false, works: [(m: Mirror) => sealWork(m, ME), unseal] },
] as const)('$first while another context begins $second', ({ isSealed, works: [first, second] }) => {
  test('loses no work and no byte, wherever they meet', { timeout: 60_000 }, async () => {
    let met = 0;
    for (let at = 0; ; at += 1) {
      const { name, mirror } = await filled();
      const before = await stored(mirror);
      if (isSealed) await sealWork(mirror, ME);
      const other = open(name);
      const { mirror: one, life } = openMeeting(name, { at, meeting: async () => second(other) });
      await Promise.resolve(first(one)).catch(() => undefined);
      if (life.other === null) break;
      await life.other;
      met += 1;
      await unseal(mirror);
      expect(await stored(mirror), `meeting ${at}`).toEqual(before);
      expect(await sealedWork(mirror)).toEqual([]);
    }
    expect(met).toBeGreaterThan(4);
  });
});

describe('what an older version or a broken device took away meanwhile', () => {
  test('a sealing whose parts are gone does not take the place of the work', async () => {
    const { mirror } = await filled();
    const before = await stored(mirror);
    const reallyAdd = mirror.transaction.bind(mirror);
    let taken = 0;
    // Between the last part and the change of places.
    vi.spyOn(mirror, 'transaction').mockImplementation(((...asked: Parameters<typeof reallyAdd>) => {
      const tables = asked[1] as unknown as string[];
      if (!tables.includes('drafts') || asked[0] !== 'rw' || taken > 0) return reallyAdd(...asked);
      taken += 1;
      const loose = open(mirror.name);
      return Dexie.Promise.resolve(
        loose.chunks
          .where('fileId')
          .noneOf([uuid(90), uuid(91)])
          .delete(),
      ).then(() => reallyAdd(...asked));
    }) as never);
    expect(await sealWork(mirror, ME)).toBe('sealed');
    expect(taken).toBe(1);
    await unseal(mirror);
    expect(await stored(mirror)).toEqual(before);
  });
});

/** The first transaction over `table` that answers `yes` after it is committed loses its answer. */
function loseAnswer(mirror: Mirror, has: () => Promise<boolean>): () => number {
  const really = mirror.transaction.bind(mirror);
  let lost = 0;
  vi.spyOn(mirror, 'transaction').mockImplementation(((...asked: Parameters<typeof really>) =>
    really(...asked).then(async (answer: unknown) => {
      if (lost > 0 || asked[0] !== 'rw' || !(await has())) return answer;
      lost += 1;
      throw new DOMException('the connection was lost', 'AbortError');
    })) as never);
  return () => lost;
}

describe('a commit whose answer is lost', () => {
  test('is a sealing all the same', async () => {
    const { name, mirror } = await filled();
    const before = await stored(mirror);
    const reader = open(name);
    const lost = loseAnswer(mirror, async () => (await sealedWork(reader)).length > 0);
    expect(await sealWork(mirror, ME)).toBe('sealed');
    expect(lost()).toBe(1);
    expect(await sealedWork(reader)).toHaveLength(1);
    await unseal(reader);
    expect(await stored(reader)).toEqual(before);
  });

  test('is an opening all the same', async () => {
    const { name, mirror } = await filled();
    const before = await stored(mirror);
    await sealWork(mirror, ME);
    const reader = open(name);
    const lost = loseAnswer(mirror, async () => (await sealedWork(reader)).length === 0);
    await unseal(mirror);
    expect(lost()).toBe(1);
    expect(await stored(reader)).toEqual(before);
  });
});

describe('a device that cannot seal', () => {
  /** No sealed part finds space; `tries`: how many were asked. */
  function isFull(mirror: Mirror): () => number {
    let tries = 0;
    mirror.chunks.hook('creating', () => {
      tries += 1;
      throw new DOMException('full', 'QuotaExceededError');
    });
    return () => tries;
  }

  test.each(['no space', 'a key that is none'])('%s: the rest is erased, the work stays as it is', async (trouble) => {
    const mirror = openMirror(ME);
    await fill(mirror);
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
    const before = await stored(mirror);
    const tries = trouble === 'no space' ? isFull(mirror) : () => 1;
    if (trouble !== 'no space')
      await writeMeta(mirror, { name: 'sealingKey', value: { ...keys.current, public_key: 'AAAA' } });
    expect(await eraseMirror(ME)).toEqual({ unsent: 1, sendable: 1, drafts: 1, unsealed: 'failed' });
    expect(tries()).toBeGreaterThan(0);
    const after = openMirror(ME);
    expect(await stored(after)).toEqual(before);
    expect([await after.documents.count(), await readMeta(after, 'session')]).toEqual([0, undefined]);
  });

  test('what may be had again from the server makes space first', async () => {
    const mirror = openMirror(ME);
    await fill(mirror);
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
    await applyDetails(mirror, [buildDetails(buildDocumentRow())]);
    await cacheServerFile(mirror, {
      serverFileId: 5,
      name: 'b.pdf',
      mime: 'application/pdf',
      blob: new Blob(['b']),
      nowMs: NOW_MS,
    });
    const own = (await stored(mirror)).files.filter(({ owner }) => !owner.startsWith('cache:')).length;
    const seen: Promise<number[]>[] = [];
    const reader = open(mirror.name);
    mirror.chunks.hook('creating', () => {
      if (seen.length > 0) return;
      seen.push(Dexie.ignoreTransaction(async () => Promise.all([reader.files.count(), reader.details.count()])));
    });
    expect(await eraseMirror(ME)).toEqual({ unsent: 1, sendable: 1, drafts: 1 });
    expect(await Promise.all(seen)).toEqual([[own, 0]]);
  });
});

describe('drafts that meet when they come back', () => {
  async function meet(sealed: DraftRow, there: DraftRow): Promise<DraftRow[]> {
    const { mirror } = await filled();
    await mirror.files.delete(uuid(91));
    await mirror.drafts.clear();
    await mirror.drafts.put(sealed);
    await sealWork(mirror, ME);
    await mirror.drafts.put(there);
    await unseal(mirror);
    return mirror.drafts.toArray();
  }

  test('fill what the other left empty', async () => {
    const [one, ...others] = await meet(
      { id: 'create', fields: { title: 'Ponte', tags: ['a'], content: '<p>1</p>' }, fileIds: [], savedAtMs: 1 },
      { id: 'create', fields: { title: '', physicalNumber: '9', content: '<p>2</p>' }, fileIds: [], savedAtMs: 2 },
    );
    expect(others).toEqual([]);
    expect(one?.fields).toEqual({ title: 'Ponte', tags: ['a'], physicalNumber: '9', content: '<p>2</p><p>1</p>' });
    expect(one?.savedAtMs).toBe(2);
  });

  test.each([
    ['create', 'create:'],
    ['manage:models:new', 'manage:models:editar:'],
  ])('%s: both stay, the newer in its place, when they say different things', async (id, prefix) => {
    const older = { id, fields: { title: 'Ponte' }, fileIds: [], savedAtMs: 1 };
    const newer = { id, fields: { title: 'Muro' }, fileIds: [], savedAtMs: 2 };
    for (const [sealed, there] of [
      [older, newer],
      [newer, older],
    ] as const) {
      const drafts = await meet(sealed, there);
      expect(drafts).toHaveLength(2);
      expect(drafts.find((draft) => draft.id === id)?.fields).toEqual(newer.fields);
      const aside = drafts.find((draft) => draft.id !== id);
      expect(aside?.id.startsWith(prefix)).toBe(true);
      expect(aside?.fields).toEqual(older.fields);
    }
  });

  test('each keeps its files', async () => {
    const { mirror } = await filled();
    await sealWork(mirror, ME);
    await mirror.drafts.put({ id: 'create', fields: { title: 'Muro' }, fileIds: [], savedAtMs: NOW_MS + 1 });
    await unseal(mirror);
    const aside = (await mirror.drafts.toArray()).find((draft) => draft.id !== 'create');
    expect(aside).toMatchObject({ fields: { title: 'Ponte' }, fileIds: [uuid(91)] });
    expect((await mirror.files.get(uuid(91)))?.owner).toBe(draftOwnerOf(aside?.id ?? ''));
  });
});
