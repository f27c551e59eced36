// A file whose bytes can't be had or shown, and a browser without push.

import { Blob } from 'node:buffer';
import { cacheServerFile } from '#mirror/keep/cached-files.ts';
import { writeMeta } from '#mirror/store/storage.ts';
import { expect, test, vi } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { NOW_MS } from '../builders/moments.ts';
import { all, textOf } from './harness/accessible.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { answer } from './harness/server.ts';
import { withDocuments } from './harness/rows.ts';
import { openTown } from './harness/town.ts';
import { visit } from './harness/visit.ts';

/** What the screens report, which a browser writes to its console. */
function reports(): string[] {
  const told: string[] = [];
  vi.stubGlobal(
    'reportError',
    (error: unknown) => void told.push(error instanceof Error ? error.message : String(error)),
  );
  return told;
}

test('a file that the server does not give is told on screen, can be tried again, and is logged', async () => {
  const told = reports();
  answer(500, { message: 'x' });
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/help?aba=modelos' });
  await press('button', 'Ver: Ofício padrão');
  await seesText('Não foi possível abrir o arquivo.');
  await find('button', 'Tentar de novo');
  expect(told.join()).toContain('Erro ao buscar o documento');
});

test('without a connection a file that is not on the device is told as such, and not as an error', async () => {
  const told = reports();
  answer(500, { message: 'x' });
  const mirror = await openTown('Servidor');
  await writeMeta(mirror, { name: 'connection', value: { network: 'offline', auth: 'ok' } });
  await openScreen({ mirror, path: '/admin/help?aba=modelos' });
  await press('button', 'Ver: Ofício padrão');
  await seesText('Arquivo não disponível neste aparelho');
  expect(told.join()).not.toContain('Erro ao buscar o documento');
});

test.each([
  ['planta.pdf', true],
  ['oficio.doc', false],
  ['oficio.docx', false],
  ['oficio.odt', false],
])('the attachment %s of a document has a preview: %s; it can be downloaded', async (name, has) => {
  Object.assign(URL, { createObjectURL: () => 'blob:attachment', revokeObjectURL: () => undefined });
  const file = { id: 70, name, mime_type: 'application/pdf', size: 5, sha256: '' };
  const blob = new Blob(['bytes']) as unknown as globalThis.Blob;
  await visit('/admin/view-document/1', {
    role: 'Servidor',
    async fill(mirror) {
      await withDocuments(mirror, [buildDocumentRow()], { files: [file] });
      await cacheServerFile(mirror, { serverFileId: 70, name, mime: 'application/pdf', blob, nowMs: NOW_MS });
    },
  });
  const panel = await find('complementary', 'Informações');
  const row = await until(() => {
    const found = all('button', panel).find((one) => textOf(one).startsWith(name));
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  });
  row.click();
  const dialog = await find('dialog', name);
  await until(async () => expect((await find('button', 'Baixar')).hasAttribute('disabled')).toBe(false));
  expect(dialog.querySelectorAll('iframe')).toHaveLength(has ? 1 : 0);
  expect(textOf(dialog).includes('Prévia disponível só para PDF e TXT')).toBe(!has);
});

test('a browser without push opens the profile with its reason, and without an error', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/profile' });
  await seesText('Este navegador não recebe avisos.');
  await until(async () =>
    expect((await find('switch', 'Receber avisos neste aparelho')).hasAttribute('disabled')).toBe(true),
  );
  expect(names('alert').filter((name) => name !== '')).toEqual([]);
});
