// The files of the demonstration's documents: made here, stored once, and shared by their rows.

import { extensionOf, FILE_TYPES } from '#domain/files.ts';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { FileStore } from '../files/file-store.ts';
import type { RowBuffer } from './row-buffer.ts';

const AT_A_TIME = 16;
const MAX_BYTES = 20 * 1024 * 1024;

export type FileToSeed = {
  readonly tenantId: number;
  readonly documentId?: number;
  readonly interactionId?: number;
  readonly modelId?: number;
  readonly position: number;
  readonly name: string;
  readonly createdAt: number;
  /** Called only when the file is written, so that not all are in memory at once. */
  readonly bytes: () => Buffer;
};

/** Stores all files and adds their rows, with ids in the order given. */
export async function seedFiles(
  store: FileStore,
  seed: { buffer: RowBuffer; files: readonly FileToSeed[] },
): Promise<void> {
  const queue = seed.files.map((file) => ({ file, id: seed.buffer.id('files') })).values();
  const work = async (): Promise<void> => {
    for (const { file, id } of queue) {
      const stored = await store.put(Readable.from([file.bytes()]), { maxBytes: MAX_BYTES });
      const extension = extensionOf(file.name);
      seed.buffer.add('files', {
        tenant_id: file.tenantId,
        id,
        document_id: file.documentId ?? null,
        interaction_id: file.interactionId ?? null,
        model_id: file.modelId ?? null,
        position: file.position,
        name: file.name,
        mime_type: extension === null ? 'application/octet-stream' : FILE_TYPES[extension],
        size: stored.size,
        sha256: stored.sha256,
        storage_key: stored.storageKey,
        created_at: new Date(file.createdAt).toISOString(),
      });
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

/** The text of an ODT or DOCX file. Both are written as small as word processors accept. */
type OfficeText = { readonly title: string; readonly lines: readonly string[] };

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

/** 1 January 2025, in the zip format's encoding of days. */
const DAY = ((2025 - 1980) << 9) | (1 << 5) | 1;
const UTF8_NAMES = 0x0800;

/**
 * A file of a zip, which is the container of ODT and DOCX files and is written without compression.
 */
export type ZipFile = { readonly name: string; readonly content: string };

/** The archive's bytes; the files keep their order. */
export function writeZip(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const content = Buffer.from(file.content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DAY, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, content]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name]));
    bodies.push(body);
    offset += body.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

const WINANSI_EXTRAS: Readonly<Record<string, number>> = {
  '–': 0x96,
  '—': 0x97,
  '“': 0x93,
  '”': 0x94,
  '’': 0x92,
  '…': 0x85,
};
const PAGE = { width: 595, height: 842, margin: 72, lineHeight: 18 } as const;
const LINE_LENGTH = 84;

/**
 * A PDF of one page for the demonstration: text in Helvetica, and padding to reach a wanted size.
 * The format is small enough to write by hand, so no library is needed for it.
 */
type PdfPage = {
  readonly title: string;
  readonly lines: readonly string[];
  /** Total size in bytes to reach with an unused stream; absent means no padding. */
  readonly bytes?: number;
};

export function writePdf(page: PdfPage): Buffer {
  const content = Buffer.concat([
    latin(`BT /F2 15 Tf ${PAGE.margin} ${PAGE.height - PAGE.margin} Td ${PAGE.lineHeight} TL\n`),
    ...wrap(page.title, LINE_LENGTH - 26).map((line) => Buffer.concat([literal(line), latin(' Tj T*\n')])),
    latin('/F1 11 Tf T*\n'),
    ...page.lines
      .flatMap((line) => [...wrap(line, LINE_LENGTH), ''])
      .map((line) => Buffer.concat([literal(line), latin(' Tj T*\n')])),
    latin('ET'),
  ]);
  const objects = [
    latin('<< /Type /Catalog /Pages 2 0 R /Lang (pt-BR) >>'),
    latin('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    latin(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 6 0 R ` +
        '/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    ),
    latin('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    latin('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>'),
    stream(content),
    Buffer.concat([latin('<< /Title '), literal(page.title), latin(' >>')]),
  ];
  const small = assemble(objects);
  const missing = (page.bytes ?? 0) - small.length;
  return missing > 0 ? assemble([...objects, stream(Buffer.alloc(missing, 'malote '))]) : small;
}

function assemble(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [latin('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    push(Buffer.concat([latin(`${index + 1} 0 obj\n`), object, latin('\nendobj\n')]));
  }
  const start = length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  push(latin(`xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\n`));
  push(latin(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

function stream(content: Buffer): Buffer {
  return Buffer.concat([latin(`<< /Length ${content.length} >>\nstream\n`), content, latin('\nendstream')]);
}

function literal(text: string): Buffer {
  const bytes = [...text].map((character) => WINANSI_EXTRAS[character] ?? character.codePointAt(0) ?? 63);
  const safe = bytes.flatMap((byte) =>
    byte === 40 || byte === 41 || byte === 92 ? [92, byte] : [byte > 255 ? 63 : byte],
  );
  return Buffer.from([40, ...safe, 41]);
}

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
