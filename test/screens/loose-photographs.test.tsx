// Photographs of a form that are no attachment yet: they stay in the draft, whatever else happens to it.

import { File } from 'node:buffer';
import { carryDate } from '#app/acts/document/carry-date.ts';
// Loaded before, because a busy machine takes longer for it than a screen waits.
import '#editor/editor.tsx';
import { loadDraft, replyDraftOf, saveDraft } from '#mirror/keep/drafts.ts';
import type { DraftPage } from '#mirror/store/rows.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test, vi } from 'vitest';
import { NOW_MS } from '../builders/moments.ts';
import { openTestMirror } from '../builders/open-test-mirror.ts';
import { field, fill, find, names, press, seesText, until } from './harness/hand.ts';
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
  const input = await until(() => {
    const found = document.querySelector<HTMLInputElement>('input[accept="image/*"][multiple]');
    if (found === null) throw new Error('no field for photographs');
    return found;
  });
  const files = [1, 2, 3].map((at) => new File([`photo ${at}`], `IMG_${at}.jpg`, { type: 'image/jpeg' }));
  Object.defineProperty(input, 'files', { value: files });
  input.dispatchEvent(new Event('change', { bubbles: true }));
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
