// "Sair", a new version and the end of a session while a picked file is still being read or stored:
// each waits for the file, also where its form was left. "Sair" asks after a while.

import { appUpdate } from '#app/device/app-update.ts';
import * as retryPause from '#app/device/retry-pause.ts';
import { isAtWork } from '#app/features/shell/session/is-at-work.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { textOf } from './harness/accessible.ts';
import { choose, fileOf, slowFile, unreadableFile } from './harness/files.ts';
import { find, names, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

afterEach(() => {
  appUpdate.later();
  vi.restoreAllMocks();
});

/** A reply to which nothing was added but a file that is still being read. */
async function withSlowFile(picked: File) {
  const mirror = await openTown('Servidor', [buildDocumentRow()]);
  const screen = await openScreen({ mirror, path: '/admin/view-document/1' });
  const { file, arrive } = slowFile(picked);
  await choose(/^Anexar arquivos/, file);
  return { mirror, arrive, ...screen };
}

test('"Sair" counts the draft whose file was still being stored at the press', async () => {
  const { mirror, arrive } = await withSlowFile(fileOf('laudo.pdf'));
  await import('#app/leaving/own-work-dialog.tsx');
  await press('button', 'Sair');
  // By then a screen that does not wait has read the work and left.
  for (let read = 0; read < 20; read += 1) await mirror.drafts.count();
  arrive();
  const dialog = await find('alertdialog', 'Há trabalho seu só neste aparelho');
  expect(textOf(dialog)).toContain('1 rascunho');
  expect(await mirror.files.count()).toBe(1);
});

test('"Sair" asks when a file is read for too long, and leaves only if its person chooses so', async () => {
  const { arrive, address } = await withSlowFile(fileOf('laudo.pdf'));
  vi.spyOn(retryPause, 'pause').mockResolvedValueOnce();
  await press('button', 'Sair');
  const dialog = await find('alertdialog', 'Um arquivo ainda não foi guardado');
  expect(textOf(dialog)).toContain('Se você sair agora, ele pode se perder.');
  expect(textOf(dialog)).not.toContain('Sem internet');
  expect(names('button', dialog)).toEqual(['Fechar', 'Continuar aqui', 'Sair']);
  await press('button', 'Continuar aqui');
  arrive();
  await press('button', 'Sair');
  expect(textOf(await find('alertdialog', 'Há trabalho seu só neste aparelho'))).not.toContain('arquivo');
  expect(address()).toBe('/admin/view-document/1');
});

test('"Atualizar" waits for the file of a form that was left', async () => {
  const { mirror, arrive, goTo } = await withSlowFile(fileOf('laudo.pdf'));
  const counts: number[] = [];
  const apply = async () => void counts.push(await mirror.files.count());
  await goTo('/admin/alerts');
  appUpdate.offer(apply);
  await press('button', 'Atualizar');
  expect(counts).toEqual([]);
  arrive();
  await until(() => expect(counts).toEqual([1]));
});

test('"Atualizar" stays, and says so, when that file can’t be kept', async () => {
  const { arrive } = await withSlowFile(unreadableFile('laudo.pdf'));
  const apply = vi.fn<() => Promise<void>>(async () => undefined);
  appUpdate.offer(apply);
  await press('button', 'Atualizar');
  arrive();
  await seesText('O que você escreveu não pôde ser guardado. Tente de novo.');
  expect(apply).not.toHaveBeenCalled();
});

test('a file that is still being stored counts as work', async () => {
  const { mirror, arrive } = await withSlowFile(fileOf('laudo.pdf'));
  const answered = isAtWork(mirror);
  arrive();
  expect(await answered).toBe(true);
});
