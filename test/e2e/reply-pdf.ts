// The PDF that a reply brought to the server, and the pictures on its pages.

import type { DocumentFull } from '#contract/documents.ts';
import { PATHS } from '#contract/paths.ts';
import { PDFDict, PDFDocument, PDFName, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib';
import sharp, { type Sharp } from 'sharp';

type ReplyTarget = {
  readonly api: { get<T>(path: string): Promise<T>; headers(): Record<string, string> };
  readonly url: string;
};

/** The PDF of the newest reply, from the server, and how many files that reply has. */
export async function replyPdf({ api, url }: ReplyTarget, documentId: number) {
  const { interactions } = await api.get<DocumentFull>(PATHS.document(documentId));
  const files = interactions.at(-1)?.files ?? [];
  const [file] = files;
  const answer = await fetch(`${url}${PATHS.documentFile(file?.id ?? 0)}`, { headers: api.headers() });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { count: files.length, bytes, document: await PDFDocument.load(bytes) };
}

/** The mean red, green and blue of the upper left corner of a page, a little inside. */
export async function cornerOf(page: PDFPage): Promise<readonly number[]> {
  const corner = await pictureOn(page).extract({ left: 20, top: 20, width: 20, height: 20 }).toBuffer();
  return (await sharp(corner).stats()).channels.map((channel) => channel.mean);
}

/** The picture of a page. */
export function pictureOn(page: PDFPage): Sharp {
  const pictures = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
  const [stream] = (pictures?.keys() ?? []).map((name) => pictures?.lookup(name));
  if (!(stream instanceof PDFRawStream)) throw new Error('the page has no picture');
  return sharp(stream.getContents());
}
