// PDFs that are locked, long, or came through a bad line.

import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { scanInJpeg } from './made-pdfs.ts';

const BLUE = rgb(0.1, 0.2, 0.45);

/** A letter of `count` pages. Each has a block at another height. */
async function letterOf(count: number): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  for (let at = 0; at < count; at += 1) {
    const page = pdf.addPage([420, 594]);
    page.drawRectangle({ x: 30, y: 480, width: 360, height: 80, color: BLUE });
    page.drawRectangle({ x: 30, y: 40 + (at % 10) * 20, width: 200, height: 220 });
  }
  return pdf;
}

/** Locked against changes only: it opens without a password. */
export async function openLocked(algorithm: 'AES-256' | 'AES-128' | 'RC4-128'): Promise<Buffer> {
  const pdf = await letterOf(1);
  pdf.encrypt({ userPassword: '', ownerPassword: 'dono', algorithm, allowWeakCryptography: true });
  return Buffer.from(await pdf.save());
}

/** A file of 300 pages. */
export const hundredsOfPages = async (): Promise<Buffer> => Buffer.from(await (await letterOf(300)).save());

/** A PDF whose cross-reference table gives wrong offsets; its pages are intact. */
export async function wrongTable(): Promise<Buffer> {
  const whole = await plain();
  const start = whole.lastIndexOf('startxref');
  const table = whole.lastIndexOf('xref\n', start - 1);
  const moved = whole.toString('latin1', table, start).replaceAll(/^\d{10} (?=\d{5} n)/gm, '0000000007 ');
  return Buffer.concat([
    whole.subarray(0, table),
    Buffer.from(moved, 'latin1'),
    Buffer.from('startxref\n999999\n%%EOF\n'),
  ]);
}

/** The line went before the table of objects came. */
export async function withoutTable(): Promise<Buffer> {
  const whole = await plain();
  return whole.subarray(0, whole.lastIndexOf('xref\n', whole.lastIndexOf('startxref') - 1));
}

/** The line went in the middle of the only picture. */
export async function halfScan(): Promise<Buffer> {
  const whole = await scanInJpeg();
  const start = whole.indexOf('stream', whole.indexOf('DCTDecode'));
  return whole.subarray(0, start + Math.floor((whole.indexOf('endstream', start) - start) / 2));
}

/** Line ends were changed on the way, as by a mail in text. */
export async function otherLineEnds(): Promise<Buffer> {
  return Buffer.from((await plain()).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

async function plain(): Promise<Buffer> {
  const pdf = await letterOf(2);
  return Buffer.from(await pdf.save({ useObjectStreams: false }));
}
