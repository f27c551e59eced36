// Printing as a person starts it, and what poppler reads on the printed pages.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const run = promisify(execFile);

declare global {
  interface Window {
    printed: number;
  }
}

/**
 * A headless browser has no printer: its command is counted, and the sheets stay as they are while
 * a dialog is open.
 */
export function countPrinting() {
  Object.assign(window, { printed: 0, print: () => Object.assign(window, { printed: window.printed + 1 }) });
}

/** Prints the open document with "Imprimir". */
export async function printDocument(page: Page): Promise<Buffer> {
  await page.evaluate(countPrinting);
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Imprimir' }).click();
  await expect.poll(() => page.evaluate(() => window.printed)).toBe(1);
  return page.pdf({ preferCSSPageSize: true });
}

/** The words of each page, in the lines in which they stand. */
export async function printedPages(pdf: Uint8Array): Promise<string[]> {
  const text = await read(pdf, ['-layout']);
  return text.split('\f').slice(0, -1);
}

/** The words of all pages without their feet, which stand in the last 18 mm. */
export async function printedText(pdf: Uint8Array): Promise<string> {
  return await read(pdf, ['-layout', ...'-x 0 -y 0 -W 595 -H 790'.split(' ')]);
}

/** A word with its place on its page, in points. */
export type PrintedWord = Readonly<Record<'page' | 'left' | 'top' | 'bottom', number>> & { readonly text: string };

export async function printedWords(pdf: Uint8Array): Promise<PrintedWord[]> {
  const boxes = await read(pdf, ['-bbox']);
  const words: PrintedWord[] = [];
  let page = 0;
  for (const line of boxes.split('\n')) {
    if (line.includes('<page ')) page += 1;
    const [, left, top, bottom, text] =
      /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(.*)<\/word>/.exec(line) ?? [];
    if (text !== undefined) words.push({ page, left: Number(left), top: Number(top), bottom: Number(bottom), text });
  }
  return words;
}

async function read(pdf: Uint8Array, options: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-print-'));
  try {
    const file = join(folder, 'one.pdf');
    await writeFile(file, pdf);
    return (await run('pdftotext', [...options, file, '-'], { maxBuffer: 50_000_000 })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
