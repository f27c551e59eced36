// What a file is by its own words, and whether it may be kept (rule C9, default 8). The device asks
// when a file is picked, and the server asks again when it arrives.

import { type ByteSource, chunksOf, latinOf } from './byte-source.ts';
import type { ContentJudgement, ContentRefusal, ContentType } from './content-judgement.ts';
import type { FileExtension } from './files.ts';
import { oleNames } from './ole-directory.ts';
import { officeTypeOf } from './office-type.ts';
import { charsetOf } from './text-charset.ts';

/** What word processors open by its content, whatever of these its name says. */
const WORDS: ReadonlySet<ContentType> = new Set<ContentType>(['doc', 'docx', 'odt', 'rtf', 'html']);

/** Whether a file may be kept whose name says `named`, and as what. */
export async function judgeContent(source: ByteSource, named: FileExtension): Promise<ContentJudgement> {
  // Text has no signature: it may begin like any other file.
  if (named === 'txt' && (await charsetOf(chunksOf(source))) !== null) return { is: 'txt' };
  const found = await typeOf(source);
  if (typeof found !== 'string') return { refused: found };
  if (found === named || (WORDS.has(found) && WORDS.has(named))) return { is: found };
  return { refused: { kind: 'other', found } };
}

/** Bytes in which a PDF must begin; printers and systems write a line of their own before it. */
const HEAD_BYTES = 1024;
/** Starts of programs, which would be two things at once with a PDF behind them. */
const NEVER_BEFORE = ['MZ', '\x7fELF', '#!'];
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const SPACE_BEFORE = /^(?:\xef\xbb\xbf)?\s*/;
const HTML = /^<(?:!doctype\s+html|html)\b/i;

/** The text after the declaration and the comments with which a page may begin. */
function afterComments(text: string): string {
  let rest = text;
  for (const [start, end] of [
    ['<?xml', '>'],
    ['<!--', '-->'],
  ] as const)
    while (rest.startsWith(start) && rest.includes(end)) rest = rest.slice(rest.indexOf(end) + end.length).trimStart();
  return rest;
}

async function typeOf(source: ByteSource): Promise<ContentType | ContentRefusal> {
  const head = latinOf(await source.read(0, HEAD_BYTES));
  if (head.startsWith('PK\x03\x04')) return officeTypeOf(source);
  if (head.startsWith(OLE)) return oleTypeOf(source);
  if (head.includes('%PDF-') && !NEVER_BEFORE.some((start) => head.startsWith(start))) return 'pdf';
  const start = markedText(head).replace(SPACE_BEFORE, '');
  if (start.startsWith('{\\rtf')) return 'rtf';
  if (HTML.test(afterComments(start)) && (await charsetOf(chunksOf(source))) !== null) return 'html';
  return { kind: 'unknown' };
}

/**
 * UTF-16 without its mark and its empty bytes, so that ASCII in it can be compared. Other text as
 * it is.
 */
function markedText(head: string): string {
  return /^(?:\xff\xfe|\xfe\xff)/.test(head) ? head.slice(2).replaceAll('\0', '') : head;
}

async function oleTypeOf(source: ByteSource): Promise<ContentType | ContentRefusal> {
  const names = await oleNames(source);
  // The storage of a document's own programs.
  if (names?.has('_VBA_PROJECT')) return { kind: 'macros' };
  // A damaged container can't be judged, so the extension of its name counts.
  if (names === null || names.has('WordDocument')) return 'doc';
  // A document with a password is encrypted inside a container, which does not show its kind.
  return names.has('EncryptedPackage') ? 'docx' : { kind: 'unknown' };
}
