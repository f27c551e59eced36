import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileExtension } from '#domain/files.ts';
import { writeDocx, writeOdt } from '../demo/office.ts';
import { writePdf } from '../demo/pdf.ts';
import { writeZip } from '../demo/zip.ts';
import { checkContent } from './check-content.ts';

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
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
const word = { name: '[Content_Types].xml', content: '<x/>' };
const body = { name: 'word/document.xml', content: '<x/>' };
const macro = { name: 'word/vbaProject.bin', content: 'x' };
const HEAVY = { compressed: 2 * 1024 * 1024, size: 50 * 1024 * 1024 };
const mimetype = { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' };
const basic = { name: 'Basic/Standard/Module1.xml', content: 'x' };
const many = Array.from({ length: 2001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }));

const MIB = 1024 * 1024;

/** A DOCX whose directory claims these sizes for its first entries. */
function claiming(...sizes: readonly { compressed: number; size: number }[]): Buffer {
  const zip = writeZip([word, body, ...many.slice(0, 10)]);
  let at = 0;
  for (const { compressed, size } of sizes) {
    at = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'), at + 1);
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

async function check(content: Buffer, extension: FileExtension): Promise<boolean> {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return checkContent(path, extension);
}

describe('checkContent', () => {
  it.each([
    ['pdf', PDF],
    ['docx', DOCX],
    ['odt', ODT],
    ['rtf', RTF],
    ['doc', DOC],
    ['txt', TXT],
    ['txt', LATIN],
    ['docx', writeZip([word, body, ...many.slice(0, 1998)])],
    ['docx', claiming({ compressed: MIB, size: 100 * MIB }, { compressed: MIB, size: 99 * MIB })],
  ] as const)('accepts %s as what its extension says', async (extension, content) => {
    expect(await check(content, extension)).toBe(true);
  });

  it.each([
    ['an executable called .pdf', 'pdf', EXE],
    ['text called .pdf', 'pdf', TXT],
    ['a PDF called .docx', 'docx', PDF],
    ['an ODT called .docx', 'docx', ODT],
    ['a DOCX called .odt', 'odt', DOCX],
    ['a DOCX called .doc', 'doc', DOCX],
    ['bytes called .txt', 'txt', EXE],
    ['text with NUL', 'txt', Buffer.from('a\u0000b')],
    ['UTF-16 called .txt', 'txt', Buffer.from('olá', 'utf16le')],
    ['a DOCX with macros', 'docx', writeZip([word, body, macro])],
    ['a zip that is no document', 'docx', writeZip([word])],
    ['a zip of too many entries', 'docx', writeZip([word, body, ...many])],
    ['a zip bomb by its ratio', 'docx', claiming({ compressed: MIB - 1, size: 100 * MIB })],
    ['a zip bomb by its total', 'docx', claiming(...Array<typeof HEAVY>(5).fill(HEAVY))],
    ['an entry larger than the format can say', 'docx', claiming({ compressed: 0xffffffff, size: 0xffffffff })],
    ['a PDF that is a DOCX as well', 'docx', behind(PDF, DOCX)],
    ['a program that is a DOCX as well', 'docx', behind(EXE, DOCX)],
    [
      'a DOCX with macros in other spelling',
      'docx',
      writeZip([word, body, { name: 'word\\VBAPROJECT.BIN', content: 'x' }]),
    ],
    ['an ODT with macros', 'odt', writeZip([mimetype, { name: 'content.xml', content: '<x/>' }, basic])],
    ['half a DOCX', 'docx', DOCX.subarray(0, DOCX.length / 2)],
  ] as const)('refuses content that is not what its extension says: %s', async (_name, extension, content) => {
    expect(await check(content, extension)).toBe(false);
  });
});
