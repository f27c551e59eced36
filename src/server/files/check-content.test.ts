import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { WORD_MAIN, writeOle, writePackedZip, writeWord } from '../../../test/builders/office-bytes.ts';
import type { ContentJudgement } from '#domain/content-judgement.ts';
import type { FileExtension } from '#domain/files.ts';
import { writeDocx, writeOdt, writePdf, writeZip } from '../demo/seed-files.ts';
import { checkContent } from './receive-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'malote-content-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = { title: 'Ofício', lines: ['Ação & reação'] };
const PDF = writePdf(text);
const DOCX = writeDocx(text);
const ODT = writeOdt(text);
const RTF = Buffer.from('{\\rtf1\\ansi texto}');
const DOC = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)]);
const TXT = Buffer.from('Olá, município\r\n');
const LATIN = Buffer.from('Olá, município', 'latin1');
const UTF16 = Buffer.from('\ufeffOlá, município', 'utf16le');
const HTML = Buffer.from('\ufeff<html xmlns:w="urn:schemas-microsoft-com:office:word"><body>Olá</body></html>');
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
const types = { name: '[Content_Types].xml', content: '<x/>' };
const body = { name: 'word/document.xml', content: '<x/>' };
const macro = { name: 'word/vbaProject.bin', content: 'x' };
const mimetype = { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' };
const words = { name: 'content.xml', content: '<x/>' };
const many = Array.from({ length: 2001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }));

const MIB = 1024 * 1024;

/** A DOCX whose directory claims these sizes for its last entries. */
function claiming(...sizes: readonly { compressed: number; size: number }[]): Buffer {
  const zip = writeWord({ more: sizes.map((_, at) => ({ name: `word/media/${at}.png`, content: 'x' })) });
  let at = zip.length;
  for (const { compressed, size } of sizes) {
    at = zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'), at - 1);
    zip.writeUInt32LE(compressed, at + 20);
    zip.writeUInt32LE(size, at + 24);
  }
  return zip;
}

/** A zip behind other bytes that still opens, because its directory knows how far it was moved. */
function behind(front: Buffer, zip: Buffer): Buffer {
  const both = Buffer.concat([front, zip]);
  const end = both.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  both.writeUInt32LE(both.readUInt32LE(end + 16) + front.length, end + 16);
  return both;
}

/** Bytes in front of a PDF. */
const before = (front: string | Buffer): Buffer => Buffer.concat([Buffer.from(front), PDF]);

async function check(content: Buffer, extension: FileExtension): Promise<ContentJudgement> {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return checkContent(path, extension);
}

it.each<[what: string, named: FileExtension, content: Buffer]>([
  ['a PDF', 'pdf', PDF],
  ['a PDF behind an empty line', 'pdf', before('\r\n')],
  ['a PDF behind the words of a printer', 'pdf', before('\x1b%-12345X@PJL SET RESOLUTION=600\r\n')],
  ['a PDF behind a warning of the program that made it', 'pdf', before('<br />\n<b>Warning</b>: x\n')],
  ['a PDF at the end of the first 1,024 bytes', 'pdf', before(' '.repeat(1019))],
  ['a DOCX', 'docx', DOCX],
  ['a DOCX with compressed parts', 'docx', writeWord()],
  ['a DOCX whose main part has another name', 'docx', writeWord({ main: 'word/document2.xml' })],
  [
    'a DOCX whose types say its main part by the extension',
    'docx',
    writeWord({ types: `<t:Types><t:Default ContentType='${WORD_MAIN}' Extension='xml' /></t:Types>` }),
  ],
  ['a DOCX of 2,000 parts', 'docx', writeWord({ more: many.slice(0, 1997) })],
  ['a DOCX with pictures of one colour', 'docx', claiming({ compressed: MIB / 4, size: 120 * MIB })],
  [
    'a DOCX just below the bound',
    'docx',
    claiming({ compressed: MIB, size: 100 * MIB }, { compressed: 9, size: 99 * MIB }),
  ],
  ['a DOCX that needs a password', 'docx', writeOle(['EncryptionInfo', 'EncryptedPackage'])],
  [
    'the same beside what else such files have',
    'docx',
    writeOle(['\u0006DataSpaces', 'Version', 'DataSpaceMap', 'DataSpaceInfo', 'EncryptedPackage']),
  ],
  ['an ODT', 'odt', ODT],
  ['an ODT with compressed parts', 'odt', writePackedZip([words, mimetype])],
  ['an ODT that needs a password', 'odt', writeZip([mimetype, { name: 'encrypted-package', content: 'x' }])],
  ['an RTF', 'rtf', RTF],
  ['an RTF behind an empty line', 'rtf', Buffer.concat([Buffer.from('\r\n'), RTF])],
  ['a DOC whose container says nothing', 'doc', DOC],
  ['a DOC', 'doc', writeOle(['1Table', 'Data', 'Other', 'WordDocument'])],
  ['a text in UTF-8', 'txt', TXT],
  ['a text in the characters of Windows', 'txt', LATIN],
  ['a text in UTF-16', 'txt', UTF16],
  ['a text in UTF-16, the other way round', 'txt', Buffer.from(UTF16).swap16()],
  ['a text that begins like HTML', 'txt', HTML],
])('accepts what the name says: %s', async (_what, named, content) => {
  expect(await check(content, named)).toEqual({ is: named });
});

it.each<[what: string, named: FileExtension, content: Buffer, is: string]>([
  ['a DOCX called .doc', 'doc', writeWord(), 'docx'],
  ['an RTF called .doc', 'doc', RTF, 'rtf'],
  ['HTML called .doc', 'doc', HTML, 'html'],
  ['HTML with a declaration called .doc', 'doc', Buffer.from('<?xml version="1.0"?>\n<!DOCTYPE html><html/>'), 'html'],
  ['HTML in UTF-16 called .doc', 'doc', Buffer.from('\ufeff<HTML><p>Olá', 'utf16le'), 'html'],
  ['an ODT called .doc', 'doc', ODT, 'odt'],
  ['an ODT called .docx', 'docx', ODT, 'odt'],
  ['a DOCX called .odt', 'odt', DOCX, 'docx'],
  ['a DOC called .docx', 'docx', writeOle(['WordDocument']), 'doc'],
  ['a DOC called .rtf', 'rtf', DOC, 'doc'],
  ['a DOCX with a password called .doc', 'doc', writeOle(['EncryptedPackage']), 'docx'],
])('a document of a word processor is what it is: %s', async (_what, named, content, is) => {
  expect(await check(content, named)).toEqual({ is });
});

const wordOf = (type: string) =>
  writeWord({ types: `<Types><Default Extension="xml" ContentType="${type}"/></Types>` });

it.each<[what: string, named: FileExtension, content: Buffer, refused: string]>([
  ['an executable called .pdf', 'pdf', EXE, 'unknown'],
  ['a program with a PDF behind it', 'pdf', before(EXE), 'unknown'],
  ['a PDF behind more than 1,024 bytes', 'pdf', before(' '.repeat(1020)), 'unknown'],
  ['a text called .pdf', 'pdf', TXT, 'unknown'],
  ['a text called .doc', 'doc', TXT, 'unknown'],
  ['an RTF called .pdf', 'pdf', RTF, 'rtf'],
  ['a DOCX called .pdf', 'pdf', writeWord(), 'docx'],
  ['HTML called .pdf', 'pdf', HTML, 'html'],
  ['a PDF called .docx', 'docx', PDF, 'pdf'],
  ['a DOCX called .txt', 'txt', DOCX, 'docx'],
  ['bytes called .txt', 'txt', EXE, 'unknown'],
  ['a text with NUL', 'txt', Buffer.from('a\u0000b'), 'unknown'],
  ['UTF-16 that says nothing of itself', 'txt', Buffer.from('olá', 'utf16le'), 'unknown'],
  ['UTF-16 with half a character', 'txt', UTF16.subarray(0, -1), 'unknown'],
  ['UTF-16 with NUL', 'txt', Buffer.from('\ufeffa\u0000b', 'utf16le'), 'unknown'],
  ['HTML with NUL', 'doc', Buffer.from('<html>\u0000'), 'unknown'],
  [
    'a spreadsheet called .docx',
    'docx',
    wordOf('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'),
    'unknown',
  ],
  ['an old spreadsheet called .doc', 'doc', writeOle(['Workbook']), 'unknown'],
  ['a DOC with macros', 'doc', writeOle(['WordDocument', 'Macros', 'VBA', '_VBA_PROJECT']), 'macros'],
  ['a DOCX with macros', 'docx', writeWord({ more: [macro] }), 'macros'],
  [
    'a DOCX with macros in other spelling',
    'docx',
    writeWord({ more: [{ name: 'word\\VBAPROJECT.BIN', content: 'x' }] }),
    'macros',
  ],
  [
    'a DOCX that says that it has macros',
    'docx',
    wordOf('application/vnd.ms-word.document.macroEnabled.main+xml'),
    'macros',
  ],
  [
    'an ODT with macros',
    'odt',
    writeZip([mimetype, words, { name: 'Basic/Standard/Module1.xml', content: 'x' }]),
    'macros',
  ],
  ['a zip that is no document', 'docx', writeZip([types]), 'unknown'],
  ['a zip with the names of a DOCX alone', 'docx', writeZip([types, body]), 'unknown'],
  ['a zip of too many entries', 'docx', writeWord({ more: many }), 'too_much'],
  [
    'a zip bomb',
    'docx',
    claiming(...Array<{ compressed: number; size: number }>(5).fill({ compressed: 9, size: 50 * MIB })),
    'too_much',
  ],
  [
    'an entry larger than the format can say',
    'docx',
    claiming({ compressed: 0xffffffff, size: 0xffffffff }),
    'too_much',
  ],
  ['types that unpack to more than they say', 'docx', writeWord({ types: ' '.repeat(2 * MIB) }), 'unknown'],
  ['a PDF that is a DOCX as well', 'docx', behind(PDF, DOCX), 'pdf'],
  ['a program that is a DOCX as well', 'docx', behind(EXE, DOCX), 'unknown'],
  ['half a DOCX', 'docx', DOCX.subarray(0, DOCX.length / 2), 'unknown'],
])('refuses what the name does not say, with its cause: %s', async (_what, named, content, refused) => {
  const judged = await check(content, named);
  expect(
    'refused' in judged ? (judged.refused.kind === 'other' ? judged.refused.found : judged.refused.kind) : judged,
  ).toBe(refused);
});
