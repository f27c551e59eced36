// What a clerk picks is judged while they are still there, by the browser itself; a text of older
// Windows shows its letters.

import { writeWord } from '../builders/office-bytes.ts';
import { expect, PEOPLE, test } from './fixtures.ts';

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
/** `Ofício – “aprovação”` as Windows writes it. */
const ANSI = Buffer.from('Of\xedcio \x96 \x93aprova\xe7\xe3o\x94', 'latin1');

test('a picked file is told by its name, with the cause and what to do, and the others are kept', async ({
  usedDevice,
}) => {
  const device = await usedDevice(PEOPLE.clerk);
  const { page } = device;
  await device.readyForOffline();
  await device.cut();
  await device.goto('/admin/create-documents');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      file('Word Online.docx', writeWord({ main: 'word/document2.xml' })),
      file('ansi.txt', ANSI),
      file('memorando.doc', writeWord()),
      file('com macros.docx', writeWord({ more: [{ name: 'word/vbaProject.bin', content: 'x' }] })),
      file('edital.docx', '%PDF-1.4'),
    ]);
  const told = page.getByRole('alert');
  await expect(
    told.getByText('edital.docx: O conteúdo do arquivo não corresponde ao tipo dele. É um PDF'),
  ).toBeVisible();
  await expect(told.getByText('com macros.docx: O arquivo tem macros')).toBeVisible();
  await expect(page.getByText('Pelo conteúdo, memorando.doc será guardado como memorando.docx.')).toBeVisible();
  for (const name of ['Word Online.docx', 'ansi.txt', 'memorando.doc'])
    await expect(page.getByRole('button', { name: `Remover ${name}` })).toBeVisible();
  for (const name of ['com macros.docx', 'edital.docx'])
    await expect(page.getByRole('button', { name: `Remover ${name}` })).toHaveCount(0);
  await page.getByRole('button', { name: /^ansi\.txt/ }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Ofício – “aprovação”');
});
