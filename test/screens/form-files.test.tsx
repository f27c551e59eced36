// Files of a form before it is sent: opened from the system, looked at, and weighed. And what a
// download of several documents says of those that are not in it.

import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { saveDraft } from '#mirror/keep/drafts.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { cacheServerFile } from '#mirror/keep/cached-files.ts';
import { keepFile } from '#mirror/keep/files.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { draftOwnerOf, keyOfServerId } from '#mirror/store/rows.ts';
import type { DraftPage } from '#mirror/store/draft-row.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { uuid } from '../builders/build-command.ts';
import { buildDetails, buildDocumentRow } from '../builders/build-document.ts';
import { NOW_MS } from '../builders/moments.ts';
import { textOf } from './harness/accessible.ts';
import { fileOf } from './harness/files.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { withDocuments } from './harness/rows.ts';
import { openTown } from './harness/town.ts';
import { setWidth } from './harness/width.ts';

const CREATE = '/admin/create-documents';

type Handle = { readonly getFile: () => Promise<File> };
type Launch = { readonly files?: readonly Handle[] };

const handleOf = (file: File): Handle => ({ getFile: async () => file });

/**
 * A browser whose blobs can be read, as jsdom's own can't, and which keeps the names of what it is
 * asked to save.
 */
function readsAndSaves(): string[] {
  const saved: string[] = [];
  vi.stubGlobal('Blob', NodeBlob);
  vi.stubGlobal('File', NodeFile);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kept');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (this.download !== '') saved.push(this.download);
  });
  return saved;
}

/** A system that opens files with the installed application; `launch` opens some. */
function systemThatOpens(): { launch: (launch: Launch) => void } {
  const consumers: ((launch: Launch) => void)[] = [];
  vi.stubGlobal('launchQueue', { setConsumer: (take: (launch: Launch) => void) => consumers.push(take) });
  return {
    launch: (launch) => {
      expect(consumers).toHaveLength(1);
      for (const take of consumers) take(launch);
    },
  };
}

test('files opened from the system are attached to the new document, and what is not accepted says what is', async () => {
  const { launch } = systemThatOpens();
  const mirror = await openTown('Servidor');
  await openScreen({ mirror, path: CREATE });
  await find('button', 'Escolher arquivo');
  launch({});
  const gone: Handle = { getFile: () => Promise.reject(new DOMException('gone', 'NotFoundError')) };
  launch({
    files: [gone, handleOf(fileOf('croqui.pdf')), handleOf(fileOf('ofício.docx')), handleOf(fileOf('som.mp3'))],
  });
  await find('button', /^croqui\.pdf/);
  await find('button', /^ofício\.docx/);
  await seesText(/som\.mp3.*(?:DOC|PDF)/);
  await until(async () =>
    expect((await mirror.files.toArray()).map((file) => file.name).toSorted()).toEqual(['croqui.pdf', 'ofício.docx']),
  );
});

test('a file of a form can be looked at before it is sent, and the form is there again afterwards', async () => {
  readsAndSaves();
  const mirror = await openTown('Servidor');
  const id = 'create:1';
  const kept = await keepFile(mirror, {
    id: uuid(1),
    owner: draftOwnerOf(id),
    file: fileOf('recado.txt', 'Texto do recado.'),
    nowMs: NOW_MS,
  });
  await saveDraft(mirror, { id, fields: { title: 'Com recado' }, fileIds: [kept.id], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: `${CREATE}?rascunho=${id}` });
  await press('button', /^recado\.txt/);
  const dialog = await find('dialog', 'recado.txt');
  await until(() => expect(dialog.querySelector('textarea')?.value).toBe('Texto do recado.'));
  expect(textOf(dialog)).toContain('16 bytes');
  await press('button', 'Fechar');
  await until(() => expect(names('dialog')).toEqual([]));
  await find('button', /^recado\.txt/);
  expect(await mirror.files.count()).toBe(1);
});

test('a file that the document has already is said beside the reply, which can be sent all the same', async () => {
  readsAndSaves();
  const row = buildDocumentRow({ id: 1 });
  const mirror = await openTown('Servidor', [row]);
  const id = replyDraftOf(keyOfServerId(1));
  const keep = (n: number, name: string) =>
    keepFile(mirror, { id: uuid(n), owner: draftOwnerOf(id), file: fileOf(name), nowMs: NOW_MS });
  const [again, other] = [await keep(1, 'laudo.pdf'), await keep(2, 'foto.docx')];
  const files = [{ id: 7, name: 'laudo.pdf', mime_type: 'application/pdf', size: 15, sha256: again.sha256 }];
  await mirror.details.put({ ...buildDetails(row, { files }), key: keyOfServerId(1), openedAtMs: 0 });
  const fields = { content: '<p>Segue o laudo.</p>' };
  await saveDraft(mirror, { id, fields, fileIds: [again.id, other.id], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: '/admin/view-document/1', width: 1440 });
  await seesText('laudo.pdf já está neste documento.');
  const send = await find('button', 'Responder');
  expect(send.hasAttribute('disabled')).toBe(false);
  await press('button', 'Remover laudo.pdf');
  await until(() => expect(textOf(document.body)).not.toContain('já está neste documento'));
});

const LETTERS = 'Ofício nº 12: “aprovação” – 10³';
/**
 * Without quotation marks and dashes, because the decoder of Node reads windows-1252 as Latin-1.
 */
const OLD_LETTERS = 'Ofício nº 12: aprovação, 10³';

test.each([
  ['UTF-8', new TextEncoder().encode(LETTERS), LETTERS],
  ['the characters of Windows', Buffer.from(OLD_LETTERS, 'latin1'), OLD_LETTERS],
  ['UTF-16', Buffer.from(`\ufeff${LETTERS}`, 'utf16le'), LETTERS],
  ['UTF-16, the other way round', Buffer.from(`\ufeff${LETTERS}`, 'utf16le').swap16(), LETTERS],
])('a text in %s is shown with its own letters', async (_what, bytes, letters) => {
  readsAndSaves();
  const mirror = await openTown('Servidor');
  const file = fileOf('recado.txt', Uint8Array.from(bytes));
  const kept = await keepFile(mirror, { id: uuid(1), owner: draftOwnerOf('create:1'), file, nowMs: NOW_MS });
  await saveDraft(mirror, { id: 'create:1', fields: {}, fileIds: [kept.id], savedAtMs: NOW_MS });
  await openScreen({ mirror, path: `${CREATE}?rascunho=create:1` });
  await press('button', /^recado\.txt/);
  const dialog = await find('dialog', 'recado.txt');
  await until(() => expect(dialog.querySelector('textarea')?.value).toBe(letters));
});

const PAGE: DraftPage = {
  fileId: 'b0000000-0000-4000-8000-000000000001',
  takenBytes: 4_600_000,
  width: 1500,
  height: 2000,
  turns: 0,
  corners: null,
  isBlackAndWhite: false,
};
const PAGES = [PAGE, { ...PAGE, fileId: 'b0000000-0000-4000-8000-000000000002', takenBytes: 4_800_000 }];

async function openPages(width: number): Promise<void> {
  const Slow = class {
    addEventListener() {}
    postMessage() {}
    terminate() {}
  };
  vi.stubGlobal('Worker', Slow);
  const mirror = await openTown('Servidor');
  await withDocuments(mirror);
  const fields = { content: '<p>Segue a foto.</p>' };
  await saveDraft(mirror, { id: replyDraftOf('s:1'), fields, fileIds: [], pages: PAGES, savedAtMs: NOW_MS });
  await openScreen({ mirror, path: '/admin/view-document/1', width });
  await press('button', /^2 páginas fotografadas/);
}

test('the pages say how much the photographs weighed as they were taken, and what they become', async () => {
  await openPages(1440);
  const dialog = await find('dialog', 'Página 1 de 2');
  expect(textOf(dialog)).toContain('2 páginas viram 1 PDF');
  expect(textOf(dialog)).toContain('fotos: 9,4 MB');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.doUnmock('client-zip');
});

test('the pages stay on screen when the window becomes wider and another layout draws the form', async () => {
  const matchMedia = window.matchMedia.bind(window);
  const layouts = new Set<() => void>();
  window.matchMedia = (media) => {
    const list = matchMedia(media);
    const query = Object.defineProperty(list, 'matches', { get: () => matchMedia(media).matches });
    layouts.add(() => query.dispatchEvent(new Event('change')));
    return query;
  };
  try {
    await openPages(1000);
    await find('dialog', 'Página 1 de 2');
    expect(document.querySelectorAll('[role=tab]')).not.toHaveLength(0);
    setWidth(1440);
    for (const tell of layouts) tell();
    await until(() => expect(document.querySelectorAll('[role=tab]')).toHaveLength(0));
    await find('dialog', 'Página 1 de 2');
    await press('button', 'Fechar');
    await until(() => expect(names('dialog')).toEqual([]));
  } finally {
    window.matchMedia = matchMedia;
  }
});

test('a download of several documents says of how many something is missing, offers to try again, and saves the rest', async () => {
  const rows = [1, 2, 3].map((id) => buildDocumentRow({ id, number: id, title: `Laudo ${id}`, files_count: 1 }));
  const mirror = await openTown('Servidor', rows);
  for (const [index, row] of rows.entries()) {
    const files = [{ id: row.id, name: `laudo ${row.id}.pdf`, mime_type: 'application/pdf', size: 3, sha256: '' }];
    await mirror.details.put({ ...buildDetails(row, { files }), key: keyOfServerId(row.id), openedAtMs: 0 });
    // Of the second neither file nor details are on the device, of the third the file is not.
    if (index === 1) await mirror.details.delete(keyOfServerId(row.id));
  }
  const saved = readsAndSaves();
  const zipped: string[] = [];
  // The streams of the library are not those of jsdom.
  vi.doMock('client-zip', () => ({
    downloadZip(entries: readonly { readonly name: string }[]) {
      zipped.push(...entries.map(({ name }) => name));
      return { blob: async () => new NodeBlob(['zip']) };
    },
  }));
  const blob = new globalThis.Blob(['pdf']);
  await cacheServerFile(mirror, { serverFileId: 1, name: 'laudo 1.pdf', mime: 'application/pdf', blob, nowMs: NOW_MS });
  await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
  await openScreen({ mirror, path: '/admin/manage-documents' });
  await press('checkbox', 'Selecionar todos desta página');
  await press('button', 'Baixar anexos');
  await seesText('Faltam anexos de 2 documentos. O índice diz quais.');
  expect(saved).toEqual(['anexos.zip']);
  expect(zipped).toEqual([expect.stringMatching(/\/laudo 1\.pdf$/), 'indice.csv']);
  await press('button', 'Tentar de novo');
  await until(() => expect(saved).toEqual(['anexos.zip', 'anexos.zip']));
});
