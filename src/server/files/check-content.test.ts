import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileExtension } from '#domain/files.ts';
import { writeDocx, writeOdt } from '../db/seed/office.ts';
import { writePdf } from '../db/seed/pdf.ts';
import { writeZip } from '../db/seed/zip.ts';
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
const many = Array.from({ length: 2001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }));

/** A directory that claims an entry of 190 MB from a handful of bytes. */
function bomb(): Buffer {
  const zip = writeDocx(text);
  const at = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  zip.writeUInt32LE(190 * 1024 * 1024, at + 24);
  return zip;
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
  ] as const)('accepts a real %s', async (extension, content) => {
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
    ['a zip bomb', 'docx', bomb()],
    ['half a DOCX', 'docx', DOCX.subarray(0, DOCX.length / 2)],
  ] as const)('refuses %s', async (_name, extension, content) => {
    expect(await check(content, extension)).toBe(false);
  });
});
