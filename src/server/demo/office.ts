// The smallest ODT and DOCX files that word processors open.

import { writeZip } from './zip.ts';

export type OfficeText = { readonly title: string; readonly lines: readonly string[] };

const ODT_TYPE = 'application/vnd.oasis.opendocument.text';
const OFFICE = 'urn:oasis:names:tc:opendocument:xmlns';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

export function writeOdt({ title, lines }: OfficeText): Buffer {
  const paragraphs = lines.map((line) => `<text:p>${escape(line)}</text:p>`).join('');
  return writeZip([
    { name: 'mimetype', content: ODT_TYPE },
    {
      name: 'META-INF/manifest.xml',
      content:
        `${HEAD}<manifest:manifest xmlns:manifest="${OFFICE}:manifest:1.0" manifest:version="1.2">` +
        `<manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT_TYPE}"/>` +
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    },
    {
      name: 'content.xml',
      content:
        `${HEAD}<office:document-content xmlns:office="${OFFICE}:office:1.0" xmlns:text="${OFFICE}:text:1.0" office:version="1.2">` +
        `<office:body><office:text><text:h text:outline-level="1">${escape(title)}</text:h>${paragraphs}` +
        '</office:text></office:body></office:document-content>',
    },
  ]);
}

export function writeDocx({ title, lines }: OfficeText): Buffer {
  const paragraphs = [title, ...lines].map((line) => `<w:p><w:r><w:t>${escape(line)}</w:t></w:r></w:p>`).join('');
  return writeZip([
    {
      name: '[Content_Types].xml',
      content:
        `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      content:
        `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Target="word/document.xml" ` +
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/></Relationships>',
    },
    {
      name: 'word/document.xml',
      content: `${HEAD}<w:document xmlns:w="${WORD}"><w:body>${paragraphs}</w:body></w:document>`,
    },
  ]);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
