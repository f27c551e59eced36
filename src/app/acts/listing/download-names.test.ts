// How downloaded attachments are named (rule D5): the file itself, a ZIP of one document, a ZIP of
// several.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildDetails, buildDocumentRow, buildInteraction } from '../../../../test/builders/build-document.ts';
import { buildPage, putDocument } from '../../../../test/builders/build-page.ts';
import { NOW_MS, TODAY, ZONE } from '../../../../test/builders/moments.ts';
import { openTestMirror } from '../../../../test/builders/open-test-mirror.ts';
import type { DocumentDetails } from '#contract/documents.ts';
import { applyPage } from '#mirror/apply/apply-page.ts';
import { cacheServerFile } from '#mirror/keep/cached-files.ts';
import { type DocumentView, viewDocument } from '#mirror/questions/view-document.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { keyOfServerId } from '#mirror/store/rows.ts';
import { downloadAttachments } from '../../shared/files/download-attachments.ts';
import { downloadSelected } from './download-selected.ts';

type FileInfo = DocumentDetails['files'][number];
type SavedFile = { readonly name: string; readonly blob: Blob };

let mirror: Mirror;
let saved: SavedFile[];

/** A page that keeps what it is asked to save. */
beforeEach(async () => {
  mirror = await openTestMirror();
  saved = [];
  let blob = new Blob();
  const link = { download: '', click: () => void saved.push({ name: link.download, blob }), remove: () => undefined };
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => undefined } });
  vi.stubGlobal('navigator', { userAgent: 'test', maxTouchPoints: 0 });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    blob = given as Blob;
    return 'blob:saved';
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await mirror.delete();
});

const fileOf = (id: number, name: string): FileInfo => ({
  id,
  name,
  mime_type: 'application/pdf',
  size: 5,
  sha256: '',
});

/** A registered document whose files are on the device, each with its own name as its bytes. */
async function viewWith(
  number: number,
  { own, replies = [] }: { own: readonly FileInfo[]; replies?: readonly FileInfo[] },
): Promise<DocumentView> {
  const row = buildDocumentRow({ id: number, number, title: `Laudo ${number}`, files_count: own.length });
  const interactions = replies.length === 0 ? [] : [buildInteraction({ id: number, files: [...replies] })];
  await applyPage(mirror, buildPage([putDocument(row)]));
  await mirror.details.put({
    ...buildDetails(row, { files: [...own], interactions }),
    key: keyOfServerId(row.id),
    openedAtMs: 0,
  });
  for (const { id, name } of [...own, ...replies]) {
    const at = { serverFileId: id, name, mime: 'application/pdf', blob: new Blob([name]), nowMs: NOW_MS };
    await cacheServerFile(mirror, at);
  }
  const person = { userId: 7, superAdmin: false, acronym: 'PMVI' };
  const view = await viewDocument(mirror, { address: keyOfServerId(row.id), person, today: TODAY, zone: ZONE });
  if (view === null) throw new Error('the document is on the device');
  return view;
}

const ENTRY = 0x02014b50;

/** The paths of a ZIP, as its directory has them. */
async function pathsIn(zip: Blob): Promise<string[]> {
  const bytes = Buffer.from(await zip.arrayBuffer());
  const paths: string[] = [];
  for (let at = bytes.readUInt32LE(bytes.length - 6); bytes.readUInt32LE(at) === ENTRY;) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    paths.push(bytes.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return paths;
}

test('a document with one file is downloaded as that file, under its own name', async () => {
  const view = await viewWith(42, { own: [fileOf(70, 'planta.pdf')] });
  expect(await downloadAttachments(mirror, { view, nowMs: NOW_MS })).toBe(true);
  expect(saved.map((one) => one.name)).toEqual(['planta.pdf']);
  expect(await saved[0]?.blob.text()).toBe('planta.pdf');
});

test('a document with several files is PMVI042_anexos.zip, with the folders documento and respostas', async () => {
  const view = await viewWith(42, {
    own: [fileOf(70, 'planta.pdf'), fileOf(71, 'planta.pdf')],
    replies: [fileOf(72, 'planta.pdf')],
  });
  await downloadAttachments(mirror, { view, nowMs: NOW_MS });
  expect(saved.map((one) => one.name)).toEqual(['PMVI042_anexos.zip']);
  expect(await pathsIn(saved[0]?.blob ?? new Blob())).toEqual([
    'documento/planta.pdf',
    'documento/planta (2).pdf',
    'respostas/planta.pdf',
  ]);
});

test('a document without files saves nothing', async () => {
  const view = await viewWith(42, { own: [] });
  expect(await downloadAttachments(mirror, { view, nowMs: NOW_MS })).toBe(false);
  expect(saved).toEqual([]);
});

test('several documents are one ZIP, with a folder for each and indice.csv beside them', async () => {
  const views = [
    await viewWith(42, { own: [fileOf(70, 'planta.pdf')] }),
    await viewWith(1046, { own: [fileOf(80, 'ata.pdf')], replies: [fileOf(81, 'ata.pdf')] }),
  ];
  const done = await downloadSelected(mirror, { views, missing: [], nowMs: NOW_MS });
  expect(done).toEqual({ isTaken: true, leftOut: 0 });
  expect(saved.map((one) => one.name)).toEqual(['anexos.zip']);
  expect(await pathsIn(saved[0]?.blob ?? new Blob())).toEqual([
    'PMVI042/planta.pdf',
    'PMVI1046/ata.pdf',
    'PMVI1046/ata (2).pdf',
    'indice.csv',
  ]);
});

test('one document whose files are unknown and one file that cannot be had stop nothing: the index names both', async () => {
  const whole = await viewWith(42, { own: [fileOf(70, 'planta.pdf')] });
  const partly = await viewWith(1046, { own: [fileOf(80, 'ata.pdf'), fileOf(81, 'mapa.pdf')] });
  const { document: missing } = await viewWith(7, { own: [] });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const without = { ...partly, thread: partly.thread.map(withoutBytesOf(81)) };
  const done = await downloadSelected(mirror, { views: [whole, without], missing: [missing], nowMs: NOW_MS });
  expect(done).toEqual({ isTaken: true, leftOut: 2 });
  const zip = saved[0]?.blob ?? new Blob();
  expect(await pathsIn(zip)).toEqual(['PMVI042/planta.pdf', 'PMVI1046/ata.pdf', 'indice.csv']);
  const index = (await zip.text()).split('\r\n').filter((line) => line.includes('Ofício'));
  expect(index.map((line) => line.split(';').filter((_cell, at) => at === 0 || at >= 3))).toEqual([
    ['"PMVI042"', '"planta.pdf"', '"incluído"'],
    ['"PMVI1046"', '"ata.pdf"', '"incluído"'],
    ['"PMVI1046"', '"mapa.pdf"', '"não foi possível obter"'],
    ['"PMVI007"', '""', '"não foi possível obter"'],
  ]);
});

test('when no file of any document can be had, nothing is saved, and the failure says that there is no connection', async () => {
  const { document: missing } = await viewWith(7, { own: [] });
  const trying = downloadSelected(mirror, { views: [], missing: [missing], nowMs: NOW_MS });
  await expect(trying).rejects.toMatchObject({ isOffline: true });
  expect(saved).toEqual([]);
});

/** The entry of a thread as it is on a device that has all of its files but one. */
function withoutBytesOf(serverFileId: number) {
  return (entry: DocumentView['thread'][number]): DocumentView['thread'][number] =>
    entry.kind === 'message'
      ? {
          ...entry,
          files: entry.files.map((file) =>
            file.serverFileId === serverFileId ? { ...file, localFileId: null, onDevice: false } : file,
          ),
        }
      : entry;
}
