// A file that is refused is told beside the field that took it, until the next choice.

import { FILE_MAX_BYTES } from '#domain/files.ts';
import { keepSharedFiles } from '#mirror/keep/shared-files.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { expect, test } from 'vitest';
import { buildDocumentRow } from '../builders/build-document.ts';
import { PEOPLE } from '../builders/build-people.ts';
import { NOW_MS } from '../builders/moments.ts';
import { writeOle } from '../builders/office-bytes.ts';
import { all, textOf } from './harness/accessible.ts';
import { choose, fileOf, sizedFile, unreadableFile } from './harness/files.ts';
import { field, fill, find, names, pageText, press, seesText, until } from './harness/hand.ts';
import { openScreen } from './harness/open-screen.tsx';
import { openTown } from './harness/town.ts';

const OPEN = buildDocumentRow({ title: 'Interdição da rua', responsibles: [PEOPLE.bia] });
const KINDS = 'PDF, DOC, DOCX, ODT, RTF e TXT, até 20 MB cada';
const WITH_PHOTOS = `${KINDS}; fotos viram PDF`;

/** The sentences beside the button, which is described by them; a toast is never among them. */
async function toldBeside(button: string | RegExp): Promise<string[]> {
  return until(async () => {
    const id = (await find('button', button)).getAttribute('aria-describedby') ?? '';
    const box = document.getElementById(id);
    if (box === null) throw new Error(`nothing is told beside ${button}: ${pageText().slice(0, 400)}`);
    expect(box.getAttribute('role')).toBe('alert');
    expect(box.tabIndex).toBe(-1);
    box.focus();
    expect(document.activeElement).toBe(box);
    expect(all('alertdialog')).toEqual([]);
    return [...box.querySelectorAll('p')].map((line) => textOf(line));
  });
}

async function expectNothingBeside(button: string | RegExp): Promise<void> {
  await until(async () => expect((await find('button', button)).hasAttribute('aria-describedby')).toBe(false));
}

/** The announcements in sight; the page has empty places for others. */
const alerts = () => names('alert').filter((name) => name !== '');

const keptNames = async (mirror: Mirror) => (await mirror.files.toArray()).map((file) => file.name).toSorted();

test('the form of a document tells every file that it refuses with what it accepts, and keeps the others', async () => {
  const mirror = await openTown('Servidor');
  await openScreen({ mirror, path: '/admin/create-documents' });
  const files = [
    fileOf('som.mp3'),
    fileOf('vazio.pdf', ''),
    sizedFile('grande.pdf', FILE_MAX_BYTES + 1),
    fileOf('planta.pdf'),
  ];
  await choose('Escolher arquivo', ...files);
  expect(await toldBeside('Escolher arquivo')).toEqual([
    'grande.pdf: O arquivo passa de 20 MB.',
    `Este tipo não é aceito: som.mp3. Aceitos: ${WITH_PHOTOS}.`,
    'vazio.pdf: O arquivo está vazio. Escolha outro.',
  ]);
  await until(async () => expect(await keptNames(mirror)).toEqual(['planta.pdf']));
  await fill('Título', 'Drenagem');
  await until(async () => expect((await field('Título')).value).toBe('Drenagem'));
  expect(await toldBeside('Escolher arquivo')).toHaveLength(3);
  await choose('Escolher arquivo', fileOf('mapa.pdf'));
  await expectNothingBeside('Escolher arquivo');
  expect(alerts()).toEqual([]);
});

test('a file is judged by its content when it is picked, with its cause and what to do, and under which name it is kept', async () => {
  const mirror = await openTown('Servidor');
  await openScreen({ mirror, path: '/admin/create-documents' });
  await choose(
    'Escolher arquivo',
    fileOf('edital.docx', '%PDF-1.4'),
    fileOf('programa.pdf', 'MZ'),
    fileOf('Portaria.doc', '{\\rtf1 x}'),
    fileOf('planta.pdf', '\r\n%PDF-1.4'),
  );
  await until(async () =>
    expect(await toldBeside('Escolher arquivo')).toEqual([
      expect.stringMatching(/^edital\.docx: .+ É um PDF: mude o fim do nome para ?\.pdf e anexe-o de novo\.$/),
      'programa.pdf: O conteúdo do arquivo não corresponde ao tipo dele. Ele pode estar incompleto ou ser de outro programa: abra-o, salve-o de novo ou como PDF, e anexe-o outra vez.',
    ]),
  );
  await seesText('Pelo conteúdo, Portaria.doc será guardado como Portaria.rtf.');
  await until(async () => expect(await keptNames(mirror)).toEqual(['Portaria.doc', 'planta.pdf']));
});

test('a file that ends too soon is taken, and a sentence asks to look at it', async () => {
  const mirror = await openTown('Servidor');
  await openScreen({ mirror, path: '/admin/create-documents' });
  const whole = `%PDF-1.4\n${'x'.repeat(100)}\nstartxref\n9\n%%EOF\n`;
  await choose(
    'Escolher arquivo',
    fileOf('cortada.pdf', whole.slice(0, 90)),
    fileOf('planta.pdf', whole),
    fileOf('nota.rtf', '{\\rtf1 {x'),
    fileOf('ata.rtf', '{\\rtf1 x}\r\n\0'),
    fileOf('oficio.doc', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])),
    fileOf('portaria.doc', Uint8Array.from(writeOle(['WordDocument']))),
  );
  const cut = ['cortada.pdf', 'nota.rtf', 'oficio.doc'];
  await until(async () => expect(await keptNames(mirror)).toHaveLength(6));
  await until(() =>
    expect(pageText().match(/\S+ parece incompleto/g)).toEqual(cut.map((name) => `${name} parece incompleto`)),
  );
  await expectNothingBeside('Escolher arquivo');
});

test('a model refuses what its content makes another type', async () => {
  const mirror = await openTown('Super Admin');
  await openScreen({ mirror, path: '/admin/create-models' });
  await choose('Anexar', fileOf('Portaria.doc', '{\\rtf1 x}'));
  expect(await toldBeside('Anexar')).toEqual(['Não é Word (DOC, DOCX ou ODT): Portaria.rtf']);
  expect(await mirror.files.count()).toBe(0);
});

test('the twenty-first file of a form is refused beside it', async () => {
  const mirror = await openTown('Servidor');
  const files = Array.from({ length: 20 }, (_, at) => fileOf(`anexo-${at + 1}.pdf`));
  await keepSharedFiles(mirror, { draftId: 'create:1', title: null, files, nowMs: NOW_MS });
  await openScreen({ mirror, path: '/admin/create-documents?rascunho=create:1' });
  await seesText('anexo-20.pdf');
  await choose('Escolher arquivo', fileOf('anexo-21.pdf'));
  expect(await toldBeside('Escolher arquivo')).toEqual(['anexo-21.pdf ficou de fora. Envie no máximo 20 arquivos.']);
  expect(await mirror.files.count()).toBe(20);
});

test('a file that can not be read, and one that the device has no room for, are told beside the form', async () => {
  const mirror = await openTown('Servidor');
  await openScreen({ mirror, path: '/admin/create-documents' });
  await choose('Escolher arquivo', unreadableFile('nuvem.pdf'));
  expect(await toldBeside('Escolher arquivo')).toEqual([
    'Não foi possível ler nuvem.pdf. Ele pode ter sido movido ou apagado: escolha-o de novo.',
  ]);
  mirror.files.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await choose('Escolher arquivo', fileOf('planta.pdf'));
  await until(async () =>
    expect(await toldBeside('Escolher arquivo')).toEqual([
      'Não foi possível guardar planta.pdf neste aparelho. Libere espaço e escolha-o de novo.',
    ]),
  );
});

test('a photograph that the browser can not make a page of is told beside the form', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/create-documents' });
  await choose('Escolher arquivo', fileOf('praça.jpg'));
  expect(await toldBeside('Escolher arquivo')).toEqual([
    'Este navegador não transforma fotos em PDF. Atualize-o, ou anexe um arquivo pronto.',
  ]);
});

test('a reply tells a refused file beside its button', async () => {
  await openScreen({ mirror: await openTown('Servidor', [OPEN]), path: '/admin/view-document/1' });
  await choose('Anexar arquivos', fileOf('som.mp3'));
  expect(await toldBeside('Anexar arquivos')).toEqual([`Este tipo não é aceito: som.mp3. Aceitos: ${WITH_PHOTOS}.`]);
});

test('a reply on a phone opens to tell a refused file beside its button', async () => {
  const mirror = await openTown('Servidor', [OPEN]);
  await openScreen({ mirror, path: '/admin/view-document/1', width: 'phone' });
  await press('button', 'Anexar arquivos');
  const ways = await find('dialog', 'Anexar');
  const inputs = [...ways.querySelectorAll<HTMLInputElement>('input[type=file]')];
  const documents = inputs.find((one) => one.accept.includes('.pdf'));
  if (documents === undefined) throw new Error('no way to choose a file');
  Object.defineProperty(documents, 'files', { value: [fileOf('som.mp3')] });
  documents.dispatchEvent(new Event('change', { bubbles: true }));
  expect(await toldBeside('Anexar arquivos')).toEqual([`Este tipo não é aceito: som.mp3. Aceitos: ${WITH_PHOTOS}.`]);
});

test('the transfer dialog tells a refused photograph beside its button, because it makes no pages', async () => {
  await openScreen({ mirror: await openTown('Servidor', [OPEN]), path: '/admin/view-document/1?acao=transferir' });
  await choose('Anexar', fileOf('praça.jpg'));
  expect(await toldBeside('Anexar')).toEqual([`Este tipo não é aceito: praça.jpg. Aceitos: ${KINDS}.`]);
});

test('a model tells files of no kind or another kind than its own beside its button', async () => {
  const mirror = await openTown('Super Admin');
  await openScreen({ mirror, path: '/admin/create-models' });
  await choose('Anexar', fileOf('nota.txt'));
  expect(await toldBeside('Anexar')).toEqual([
    'Este tipo não é aceito: nota.txt. Aceitos: PDF, DOC, DOCX e ODT, até 20 MB cada.',
  ]);
  await choose('Anexar', fileOf('planta.pdf'), fileOf('oficio.docx'), fileOf('vazio.pdf', ''));
  expect(await toldBeside('Anexar')).toEqual([
    'Não é PDF: oficio.docx',
    'vazio.pdf: O arquivo está vazio. Escolha outro.',
  ]);
  await until(async () => expect(await keptNames(mirror)).toEqual(['planta.pdf']));
});

test.each([
  ['Escolher foto', '/admin/profile'],
  ['Trocar logo', '/admin/profile?aba=organizacao'],
])('"%s" tells a refused picture beside it, until another is chosen', async (button, path) => {
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  await openScreen({ mirror: await openTown('Super Admin'), path });
  await choose(button, fileOf('retrato.gif'));
  expect(await toldBeside(button)).toEqual(['Este tipo não é aceito: retrato.gif. Aceitos: PNG, JPG e WebP.']);
  await choose(button, sizedFile('retrato.png', 2 * 1024 * 1024 + 1));
  expect(await toldBeside(button)).toEqual([
    'retrato.png: A imagem passa de 2 MB, e este aparelho não conseguiu diminuí-la. Escolha outra.',
  ]);
  await choose(button, fileOf('retrato.png', ''));
  expect(await toldBeside(button)).toEqual(['retrato.png: O arquivo está vazio. Escolha outro.']);
  await choose(button, fileOf('retrato.png'));
  await expectNothingBeside(button);
  await seesText('PNG, JPG ou WebP, de qualquer tamanho.');
});

test('what another application shared stands in the form, with what was refused beside the files until the next choice', async () => {
  const mirror = await openTown('Servidor');
  const files = [fileOf('planta.pdf'), fileOf('som.mp3')];
  const nowMs = NOW_MS;
  await keepSharedFiles(mirror, { draftId: 'create:1', title: 'Orçamento da ponte', files, nowMs });
  await openScreen({ mirror, path: '/admin/home' });
  // What another application shared is asked for first (S70).
  await press('button', 'Usar em um documento novo');
  await until(async () => expect((await field('Título')).value).toBe('Orçamento da ponte'));
  await seesText('planta.pdf');
  const told = 'som.mp3: Tipo de arquivo não aceito. Envie PDF, DOC, DOCX, ODT, RTF ou TXT.';
  await until(() => expect(alerts()).toEqual([told]));
  await choose('Escolher arquivo', fileOf('mapa.pdf'));
  await until(() => expect(alerts()).toEqual([]));
});

test('shared files that the device had no room for are told in the form, which says what to do', async () => {
  await openScreen({ mirror: await openTown('Servidor'), path: '/admin/create-documents?compartilhado=falhou' });
  expect(textOf(await find('alert', /compartilhados/))).toBe(
    'Os arquivos compartilhados não foram guardados. Responda ao que já foi compartilhado, ou libere espaço neste aparelho, e compartilhe-os de novo.',
  );
});

test('files that were shared while nobody was logged in are told as not kept by the login', async () => {
  const mirror = await openTown('Servidor');
  await mirror.meta.delete('session');
  await openScreen({ mirror, path: '/login?compartilhado=recusado' });
  expect(textOf(await find('alert', /compartilhados/))).toBe(
    'Os arquivos compartilhados não foram guardados. Entre e compartilhe-os de novo.',
  );
});
