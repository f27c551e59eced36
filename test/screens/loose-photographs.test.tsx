// Photographs of a form that are no attachment yet: they stay in the draft, whatever else happens
// to it.

import { File } from 'node:buffer';
import type { PageAnswer } from '#app/acts/attach/page-messages.ts';
import { carryDate } from '#app/acts/document/carry-date.ts';
import { type Draft, useDraft } from '#app/shared/draft/use-draft.ts';
import { loadDraft, saveDraft } from '#mirror/keep/drafts.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import { draftWithFiles } from '#mirror/questions/drafts.ts';
import type { DraftPage } from '#mirror/store/draft-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { expect, test, vi } from 'vitest';
import { NOW_MS } from '../builders/moments.ts';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { field, fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const PAGE: DraftPage = {
  fileId: 'b0000000-0000-4000-8000-000000000001',
  takenBytes: 4_000_000,
  width: 1500,
  height: 2000,
  turns: 0,
  corners: null,
  isBlackAndWhite: false,
};

/** From here on no draft can be stored. */
function fillDevice(mirror: Mirror): void {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  mirror.drafts.hook('creating').subscribe(refuse);
  mirror.drafts.hook('updating').subscribe(refuse);
}

async function keepReply(mirror: Mirror, documentKey: string): Promise<string> {
  const id = replyDraftOf(documentKey);
  const fields = { content: '<p>Segue a foto.</p>' };
  await saveDraft(mirror, { id, fields, fileIds: ['f'], pages: [PAGE], savedAtMs: NOW_MS });
  return id;
}

test('a later date carried into the reply box leaves the text, files and photographs of the reply', async () => {
  const mirror = await openTestMirror();
  const id = await keepReply(mirror, 's:900');
  await carryDate({ mirror, now: () => NOW_MS + 1, documentKey: 's:900', day: '2027-01-04' });
  expect(await loadDraft(mirror, id)).toEqual({
    id,
    fields: { content: '<p>Segue a foto.</p>', limitDate: '2027-01-04' },
    fileIds: ['f'],
    pages: [PAGE],
    savedAtMs: NOW_MS + 1,
  });
});

test('a device that can not keep the date carried into the reply box says so, and the box keeps its text', async () => {
  const { mirror } = await visit('/admin/view-document/1', { role: 'Servidor', width: 'phone', fill: withDocuments });
  await press('button', 'Escreva sua resposta');
  // The bar of the document, which has a "Mais" too, leaves when the box is drawn.
  await find('button', 'Responder');
  fillDevice(mirror);
  await fill('Sua resposta', 'Falta uma assinatura.');
  await press('button', 'Mais');
  await press('button', /^Prorrogar/);
  await press('radio', /^\+7/);
  await press('button', 'Escrever o motivo');
  await seesText('Não foi possível guardar neste aparelho.');
  expect((await field('Sua resposta')).value).toBe('Falta uma assinatura.');
});

/** A browser that can make pages, whose worker never answers. */
function withSlowWorker(): void {
  const Slow = class {
    addEventListener() {}
    postMessage() {}
    terminate() {}
  };
  vi.stubGlobal('Worker', Slow);
  vi.stubGlobal('OffscreenCanvas', Slow);
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined));
}

async function pickPhotos(files: readonly File[]): Promise<void> {
  const input = await until(() => {
    const found = document.querySelector<HTMLInputElement>('input[accept="image/*"][multiple]');
    if (found === null) throw new Error('no field for photographs');
    return found;
  });
  Object.defineProperty(input, 'files', { value: files });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const isDisabled = async (name: string) => (await find('button', name)).hasAttribute('disabled');

test('photographs whose pages are closed while they are prepared stay in the draft and hold the reply', async () => {
  withSlowWorker();
  const { mirror } = await visit('/admin/view-document/1', {
    role: 'Servidor',
    width: 'phone',
    async fill(filled) {
      await withDocuments(filled);
      const id = replyDraftOf('s:1');
      await saveDraft(filled, { id, fields: { content: '<p>Seguem.</p>' }, fileIds: [], savedAtMs: NOW_MS });
    },
  });
  await press('button', 'Anexar arquivos');
  const files = [1, 2, 3].map((at) => new File([`photo ${at}`], `IMG_${at}.jpg`, { type: 'image/jpeg' }));
  await pickPhotos(files);
  await find('dialog', 'Preparando a foto…');
  await press('button', 'Fechar');
  await find('button', /^3 páginas fotografadas/);
  expect(await isDisabled('Responder')).toBe(true);
  await until(async () => {
    const { photos = [] } = (await loadDraft(mirror, replyDraftOf('s:1'))) ?? {};
    expect((await mirror.files.bulkGet([...photos])).map((file) => file?.name)).toEqual(files.map((file) => file.name));
  });
  expect(names('dialog')).toEqual([]);
  await seesText('3 páginas fotografadas');
});

/** The photographs that the draft of the reply names, by their file names. */
async function photosOfReply(mirror: Mirror): Promise<(string | undefined)[]> {
  const { photos = [] } = (await loadDraft(mirror, replyDraftOf('s:1'))) ?? {};
  return (await mirror.files.bulkGet([...photos])).map((file) => file?.name);
}

test('a form that is opened again while its last photograph is being stored has that photograph too', async () => {
  withSlowWorker();
  const { mirror } = await visit('/admin/view-document/1', { role: 'Servidor', width: 'phone', fill: withDocuments });
  await press('button', 'Anexar arquivos');
  const files = [1, 2, 3].map((at) => new File([`photo ${at}`], `IMG_${at}.jpg`, { type: 'image/jpeg' }));
  let goOn = (): void => undefined;
  const read = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const bytes = await files[2]?.arrayBuffer();
  Object.defineProperty(files[2], 'arrayBuffer', { value: () => read.then(() => bytes) });
  await pickPhotos(files);
  await find('dialog', 'Preparando a foto…');
  await press('button', 'Fechar');
  await until(async () => expect(await photosOfReply(mirror)).toHaveLength(2));
  await press('link', 'Documentos');
  await press('link', 'Interdição da rua');
  await find('heading', 'Interdição da rua');
  goOn();
  await find('dialog', 'Preparando a foto…');
  await press('button', 'Fechar');
  await press('button', 'Continuar rascunho');
  await find('button', /^3 páginas fotografadas/);
  await fill('Sua resposta', 'Seguem as fotos.');
  await until(async () => {
    expect((await loadDraft(mirror, replyDraftOf('s:1')))?.fields['content']).toContain('Seguem as fotos.');
    expect(await photosOfReply(mirror)).toEqual(files.map((file) => file.name));
  });
});

test('a photograph that was taken for a page takes its place also when the form was left before the page was made', async () => {
  vi.stubGlobal('File', File);
  const mirror = await openTestMirror();
  const first = { ...PAGE, fileId: 'b0000000-0000-4000-8000-000000000011' };
  const second = { ...PAGE, fileId: 'b0000000-0000-4000-8000-000000000012' };
  const id = replyDraftOf('s:900');
  await saveDraft(mirror, { id, fields: {}, fileIds: [], pages: [first, second], savedAtMs: NOW_MS });
  let lastId = 0;
  const newId = () => `b0000000-0000-4000-8000-0000000001${(lastId += 1)}0`;
  const opened = async () => {
    const stored = await draftWithFiles(mirror, id);
    const drafts: Draft<object>[] = [];
    const Form = () => {
      drafts.push(useDraft({ mirror, id, empty: {}, stored, now: () => NOW_MS, newId }));
      return null;
    };
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    flushSync(() => root.render(<Form />));
    const [draft] = drafts;
    if (draft === undefined) throw new Error('the form was not drawn');
    return { draft, close: () => root.unmount() };
  };

  const left = await opened();
  await left.draft.addPhoto(new globalThis.File(['again'], 'IMG_9.jpg'), first.fileId);
  left.close();
  const { draft, close } = await opened();
  const [photo = ''] = draft.photos;
  const { fileId: _file, ...page } = PAGE;
  expect(await draft.addPage(new Blob(['page']), { page, photo })).toBe(0);
  close();
  const row = await loadDraft(mirror, id);
  expect(row?.pages?.map((one) => one.fileId)).toEqual([expect.any(String), second.fileId]);
  expect(row).not.toHaveProperty('photos');
  expect(row).not.toHaveProperty('retakes');
});

test('a change of a page that the device can not keep is told in the pages', async () => {
  withSlowWorker();
  const { mirror } = await visit('/admin/view-document/1', {
    role: 'Servidor',
    async fill(filled) {
      await withDocuments(filled);
      await keepReply(filled, 's:1');
    },
  });
  await press('button', /^1 página fotografada/);
  await find('dialog', 'Página 1 de 1');
  fillDevice(mirror);
  await press('button', 'Girar');
  await seesText('Não foi possível guardar a mudança neste aparelho.');
  expect(names('dialog')).toEqual(['Página 1 de 1']);
});

/** A browser whose worker fails at every picture. */
function withFailingWorker({ isUnreadable }: { isUnreadable: boolean }): void {
  withSlowWorker();
  const Failing = class extends EventTarget {
    postMessage({ id }: { id: number }) {
      const data: PageAnswer = { id, failed: 'No memory for a picture', isUnreadable };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
    }
    terminate() {}
  };
  vi.stubGlobal('Worker', Failing);
}

test.each([
  [false, ['IMG_1.jpg'], 'Não foi possível preparar a foto. Ela continua guardada'],
  [true, [], 'IMG_1.jpg: Não foi possível ler esta foto.'],
])(
  'a photograph that could not be prepared, unreadable %s, leaves %j in the draft',
  async (isUnreadable, left, said) => {
    withFailingWorker({ isUnreadable });
    const { mirror } = await visit('/admin/view-document/1', { role: 'Servidor', width: 'phone', fill: withDocuments });
    await press('button', 'Anexar arquivos');
    await pickPhotos([new File(['photo'], 'IMG_1.jpg', { type: 'image/jpeg' })]);
    await seesText(said);
    await until(async () => expect(await photosOfReply(mirror)).toEqual(left));
    await until(() => expect(names('dialog')).toEqual([]));
  },
);

test('photographs that can not be prepared can be erased, and the form goes on without them', async () => {
  withFailingWorker({ isUnreadable: false });
  const { mirror } = await visit('/admin/view-document/1', {
    role: 'Servidor',
    width: 'phone',
    async fill(filled) {
      await withDocuments(filled);
      await keepReply(filled, 's:1');
    },
  });
  await press('button', 'Anexar arquivos');
  await pickPhotos([1, 2].map((at) => new File([`photo ${at}`], `IMG_${at}.jpg`, { type: 'image/jpeg' })));
  await find('dialog', 'Página 1 de 1');
  await until(async () => expect(await photosOfReply(mirror)).toHaveLength(2));
  await press('button', 'Fechar');
  await find('button', /^3 páginas fotografadas/);
  await press('button', 'Apagar 2 fotos não preparadas');
  await find('button', /^1 página fotografada/);
  await until(async () => expect(await photosOfReply(mirror)).toEqual([]));
  expect((await loadDraft(mirror, replyDraftOf('s:1')))?.pages).toEqual([PAGE]);
  expect((await mirror.files.toArray()).map((file) => file.name)).not.toContain('IMG_1.jpg');
  await until(() => expect(pageText()).not.toContain('Não foi possível preparar a foto.'));
});
