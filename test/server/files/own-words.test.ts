// A document is what it says of itself, through the API: it is kept under the extension of what it
// is, and a text is served in the character set that it is written in (S181).

import { describe, expect, it } from 'vitest';
import { writeOdt } from '#server/demo/seed-files.ts';
import { writeOle, writeWord } from '../../builders/office-bytes.ts';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { Town } from '../harness/world.ts';

let pmvi: Town;
let ana: TestClient;

townPerFile.beforeAll(({ town }) => void ({ pmvi, ana } = town));

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ANSI = Buffer.from([0x4f, 0x66, 0xed, 0x63, 0x69, 0x6f, 0x20, 0x96, 0x20, 0x31, 0x32]);
const HTML = '<html><body>Relatório</body></html>';

async function attach(name: string, content: Buffer | string) {
  const { id } = await createdDocument(ana, { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' });
  const form = multipart(
    [
      ['content', '<p>Segue.</p>'],
      ['_method', 'PATCH'],
    ],
    [{ name, content }],
  );
  return ana.inject({ method: 'POST', url: `/api/documents/${id}`, ...form });
}

describe('a document of the API', () => {
  it.each<[name: string, content: Buffer | string, kept: string, type: string]>([
    ['Word Online.docx', writeWord({ main: 'word/document2.xml' }), 'Word Online.docx', WORD],
    ['Com senha.docx', writeOle(['EncryptedPackage']), 'Com senha.docx', WORD],
    ['Com linha.pdf', Buffer.concat([Buffer.from('\r\n'), smallPdf()]), 'Com linha.pdf', 'application/pdf'],
    ['Ofício.v2.DOC', writeWord(), 'Ofício.v2.docx', WORD],
    ['Ofício.DOCX', writeWord(), 'Ofício.DOCX', WORD],
    ['Portaria.doc', '{\\rtf1\\ansi x}', 'Portaria.rtf', 'application/rtf'],
    ['Relatório.doc', HTML, 'Relatório.html', 'application/octet-stream'],
    ['Ata.docx', writeOdt({ title: 'Ata', lines: ['Texto'] }), 'Ata.odt', 'application/vnd.oasis.opendocument.text'],
    ['ansi.txt', ANSI, 'ansi.txt', 'text/plain; charset=windows-1252'],
    ['utf8.txt', 'Ofício – 12', 'utf8.txt', 'text/plain; charset=utf-8'],
    ['utf16.txt', Buffer.from('\ufeffOfício', 'utf16le'), 'utf16.txt', 'text/plain; charset=utf-16le'],
    ['longo.txt', Buffer.concat([Buffer.alloc(2_000_000, 'a'), ANSI]), 'longo.txt', 'text/plain; charset=windows-1252'],
  ])('is kept and served as what it is, byte by byte: %s', async (name, content, kept, type) => {
    const answer = await attach(name, content);
    expect(answer.statusCode).toBe(200);
    const [file] = answer.json().document.interactions[0].files;
    expect(file.name).toBe(kept);
    const served = await ana.get(`/api/documents/get-file-content/${file.id}?preview=1`);
    expect(served.headers['content-type']).toBe(type);
    expect(served.headers['content-disposition']).toMatch(
      kept.endsWith('txt') || kept.endsWith('pdf') ? /^inline/ : /^attachment/,
    );
    expect(served.rawPayload.equals(Buffer.from(content))).toBe(true);
  });

  it.each([
    ['edital.docx', smallPdf(), 'É um PDF: mude o fim do nome para .pdf e anexe-o de novo.'],
    ['edital.pdf', writeWord(), 'É um documento do Word (DOCX): mude o fim do nome para .docx e anexe-o de novo.'],
    ['edital.pdf', HTML, 'É uma página da internet (HTML): salve-a como PDF e anexe o PDF.'],
    [
      'edital.docx',
      writeWord({ more: [{ name: 'word/vbaProject.bin', content: 'x' }] }),
      'Salve-o sem macros, ou como PDF, e anexe-o de novo.',
    ],
    ['edital.docx', writeWord().subarray(0, 99), 'abra-o, salve-o de novo ou como PDF, e anexe-o outra vez.'],
    ['planilha.doc', writeOle(['Workbook']), 'abra-o, salve-o de novo ou como PDF, e anexe-o outra vez.'],
  ])('is refused by its name, with the cause and what to do: %s', async (name, content, whatToDo) => {
    const answer = await attach(name, content);
    expect(answer.statusCode).toBe(422);
    const [sentence] = answer.json().errors.files;
    expect(sentence.startsWith(`${name}: `)).toBe(true);
    expect(sentence.endsWith(whatToDo)).toBe(true);
  });
});
