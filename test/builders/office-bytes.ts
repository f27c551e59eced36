// Containers as word processors write them: a zip whose parts are compressed, and an OLE container
// with named parts.

import { deflateRawSync } from 'node:zlib';
import { writeZip, type ZipFile } from '#server/demo/seed-files.ts';

/** A zip with compressed parts, in the given order. */
export function writePackedZip(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(Buffer.byteLength(content), 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]));
    bodies.push(body);
    offset += body.length;
  }
  const list = Buffer.concat(directory);
  const end = writeZip([]);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, list, end]);
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const WORD_MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

type WordParts = { readonly main?: string; readonly types?: string; readonly more?: readonly ZipFile[] };

/** A DOCX whose main part has another name or another description. */
export function writeWord({ main = 'word/document.xml', types, more = [] }: WordParts = {}): Buffer {
  return writePackedZip([
    {
      name: '[Content_Types].xml',
      content: types ?? `<Types><Override PartName="/${main}" ContentType="${WORD_MAIN}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    },
    { name: main, content: '<w:document/>' },
    ...more,
  ]);
}

const SECTOR = 512;
const END_OF_CHAIN = 0xfffffffe;
const FREE = 0xffffffff;

/**
 * An OLE container of empty parts with these names: its table of chains, and its directory from the
 * second sector on.
 */
export function writeOle(names: readonly string[]): Buffer {
  const header = Buffer.alloc(SECTOR);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(END_OF_CHAIN, 68);
  for (let at = 76; at < SECTOR; at += 4) header.writeUInt32LE(FREE, at);
  header.writeUInt32LE(0, 76);
  const entries = ['Root Entry', ...names].map((name) => {
    const entry = Buffer.alloc(128);
    entry.write(name, 'utf16le');
    entry.writeUInt16LE(name.length * 2 + 2, 64);
    return entry;
  });
  const sectors = Math.ceil(entries.length / 4);
  const directory = Buffer.concat([...entries, Buffer.alloc((sectors * 4 - entries.length) * 128)]);
  const table = Buffer.alloc(SECTOR, 0xff);
  for (let at = 1; at <= sectors; at += 1) table.writeUInt32LE(at === sectors ? END_OF_CHAIN : at + 1, at * 4);
  return Buffer.concat([header, table, directory]);
}
