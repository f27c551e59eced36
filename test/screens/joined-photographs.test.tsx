// A PDF that was made of photographs can become pages again while they are on the device (S187).

import { File } from 'node:buffer';
import { keepFile } from '#mirror/keep/files.ts';
import { loadDraft, saveDraft } from '#mirror/keep/drafts.ts';
import { replyDraftOf } from '#mirror/keep/written-drafts.ts';
import type { DraftPage } from '#mirror/store/draft-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test, vi } from 'vitest';
import { uuid } from '../builders/build-command.ts';
import { NOW_MS } from '../builders/moments.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { withDocuments } from './harness/rows.ts';
import { visit } from './harness/visit.ts';

const DRAFT = replyDraftOf('s:1');
const [PDF, LETTER, PICTURE, LATER] = [uuid(60), uuid(61), uuid(62), uuid(63)];
const BACK = 'Voltar às páginas de Páginas 22-11-2026 14h32.pdf';

function pageOf(fileId: string): DraftPage {
  return { fileId, takenBytes: 9, width: 3, height: 4, turns: 0, corners: null, isBlackAndWhite: false };
}

/**
 * A reply with a file that was picked, a PDF of one photograph, and a photograph that is no
 * attachment yet.
 */
async function withPdf(mirror: Mirror): Promise<void> {
  await withDocuments(mirror);
  const names = { [PDF]: 'Páginas 22-11-2026 14h32.pdf', [LETTER]: 'Carta.pdf' };
  for (const id of [PDF, LETTER, PICTURE, LATER]) {
    const file = new File(['bytes'], names[id] ?? 'pagina.jpg') as unknown as globalThis.File;
    await keepFile(mirror, { id, owner: `draft:${DRAFT}`, file, nowMs: NOW_MS });
  }
  const joined = [{ fileId: PDF, pages: [pageOf(PICTURE)] }];
  const row = { id: DRAFT, fields: { content: '<p>Segue.</p>' }, fileIds: [LETTER, PDF], savedAtMs: NOW_MS };
  await saveDraft(mirror, { ...row, pages: [pageOf(LATER)], joined });
}

/** A browser whose worker of the pages never answers. */
function withSlowWorker(): void {
  const Slow = class {
    addEventListener() {}
    postMessage() {}
    terminate() {}
  };
  vi.stubGlobal('Worker', Slow);
}

test('its pages come before those that wait, and it goes with its place in the reply', async () => {
  withSlowWorker();
  const { mirror } = await visit('/admin/view-document/1', { role: 'Servidor', fill: withPdf });
  await press('button', BACK);
  await find('dialog', 'Página 1 de 2');
  await until(async () => {
    const row = await loadDraft(mirror, DRAFT);
    expect(row).toMatchObject({ fileIds: [LETTER], pages: [pageOf(PICTURE), pageOf(LATER)] });
    expect(row).not.toHaveProperty('joined');
    expect((await mirror.files.bulkGet([PDF, LETTER, PICTURE, LATER])).map((file) => file?.id)).toEqual([
      undefined,
      LETTER,
      PICTURE,
      LATER,
    ]);
  });
});

test('only a PDF of photographs that are here has the way back', async () => {
  await visit('/admin/view-document/1', {
    role: 'Servidor',
    async fill(mirror) {
      await withPdf(mirror);
      await mirror.files.delete(PICTURE);
    },
  });
  await find('button', /^Páginas 22-11-2026/);
  expect(names('button').filter((name) => name.startsWith('Voltar às páginas'))).toEqual([]);
});

test('a PDF whose photographs went meanwhile stays attached, and its author is told', async () => {
  const { mirror } = await visit('/admin/view-document/1', { role: 'Servidor', fill: withPdf });
  await find('button', BACK);
  await mirror.files.delete(PICTURE);
  await press('button', BACK);
  await seesText('As fotos deste PDF não estão mais neste aparelho. O PDF continua anexado.');
  await until(async () => {
    expect(await loadDraft(mirror, DRAFT)).toMatchObject({ fileIds: [LETTER, PDF], pages: [pageOf(LATER)] });
  });
  expect(names('button').filter((name) => name.startsWith('Voltar às páginas'))).toEqual([]);
  expect(await mirror.files.get(PDF)).toBeDefined();
});

test('a PDF that is removed takes its photographs along', async () => {
  const { mirror } = await visit('/admin/view-document/1', { role: 'Servidor', fill: withPdf });
  await press('button', 'Remover Páginas 22-11-2026 14h32.pdf');
  await until(async () => {
    expect(await mirror.files.bulkGet([PDF, PICTURE])).toEqual([undefined, undefined]);
    expect(await loadDraft(mirror, DRAFT)).toMatchObject({ fileIds: [LETTER], pages: [pageOf(LATER)] });
  });
});
