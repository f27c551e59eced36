import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, describe, expect, it } from 'vitest';
import { buildCommand, uuid } from '../../../test/builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../test/builders/build-page.ts';
import { buildSession, buildUser, PEOPLE } from '../../../test/builders/build-people.ts';
import { countRows } from '../../../test/builders/count-rows.ts';
import { NOW_MS } from '../../../test/builders/moments.ts';
import { applyDetails } from '../apply/apply-details.ts';
import { applyPage } from '../apply/apply-page.ts';
import { foldContextOf } from '../fold/fold-context.ts';
import { documentIndexOf } from '../engine/document-index.ts';
import { keepIndex } from '../engine/keep-for-start.ts';
import { wantedDetails } from '../questions/wanted-details.ts';
import { keepFile } from '../keep/files.ts';
import { readMeta, StorageTrouble, writeMeta } from '../store/storage.ts';
import { eraseMirror } from './erase-mirror.ts';
import { openForScreens } from './open-for-screens.ts';
import { letGo, openMirror } from './open-mirror.ts';
import { Mirror, profileName } from '../store/schema.ts';

const ME = 7;

afterEach(async () => {
  await eraseMirror(ME, { discardUnsent: true });
});

async function fill(): Promise<void> {
  const mirror = openMirror(ME);
  await writeMeta(mirror, { name: 'session', value: buildSession() });
  await mirror.drafts.put({ id: 'create', fields: {}, fileIds: [], savedAtMs: NOW_MS });
  for (const [id, owner] of [
    [uuid(90), `command:${uuid(1)}`],
    [uuid(91), 'draft:create'],
  ] as const) {
    const file = Object.assign(new Blob(['x']), { name: 'a.txt' });
    await keepFile(mirror, { id, owner, file, nowMs: NOW_MS });
  }
}

describe('openMirror', () => {
  it('is one instance for a person', () => {
    expect(openMirror(ME)).toBe(openMirror(ME));
    expect(openMirror(ME).name).toBe(profileName(ME));
  });

  it('reads the index of documents once for screens, and their questions wait for it', async () => {
    await fill();
    await applyPage(openMirror(ME), buildPage([putDocument(buildDocumentRow())]));
    await keepIndex(openMirror(ME), 1);
    letGo(ME);
    const { mirror } = await openForScreens(ME);
    const read = countRows(mirror, ['meta', 'documents', 'slices']);
    expect(await Promise.all([documentIndexOf(mirror), documentIndexOf(mirror)])).toMatchObject([[{}], [{}]]);
    // The index and its note; and each asks whether something has changed.
    expect(read()).toEqual({ meta: 4, documents: 0, slices: 0 });
  });

  it('closes for an upgrade in another context', async () => {
    const mirror = openMirror(ME);
    await mirror.open();
    const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(profileName(ME), 999);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('blocked'));
    });
    expect(mirror.isOpen()).toBe(false);
    expect(openMirror(ME)).not.toBe(mirror);
    upgraded.close();
  });
});

describe('eraseMirror', () => {
  it('leaves nothing of the person when nothing is unsent', async () => {
    await fill();
    await openMirror(ME).commands.put(buildCommand('respond', { state: 'done' }));
    await eraseMirror(ME);
    expect(await Dexie.getDatabaseNames()).not.toContain(profileName(ME));
  });

  it('keeps unsent work, its files and nothing else', async () => {
    await fill();
    await openMirror(ME).commands.put(buildCommand('respond', { state: 'refused' }));
    await eraseMirror(ME);
    const mirror = openMirror(ME);
    expect(await readMeta(mirror, 'session')).toBeUndefined();
    expect(await mirror.drafts.count()).toBe(0);
    expect(await mirror.commands.count()).toBe(1);
    expect((await mirror.files.toArray()).map((file) => file.id)).toEqual([uuid(90)]);
    expect((await mirror.chunks.toArray()).map((chunk) => chunk.fileId)).toEqual([uuid(90)]);
  });

  it('keeps a draft that holds something, its files, and nothing else', async () => {
    await fill();
    const mirror = openMirror(ME);
    const written = { id: 'create', fields: { content: '<p>Medição.</p>' }, fileIds: [uuid(91)], savedAtMs: NOW_MS };
    const blank = {
      id: 'reply:s:9',
      fields: { content: '<p></p>', limitDate: '2026-12-01' },
      fileIds: [],
      savedAtMs: 1,
    };
    const transfer = { id: 'transfer:s:9', fields: { responsibleId: 8 }, fileIds: [], savedAtMs: 1 };
    await mirror.drafts.bulkPut([written, blank, transfer]);
    expect(await eraseMirror(ME)).toEqual({ unsent: 0, sendable: 0, drafts: 1, unsealed: 'no-key' });
    const again = openMirror(ME);
    expect(await again.drafts.toArray()).toEqual([written]);
    expect((await again.files.toArray()).map((file) => file.id)).toEqual([uuid(91)]);
    expect((await again.chunks.toArray()).map((chunk) => chunk.fileId)).toEqual([uuid(91)]);
    expect(await readMeta(again, 'session')).toBeUndefined();
  });

  it('counts what can be sent apart from what needs its author', async () => {
    await fill();
    const queued = buildCommand('respond', { seq: 2 });
    const refused = buildCommand('respond', { seq: 3, state: 'refused' });
    const view = buildCommand('record-view', { seq: 4 });
    await openMirror(ME).commands.bulkPut([queued, refused, view]);
    expect(await eraseMirror(ME)).toEqual({ unsent: 2, sendable: 1, drafts: 0, unsealed: 'no-key' });
  });

  it('keeps a reply bound to its document, when that was made here and is registered by now', async () => {
    await fill();
    const mirror = openMirror(ME);
    const creation = buildCommand('create-document', { state: 'done', doneAtMs: NOW_MS });
    await mirror.commands.put(creation);
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow({ id: 9, command_id: creation.id }))]));
    const id = `reply:${creation.documentKey}`;
    await mirror.drafts.put({ id, fields: { content: '<p>Já vi.</p>' }, fileIds: [], savedAtMs: NOW_MS });
    await eraseMirror(ME);
    expect((await openMirror(ME).drafts.toArray()).map((draft) => draft.id)).toEqual(['reply:s:9']);
  });

  it('leaves no document in the index in memory', async () => {
    await fill();
    const mirror = openMirror(ME);
    await applyPage(mirror, buildPage([putDocument(buildDocumentRow())]));
    await mirror.commands.put(buildCommand('respond', { documentKey: 's:9' }));
    expect(await documentIndexOf(mirror)).toHaveLength(1);
    await eraseMirror(ME);
    expect(await documentIndexOf(openMirror(ME))).toEqual([]);
  });

  it('makes other tabs read names and details of the next login again', async () => {
    await fill();
    const mirror = openMirror(ME);
    const page = (name: string, rev: number) => {
      const row = buildUser({ ...PEOPLE.davi, name }, { rev });
      const user = { collection: 'users', op: 'put', id: row.id, rev, row } as const;
      return buildPage([user, putDocument(buildDocumentRow({ rev }))]);
    };
    await applyPage(mirror, page('Davi', 20));
    await applyDetails(mirror, [buildDetails(buildDocumentRow({ rev: 20 }))]);
    await mirror.commands.put(buildCommand('respond', { documentKey: 's:9' }));
    // Another tab of the same person, which the erasure does not close.
    const tab = new Mirror(mirror.name);
    const wanted = async () => (await wantedDetails(tab, { userId: ME, limit: 5, nowMs: NOW_MS, skip: new Set() })).ids;
    const named = async () => (await foldContextOf(tab)).people.get(PEOPLE.davi.id)?.ref.name;
    expect([await named(), await wanted()]).toEqual(['Davi', []]);
    await eraseMirror(ME);
    await applyPage(openMirror(ME), page('Davi José', 21));
    expect([await named(), await wanted()]).toEqual(['Davi José', [1]]);
    tab.close();
  });

  it('keeps unsent work bound to its document, when that was made here and is registered by now', async () => {
    await fill();
    const mirror = openMirror(ME);
    const creation = buildCommand('create-document', { state: 'done', doneAtMs: NOW_MS });
    const row = buildDocumentRow({ id: 9, command_id: creation.id });
    await mirror.commands.put(creation);
    await applyPage(mirror, buildPage([putDocument(row)]));
    await mirror.commands.put(buildCommand('respond', { seq: 2, documentKey: creation.documentKey }));
    await eraseMirror(ME);
    await applyPage(openMirror(ME), buildPage([putDocument(row)]));
    const [left] = await openMirror(ME).commands.toArray();
    expect((await openMirror(ME).documents.get(left?.documentKey ?? ''))?.serverId).toBe(9);
  });

  it.each([{ unsent: true }, { unsent: false }])(
    'takes no page that was on its way (unsent work: $unsent)',
    async ({ unsent }) => {
      await fill();
      const mirror = openMirror(ME);
      if (unsent) await mirror.commands.put(buildCommand('respond'));
      await eraseMirror(ME);
      const late = { ...buildPage([putDocument(buildDocumentRow())]), asked: null };
      await expect(applyPage(mirror, late)).rejects.toBeInstanceOf(StorageTrouble);
      expect((await Dexie.getDatabaseNames()).includes(profileName(ME))).toBe(unsent);
      const again = openMirror(ME);
      expect(await again.documents.count()).toBe(0);
      expect(await again.bases.count()).toBe(0);
    },
  );

  it('lets no page of another tab be stored that was on its way', async () => {
    await fill();
    const otherTab = new Mirror(profileName(ME));
    await otherTab.open();
    await openMirror(ME).commands.put(buildCommand('respond'));
    await eraseMirror(ME);
    await applyPage(otherTab, { ...buildPage([putDocument(buildDocumentRow())]), asked: null });
    otherTab.close();
    expect(await openMirror(ME).documents.count()).toBe(0);
  });

  it('erases unsent work only when its author said so', async () => {
    await fill();
    await openMirror(ME).commands.put(buildCommand('respond'));
    await openMirror(ME).drafts.put({ id: 'create', fields: { title: 'Medição' }, fileIds: [], savedAtMs: NOW_MS });
    await eraseMirror(ME, { discardUnsent: true });
    expect(await Dexie.getDatabaseNames()).not.toContain(profileName(ME));
  });
});
