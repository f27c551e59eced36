// A document on paper: what the printer gets is the sheet and nothing of the screen, in lines of
// full width, with or without network.

import type { Page } from '@playwright/test';
import { documentOf } from './document-of.ts';
import { pdfToolsMissing } from './engines/find-engines.mjs';
import { expect, PEOPLE, test } from './fixtures.ts';
import { reply } from './gestures.ts';
import { countPrinting, printedPages } from './printing.ts';

/** Width of the text on paper of 210 mm, in CSS pixels: 178 mm. */
const PAPER = { width: 673, height: 1000 };

/**
 * What the printer gets: the lines of its sheets, and the number of its pages as a PDF. The browser
 * takes the sheets away then.
 */
async function printed(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  const found = await page.evaluate(() => {
    const visible = [...document.body.children].filter((one) => one.getClientRects().length > 0);
    const [title] = visible.flatMap((one) => [...one.querySelectorAll('h1')]);
    const range = document.createRange();
    const linesOf = (one: Element) => {
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
    };
    const paragraphs = visible.flatMap((one) => [...one.querySelectorAll('p')]);
    return {
      roots: visible.length,
      text: visible.map((one) => one.textContent).join('\n'),
      titleLines: title === undefined ? 0 : linesOf(title),
      /** Paragraphs whose lines hold a few letters each. */
      broken: paragraphs.flatMap((one) => {
        const text = one.textContent.trim();
        return text.length > 30 && text.length / linesOf(one) < 10 ? [text] : [];
      }),
      codes: visible.flatMap((one) => [...one.querySelectorAll('svg[role="img"]')]).length,
      sheets: visible.flatMap((one) => [...one.querySelectorAll('article')]).length,
      sidewards: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });
  await page.emulateMedia({ media: null });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  return { ...found, pages: pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0, pdf };
}

test('a document is printed as a sheet, and without network as a local copy', async ({ usedDevice, apiOf }) => {
  const author = await apiOf(PEOPLE.manager);
  const responsible = await apiOf(PEOPLE.clerk);
  const document = await documentOf(author, { title: 'Interdição parcial da rua para obra de drenagem', responsible });
  const device = await usedDevice(PEOPLE.clerk);
  const { page } = device;
  await device.goto(`/admin/view-document/${document.id}`);
  await expect(page.getByRole('heading', { name: document.title })).toBeVisible();
  await device.settled(document);
  await page.evaluate(countPrinting);
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Imprimir' }).click();
  await expect.poll(() => page.evaluate(() => window.printed)).toBe(1);

  const ink = await printed(page);
  expect(ink).toMatchObject({ roots: 1, sheets: 1, pages: 1, sidewards: 0, broken: [], codes: 1 });
  expect(ink.titleLines).toBeLessThanOrEqual(2);
  for (const part of [
    responsible.user.tenant.name,
    `PMVI ${String(document.number).padStart(3, '0')}`,
    'Informações',
    'Histórico',
  ])
    expect(ink.text).toContain(part);
  expect(ink.text).toContain('Conferido com o servidor às');
  expect(ink.text).toContain(`Impresso por ${responsible.user.name}`);
  expect(ink.text).not.toContain('CÓPIA LOCAL');
  await expect(page.locator('article[aria-label] svg[role="img"]')).toHaveCount(0);

  await device.cut();
  await page.setViewportSize({ width: 1440, height: 900 });
  await reply(page, 'As placas podem ser retiradas amanhã.');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const pencil = await printed(page);
  expect(pencil).toMatchObject({ roots: 1, sheets: 1, pages: 1, sidewards: 0, broken: [] });
  expect(pencil.text).toContain('CÓPIA LOCAL — contém 1 item ainda não enviado.');
  expect(pencil.text).toContain('As placas podem ser retiradas amanhã.');
  expect(pencil.text).toContain('sem conexão');
});

test('a selection is printed with a page for each document', async ({ usedDevice, apiOf }) => {
  const [author, manager] = [await apiOf(PEOPLE.field), await apiOf(PEOPLE.manager)];
  const first = await documentOf(author, { title: 'Primeiro ofício', responsible: manager });
  const second = await documentOf(author, { title: 'Segundo ofício', responsible: manager });
  const device = await usedDevice(PEOPLE.manager);
  const { page } = device;
  await device.goto('/admin/manage-documents');
  await device.settled(first, second);
  // Paper is narrower than the screen, which keeps its toolbar, and the focus in it.
  const printList = page.getByRole('button', { name: 'Imprimir lista' });
  await printList.focus();
  await page.pdf();
  await expect(printList).toBeFocused();
  const tick = (title: string) => page.getByRole('checkbox', { name: `Selecionar ${title}` });
  await tick(first.title).press('Space');
  await tick(second.title).press('Space');
  await device.cut();
  await page.evaluate(countPrinting);
  const bar = page.getByRole('region', { name: 'Itens selecionados' });
  await bar.getByRole('button', { name: 'Imprimir' }).press('Enter');
  await expect.poll(() => page.evaluate(() => window.printed)).toBe(1);
  const sheets = await printed(page);
  expect(sheets).toMatchObject({ roots: 1, sheets: 2, pages: 2, sidewards: 0 });
  expect(sheets.text).toContain(first.title);
  expect(sheets.text).toContain(second.title);
  if (pdfToolsMissing().length > 0) return;
  const pages = await printedPages(sheets.pdf);
  for (const { title, number } of [first, second]) {
    const page = pages.findIndex((text) => text.includes(title));
    for (const part of [
      `PMVI ${String(number).padStart(3, '0')} · ${manager.user.tenant.name}`,
      'página 1',
      `${page + 1} de 2 desta impressão`,
    ])
      expect(pages[page]).toContain(part);
  }
});
