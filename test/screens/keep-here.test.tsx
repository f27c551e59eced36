// "Guardar neste aparelho": what the message promises of a document whose files are here, are
// coming or cannot come yet.

import { Blob } from 'node:buffer';
import { cacheServerFile } from '#mirror/keep/cached-files.ts';
import { pinnedDocuments } from '#mirror/keep/trim-details.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test, vi } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, textOf } from './harness/accessible.ts';
import { press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { withDocuments } from './harness/rows.ts';
import { openTown } from './harness/town.ts';

const OPENS = 'abrem sem internet';

/** The page of a document with one file, which is on this device when `isHere`. */
async function openDocument({ isHere, isOnline }: { isHere: boolean; isOnline: boolean }): Promise<Mirror> {
  const mirror = await openTown('Servidor');
  const file = { id: 70, name: 'planta.pdf', mime_type: 'application/pdf', size: 5, sha256: '' };
  await withDocuments(mirror, [buildDocumentRow()], { files: [file] });
  if (isHere) {
    const blob = new Blob(['bytes']) as unknown as globalThis.Blob;
    await cacheServerFile(mirror, { serverFileId: 70, name: file.name, mime: file.mime_type, blob, nowMs: NOW_MS });
  }
  const network = isOnline ? 'ok' : 'offline';
  await writeMeta(mirror, { name: 'connection', value: { network, auth: 'ok' } });
  await openScreen({ mirror, path: '/admin/view-document/1' });
  await seesText('planta.pdf');
  return mirror;
}

const message = () => all('alertdialog').map(textOf).join();

async function choosePin(): Promise<void> {
  await press('button', 'Mais opções');
  const item = await until(() => {
    const found = all('menuitem').find((one) => textOf(one).startsWith('Guardar neste aparelho'));
    if (found === undefined) throw new Error('no item');
    return found;
  });
  item.click();
}

test.each([
  [true, true, `O documento e os anexos ${OPENS}`],
  [true, false, `O documento e os anexos ${OPENS}`],
  [false, true, 'O que falta dele e dos anexos está vindo para este aparelho.'],
  [false, false, 'O que falta dele e dos anexos vem quando houver conexão.'],
])('a document is pinned; its file is here: %s, online: %s; the message says "%s"', async (isHere, isOnline, words) => {
  const mirror = await openDocument({ isHere, isOnline });
  await choosePin();
  await until(() => {
    expect(message()).toContain(words);
    expect(message().includes(OPENS)).toBe(isHere);
  });
  expect(await pinnedDocuments(mirror)).toEqual(new Set([1]));
});

test('a choice that cannot be stored is told', async () => {
  const mirror = await openDocument({ isHere: true, isOnline: true });
  const really = mirror.transaction.bind(mirror) as (...asked: unknown[]) => unknown;
  // Only writing fails: what screens read meanwhile is there.
  vi.spyOn(mirror, 'transaction').mockImplementation(((...asked: unknown[]) =>
    asked[0] === 'rw' ? Promise.reject(new Error('no room')) : really(...asked)) as typeof mirror.transaction);
  await choosePin();
  await seesText('Não foi possível mudar o que fica neste aparelho. Tente de novo.');
  expect(await pinnedDocuments(mirror)).toEqual(new Set());
});
