// Work that stays after its author has left (S94): what the device then holds, what comes back, and
// a death at every operation of the database on both ways.

import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildKeys } from '../../../test/builders/build-keys.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildSession } from '../../../test/builders/build-people.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { storedWork } from '../../../test/builders/stored-work.ts';
import { newLife, openFaultyMirror } from '../../../test/sync/faulty-mirror.ts';
import { applyPage } from '../apply/apply-page.ts';
import { blobOf, keepFile, sha256Of } from '../keep/files.ts';
import { outboxItems } from '../questions/outbox-items.ts';
import { dueWork } from '../outbox/sending.ts';
import { releaseHeld } from '../outbox/waiting.ts';
import { writeMeta } from '../store/storage.ts';
import type { OutboxCommand } from '../store/outbox-row.ts';
import { commandOwnerOf } from '../store/rows.ts';
import { Mirror } from '../store/schema.ts';
import { sealWork } from './seal-work.ts';
import { sealedWork, unsealWork } from './unseal-work.ts';

const ME = 7;
const WORDS = 'marcador-de-conteudo';
/** Two pieces and a bit. */
const FILE_BYTES = 2 * 1024 * 1024 + 11;
const keys = await buildKeys();

let opened: Mirror[] = [];
let names = 0;

afterEach(async () => {
  for (const mirror of opened) mirror.close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
  opened = [];
});

function open(name: string): Mirror {
  const mirror = new Mirror(name);
  opened.push(mirror);
  return mirror;
}

/**
 * A mirror with a reply that has a file, a command of a newer version, a done command and a written
 * draft.
 */
async function filled({ bytes = 3, key = keys.current }: { bytes?: number; key?: typeof keys.current } = {}) {
  names += 1;
  const name = `sealed-${names}`;
  const mirror = open(name);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  await writeMeta(mirror, { name: 'sealingKey', value: key });
  const base = buildCommand('respond', { id: uuid(1), seq: 4 });
  const reply = { ...base, payload: { ...base.payload, content: `<p>${WORDS}</p>` } };
  const newer = {
    ...buildCommand('respond', { id: uuid(2), seq: 6 }),
    version: 99,
    type: 'sign',
    payload: { a: WORDS },
  };
  const done = buildCommand('respond', { id: uuid(3), seq: 7, state: 'done', doneAtMs: NOW_MS });
  await mirror.commands.bulkAdd([reply, newer as unknown as OutboxCommand, done]);
  await mirror.drafts.put({ id: 'create', fields: { title: WORDS }, fileIds: [], savedAtMs: NOW_MS });
  const file = Object.assign(new Blob([new Uint8Array(bytes).fill(65)]), { name: `${WORDS}.txt` });
  await keepFile(mirror, { id: uuid(90), owner: commandOwnerOf(uuid(1)), file, nowMs: NOW_MS });
  return { name, mirror };
}

async function textOf(mirror: Mirror): Promise<string> {
  const { chunks, ...rows } = await storedWork(mirror);
  return JSON.stringify(rows) + chunks.map(({ bytes }) => Buffer.from(bytes).toString('latin1')).join('');
}

test('sealed work holds no word of its author, and comes back as it was', async () => {
  const { mirror } = await filled({ bytes: FILE_BYTES });
  const before = await storedWork(mirror);
  expect(await textOf(mirror)).toContain(WORDS);
  expect(await sealWork(mirror, ME)).toBe('sealed');
  const text = await textOf(mirror);
  for (const word of [WORDS, 'AAAAAAAA', uuid(1), uuid(90)]) expect(text).not.toContain(word);
  expect((await sealedWork(mirror)).map(({ payload }) => payload.counts)).toEqual([
    { unsent: 2, sendable: 2, drafts: 1 },
  ]);
  await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
  const after = await storedWork(mirror);
  expect({ ...after, chunks: after.chunks.length }).toEqual({ ...before, chunks: before.chunks.length });
  const blob = await blobOf(mirror, uuid(90));
  expect(await sha256Of((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))).toBe(before.files[0]?.sha256);
});

test('without a key from a login the work stays as it is', async () => {
  const { mirror } = await filled();
  await mirror.meta.delete('sealingKey');
  const before = await storedWork(mirror);
  expect(await sealWork(mirror, ME)).toBe('no-key');
  expect(await storedWork(mirror)).toEqual(before);
});

test('with nothing unsent and nothing written there is nothing to seal', async () => {
  const { mirror } = await filled();
  await mirror.commands.clear();
  await mirror.drafts.clear();
  expect(await sealWork(mirror, ME)).toBe('nothing');
});

test.each([
  ['no key', []],
  ['the key of another id', (await buildKeys(501)).private_keys],
  ['another key under the same id', (await buildKeys(500)).private_keys],
] as const)(
  '%s opens nothing, and what is sealed stays, is told of, and opens with its key later',
  async (_, wrong) => {
    const { mirror } = await filled();
    const before = await storedWork(mirror);
    await sealWork(mirror, ME);
    await unsealWork(mirror, { user: buildSession(), keys: wrong });
    expect(await sealedWork(mirror)).toHaveLength(1);
    // Its author goes on working, and it is never due.
    await releaseHeld(mirror, { errorClass: 'unsupported', nowMs: NOW_MS });
    const next = await mirror.commands.add(buildCommand('respond', { id: uuid(8), seq: 40, documentKey: 's:2' }));
    const due = await dueWork(mirror, { nowMs: NOW_MS * 2, actorId: ME });
    expect(due.commands.map(({ id }) => id)).toEqual([uuid(8)]);
    const told = (await outboxItems(mirror, { nowMs: NOW_MS })).filter(({ command }) => command.id !== uuid(8));
    expect(told.filter(({ command }) => command.lastError?.class === 'sealed')).toHaveLength(1);
    await mirror.commands.delete(next);
    await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
    expect(await storedWork(mirror)).toEqual(before);
  },
);

test('a person does not open what another one sealed, not even with its key', async () => {
  const { mirror } = await filled();
  await sealWork(mirror, ME);
  await unsealWork(mirror, { user: buildSession({ id: ME + 1 }), keys: keys.private_keys });
  expect(await sealedWork(mirror)).toHaveLength(1);
});

test.each([0, 1])('a damaged part %i leaves the work sealed and no piece of it in the open', async (index) => {
  const { mirror } = await filled();
  await sealWork(mirror, ME);
  const [row] = await sealedWork(mirror);
  const id = row?.id ?? '';
  const part = await mirror.chunks.get([id, index]);
  const bytes = part?.bytes.slice(0) ?? new ArrayBuffer(0);
  new Uint8Array(bytes)[0] = (new Uint8Array(bytes)[0] ?? 0) ^ 1;
  await mirror.chunks.put({ fileId: id, index, bytes });
  await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
  expect(await sealedWork(mirror)).toHaveLength(1);
  expect(await mirror.chunks.where('fileId').notEqual(id).count()).toBe(0);
});

test('work of two leavings comes back together, the older first', async () => {
  const { mirror } = await filled();
  await sealWork(mirror, ME);
  await mirror.commands.add(buildCommand('respond', { id: uuid(30), seq: 50 }));
  await mirror.drafts.put({ id: 'create', fields: { title: 'Outro', content: '<p>b</p>' }, fileIds: [], savedAtMs: 1 });
  expect(await sealWork(mirror, ME)).toBe('sealed');
  expect(await sealedWork(mirror)).toHaveLength(2);
  await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
  const left = (await storedWork(mirror)).commands.filter(({ state }) => state !== 'done');
  expect(left.map(({ id }) => id)).toEqual([uuid(1), uuid(2), uuid(30)]);
  expect((await mirror.drafts.get('create'))?.fields['title']).toBe(WORDS);
});

test('what another tab saves while work is being sealed is sealed with it', async () => {
  const { name, mirror } = await filled();
  const tab = open(name);
  const late = { id: 'reply:s:5', fields: { content: '<p>Tarde.</p>' }, fileIds: [], savedAtMs: NOW_MS };
  const saving: PromiseLike<unknown>[] = [];
  mirror.chunks.hook('creating', () => {
    if (saving.length === 0) saving.push(Dexie.ignoreTransaction(() => tab.drafts.put(late)));
  });
  expect(await sealWork(mirror, ME)).toBe('sealed');
  await Promise.all(saving);
  expect(await tab.drafts.count()).toBe(0);
  const sealed = await sealedWork(mirror);
  expect(sealed.map(({ payload }) => payload.counts.drafts)).toEqual([2]);
  const parts = await mirror.chunks.toCollection().primaryKeys();
  expect(new Set(parts.map(([fileId]) => fileId))).toEqual(new Set(sealed.map(({ id }) => id)));
  await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
  expect(await mirror.drafts.get(late.id)).toEqual(late);
});

test('a creation that comes back is shown in pencil at once', async () => {
  const { mirror } = await filled();
  const creation = buildCommand('create-document', { id: uuid(60), seq: 60 });
  await mirror.commands.add(creation);
  await sealWork(mirror, ME);
  await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
  expect((await mirror.documents.get(creation.documentKey))?.pencil.document).toBe(true);
});

test('a creation that comes back bears the name of its author, whose session is stored only after it', async () => {
  const { mirror } = await filled();
  await mirror.commands.clear();
  await mirror.commands.add(buildCommand('create-document'));
  await sealWork(mirror, ME);
  await mirror.meta.clear();
  await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
  expect((await mirror.documents.get(uuid(1)))?.creator).toMatchObject({ id: ME, name: buildSession().name });
});

test('a reply on a document made here and registered by now is sealed under the server key, draft and files too', async () => {
  const { mirror } = await filled();
  const creation = buildCommand('create-document', { id: uuid(70), seq: 70, state: 'done', doneAtMs: NOW_MS });
  await mirror.commands.add(creation);
  await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 9, command_id: creation.id }))]));
  const key = creation.documentKey;
  await mirror.commands.add(buildCommand('respond', { id: uuid(71), seq: 71, documentKey: key }));
  const file = Object.assign(new Blob(['x']), { name: 'a.txt' });
  await keepFile(mirror, { id: uuid(91), owner: `draft:reply:${key}`, file, nowMs: NOW_MS });
  const fields = { content: '<p>Já vi.</p>' };
  await mirror.drafts.put({ id: `reply:${key}`, fields, fileIds: [uuid(91)], savedAtMs: NOW_MS });
  await sealWork(mirror, ME);
  await unsealWork(mirror, { user: buildSession(), keys: keys.private_keys });
  const { commands, drafts, files } = await storedWork(mirror);
  expect(commands.find(({ id }) => id === uuid(71))?.documentKey).toBe('s:9');
  expect(drafts.map(({ id }) => id)).toEqual(['create', 'reply:s:9']);
  expect(files.find(({ id }) => id === uuid(91))?.owner).toBe('draft:reply:s:9');
});

/** Does `work` on the mirror of `name` with a death after `operations`; whether it died. */
async function untilDeath(
  name: string,
  operations: number,
  work: (mirror: Mirror) => Promise<unknown>,
): Promise<boolean> {
  const life = { ...newLife(), left: operations };
  const mirror = openFaultyMirror(name, life);
  opened.push(mirror);
  await work(mirror).catch(() => undefined);
  mirror.close();
  return life.dead;
}

test(
  'a death at any operation of sealing and opening loses nothing and leaves no second copy',
  { timeout: 60_000 },
  async () => {
    let deaths = 0;
    for (let at = 0, died = true; died; at += 1) {
      const { name, mirror } = await filled();
      const before = await storedWork(mirror);
      mirror.close();
      died = await untilDeath(name, at, (faulty) => sealWork(faulty, ME));
      const after = open(name);
      const [plain, sealed] = [await storedWork(after), await sealedWork(after)];
      const isPlain =
        plain.commands.filter(({ state, type }) => state !== 'done' && String(type) !== 'sealed').length > 0;
      expect([isPlain, sealed.length], `sealing, death ${at}`).toEqual(died && isPlain ? [true, 0] : [false, 1]);
      // What is still plain is whole.
      expect({ ...(isPlain ? plain : before), chunks: 0 }).toEqual({ ...before, chunks: 0 });
      // The next start goes on.
      await sealWork(after, ME);
      expect(await sealedWork(after)).toHaveLength(1);
      await unsealWork(after, { user: buildSession(), keys: keys.private_keys });
      expect(await storedWork(after), `sealing, death ${at}`).toEqual(before);
      deaths += Number(died);
    }
    for (let at = 0, died = true; died; at += 1) {
      const { name, mirror } = await filled();
      const before = await storedWork(mirror);
      await sealWork(mirror, ME);
      mirror.close();
      died = await untilDeath(name, at, (faulty) =>
        unsealWork(faulty, { user: buildSession(), keys: keys.private_keys }),
      );
      const after = open(name);
      const [plain, sealed] = [await storedWork(after), await sealedWork(after)];
      const isPlain = plain.commands.some(({ id }) => id === uuid(1));
      expect([isPlain, sealed.length], `opening, death ${at}`).toEqual(isPlain ? [true, 0] : [false, 1]);
      // What was left open is sealed again when the device starts without a login.
      await sealWork(after, ME);
      await unsealWork(after, { user: buildSession(), keys: keys.private_keys });
      expect(await storedWork(after), `opening, death ${at}`).toEqual(before);
      deaths += Number(died);
    }
    expect(deaths).toBeGreaterThan(40);
  },
);
