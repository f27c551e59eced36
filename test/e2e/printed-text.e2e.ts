// A document's text on paper: its lists and paragraphs keep their form, a long message begins where
// the one before ended, and each page says what it is a page of.

import { writeFile } from 'node:fs/promises';
import { documentOf } from './document-of.ts';
import { pdfToolsMissing } from './engines/find-engines.mjs';
import { expect, PEOPLE, test } from './fixtures.ts';
import { printDocument, printedPages, printedWords } from './printing.ts';

const words = (name: string, times: number) => Array.from({ length: times }, () => name).join(' ');
/** About three pages. */
const LONG = [
  '<p>Abertura</p><p>Seguinte</p>',
  '<ol><li>primeiro<ul><li>interno</li></ul></li><li>segundo</li></ol>',
  '<h2>Capítulo</h2>',
  ...Array.from({ length: 24 }, () => `<p>${words('providência', 60)}</p>`),
  '<p><strong>Encerramento</strong></p>',
].join('');

if (pdfToolsMissing().length === 0)
  test('a long message keeps its form on paper, begins on the first page, and each page is named', async ({
    usedDevice,
    apiOf,
  }, info) => {
    const [author, responsible] = [await apiOf(PEOPLE.manager), await apiOf(PEOPLE.clerk)];
    const title = 'Regulamento da feira "livre" \\ 2ª edição';
    const document = await documentOf(author, { title, responsible, content: LONG });
    const device = await usedDevice(PEOPLE.clerk);
    const { page } = device;
    await device.goto(`/admin/view-document/${document.id}`);
    await expect(page.getByText('Encerramento')).toBeAttached();
    await device.settled(document);
    const pdf = await printDocument(page);
    await writeFile(info.outputPath('printed.pdf'), pdf);
    const pages = await printedPages(pdf);

    expect(pages.length).toBeGreaterThanOrEqual(3);
    const number = `PMVI ${String(document.number).padStart(3, '0')}`;
    for (const [at, text] of pages.entries())
      for (const part of [number, document.title, responsible.user.tenant.name, `${at + 1} de ${pages.length}`])
        expect(text.replace(/\s+/g, ' '), `page ${at + 1}`).toContain(part);
    expect(pages[0]).toMatch(/Rosângela Meireles · SEMOB +\S+, \d\d\/\d\d\/\d{4} · \d\d:\d\d/);

    const placed = await printedWords(pdf);
    const on = (text: string) => {
      const [found, ...others] = placed.filter((one) => one.text === text);
      if (found === undefined || others.length > 0) throw new Error(`${text}: ${others.length + 1} times, not once`);
      return found;
    };
    const [opening, next, first, inner, second] = ['Abertura', 'Seguinte', 'primeiro', 'interno', 'segundo'].map(on);
    expect(opening?.page).toBe(1);
    const pitch = on('segundo').top - on('interno').top;
    expect(on('Seguinte').top - on('Abertura').top, 'paragraphs are apart').toBeGreaterThan(pitch + 3);
    expect(next?.left).toBe(opening?.left);
    expect(first?.left, 'items are indented').toBeGreaterThan((opening?.left ?? 0) + 10);
    expect(second?.left).toBe(first?.left);
    expect(inner?.left).toBeGreaterThan((first?.left ?? 0) + 10);
    const sign = placed.find((one) => one.text === '1.' && one.top === first?.top && one.page === 1);
    expect(sign?.left, 'numbers stand within the text').toBeGreaterThanOrEqual(opening?.left ?? Infinity);
    const filled = Math.max(
      ...placed.filter((one) => one.page === 1 && one.text === 'providência').map((one) => one.top),
    );
    expect(filled, 'the first page is full').toBeGreaterThan(650);
  });
