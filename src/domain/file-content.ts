// Judges what a file is by its content, and whether it may be kept (rule C9, default 8). The device
// judges when a file is picked, and the server again when it arrives.

import { type ByteSource, chunksOf, latinOf, numbersIn } from './byte-source.ts';
import type { ContentJudgement, ContentRefusal, ContentType } from './content-judgement.ts';
import type { FileExtension } from './files.ts';
import { charsetOf } from './text-charset.ts';

/**
 * Types that word processors recognise by the content, whichever of these extensions the name has.
 */
const WORDS: ReadonlySet<ContentType> = new Set<ContentType>(['doc', 'docx', 'odt', 'rtf', 'html']);

/** Judges the content of a file whose name has the extension `named`. */
export async function judgeContent(source: ByteSource, named: FileExtension): Promise<ContentJudgement> {
  // Plain text has no signature, and may begin like a file of another type, so it is judged first.
  if (named === 'txt' && (await charsetOf(chunksOf(source))) !== null) return { is: 'txt' };
  const found = await typeOf(source);
  if (typeof found !== 'string') return { refused: found };
  if (found === named || (WORDS.has(found) && WORDS.has(named))) return { is: found };
  return { refused: { kind: 'other', found } };
}

/**
 * The signature of a PDF stands within this many first bytes. Printers and systems write a line of
 * their own before it.
 */
const HEAD_BYTES = 1024;
/** Signatures of programs. A PDF behind one of them is refused, because the file would be both. */
const NEVER_BEFORE = ['MZ', '\x7fELF', '#!'];
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const SPACE_BEFORE = /^(?:\xef\xbb\xbf)?\s*/;
const HTML = /^<(?:!doctype\s+html|html)\b/i;

/** The text after the XML declaration and the comments with which an HTML page may begin. */
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
 * UTF-16 text without its byte order mark and zero bytes, so that the ASCII in it can be compared.
 * Other text is returned unchanged.
 */
function markedText(head: string): string {
  return /^(?:\xff\xfe|\xfe\xff)/.test(head) ? head.slice(2).replaceAll('\0', '') : head;
}

async function oleTypeOf(source: ByteSource): Promise<ContentType | ContentRefusal> {
  const names = await oleNames(source);
  // Macros are stored under this name.
  if (names?.has('_VBA_PROJECT')) return { kind: 'macros' };
  // A damaged container can't be judged any further and counts as a .doc.
  if (names === null || names.has('WordDocument')) return 'doc';
  // A document with a password is encrypted inside a container that does not show its type. It
  // counts as a DOCX.
  return names.has('EncryptedPackage') ? 'docx' : { kind: 'unknown' };
}

const MIB = 1024 * 1024;
const ENTRIES_MAX = 2000;
/**
 * The bound of a whole unpacked zip, against zip bombs (default 8). A single part has no bound of
 * its compression, because a picture of one colour compresses very well.
 */
const TOTAL_MAX_BYTES = 200 * MIB;
const PART_MAX_BYTES = MIB;

const ODT_MEDIA_TYPE = 'application/vnd.oasis.opendocument.text';
const WORD_MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const MACROS_MAIN = /^application\/vnd\.ms-word\.(?:document|template)\.macroEnabled/i;
const UNKNOWN: ContentRefusal = { kind: 'unknown' };
const MACROS: ContentRefusal = { kind: 'macros' };

/** The type of a zip that a word processor wrote, by the parts that describe it. */
async function officeTypeOf(source: ByteSource): Promise<'docx' | 'odt' | ContentRefusal> {
  const entries = await readZipDirectory(source, ENTRIES_MAX);
  if (entries === null) return UNKNOWN;
  if (entries === 'too_many') return { kind: 'too_much' };
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > TOTAL_MAX_BYTES) return { kind: 'too_much' };
  const zip: Zip = { source, byName: new Map(entries.map((entry) => [partName(entry.name), entry])) };
  return zip.byName.has('[content_types].xml') ? wordTypeOf(zip) : openTypeOf(zip);
}

type Zip = { readonly source: ByteSource; readonly byName: ReadonlyMap<string, ZipEntry> };

/**
 * The name of a part in the form in which it is compared: in lower case, with `/` for the `\` that
 * some programs write.
 */
function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

/** The text of a part; empty when it is not there or can't be read. */
async function partOf({ source, byName }: Zip, name: string): Promise<string> {
  const entry = byName.get(name);
  const text = entry === undefined ? null : await readZipEntry(source, { entry, maxBytes: PART_MAX_BYTES });
  // UTF-16 has a zero byte beside each ASCII character, and only ASCII is compared.
  return text?.replaceAll('\0', '') ?? '';
}

async function wordTypeOf(zip: Zip): Promise<'docx' | ContentRefusal> {
  const names = [...zip.byName.keys()];
  if (names.some((name) => /vbaproject\.bin$|vbadata\.xml$/.test(name))) return MACROS;
  const types = await partOf(zip, '[content_types].xml');
  const main = mainPartOf(await partOf(zip, '_rels/.rels'));
  if (main === null || !zip.byName.has(main)) return UNKNOWN;
  const type = typeOfPart(types, main);
  if (type !== null && MACROS_MAIN.test(type)) return MACROS;
  return type === WORD_MAIN ? 'docx' : UNKNOWN;
}

/** The name of the part that the package declares as its document; null without one. */
function mainPartOf(relationships: string): string | null {
  const main = elementsOf(relationships, 'Relationship').find(({ Type = '' }) => Type.endsWith('/officeDocument'));
  return main?.['Target'] === undefined ? null : partName(main['Target'].replace(/^\.\//, ''));
}

function typeOfPart(types: string, part: string): string | null {
  const own = elementsOf(types, 'Override').find(({ PartName = '' }) => partName(PartName) === part);
  const extension = part.slice(part.lastIndexOf('.') + 1);
  const common = elementsOf(types, 'Default').find(({ Extension = '' }) => Extension.toLowerCase() === extension);
  return (own ?? common)?.['ContentType'] ?? null;
}

/** The attributes of each element of this name, whatever its prefix. */
function elementsOf(xml: string, name: string): Readonly<Record<string, string>>[] {
  const elements = [...xml.matchAll(/<([^<>\s/]+)\s([^<>]*)>/g)].filter(
    ([, tag = '']) => tag.split(':').at(-1) === name,
  );
  return elements.map(([, , attributes = '']) => attributesIn(attributes));
}

/**
 * Reads pairs `name="value"`. It uses no regular expression, so that a malformed text costs no more
 * than its length.
 */
function attributesIn(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let at = 0;
  for (let equals = text.indexOf('='); equals !== -1; equals = text.indexOf('=', at)) {
    const name = text.slice(at, equals).trim().split(/\s/).at(-1) ?? '';
    const start = equals + 1 + (text.slice(equals + 1).length - text.slice(equals + 1).trimStart().length);
    const quote = text[start];
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, start + 1) : -1;
    if (end === -1) return found;
    found[name] = text.slice(start + 1, end);
    at = end + 1;
  }
  return found;
}

async function openTypeOf(zip: Zip): Promise<'odt' | ContentRefusal> {
  if ((await partOf(zip, 'mimetype')).trim() !== ODT_MEDIA_TYPE) return UNKNOWN;
  const names = [...zip.byName.keys()];
  if (names.some((name) => /^(?:basic|scripts)\/.+/.test(name))) return MACROS;
  // Newer programs store a document with a password whole, as one encrypted part.
  return zip.byName.has('content.xml') || zip.byName.has('encrypted-package') ? 'odt' : UNKNOWN;
}

/**
 * A file in a zip, as the directory describes it. Sizes are in bytes; `offset` is where its local
 * header begins.
 */
type ZipEntry = {
  readonly name: string;
  readonly size: number;
  readonly compressedSize: number;
  readonly method: number;
  readonly offset: number;
};

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_MAX = 65_535;
const DIRECTORY_MAX_BYTES = 4 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/**
 * Reads the directory of a zip from its end, without unpacking anything (default 8). The entries
 * come in the order of the directory; `too_many` when there are more than `entriesMax`, and null
 * when the file is not a zip from its first byte or is damaged.
 */
async function readZipDirectory(
  source: ByteSource,
  entriesMax: number,
): Promise<readonly ZipEntry[] | 'too_many' | null> {
  try {
    // A zip behind the bytes of another file still opens. Such a file would be two things at once,
    // so it is refused.
    if (numbersIn(await source.read(0, 4)).u32(0) !== LOCAL_SIGNATURE) return null;
    const end = await findEnd(source);
    if (end === null) return null;
    if (end.count > entriesMax || end.length > DIRECTORY_MAX_BYTES) return 'too_many';
    return entriesIn(await source.read(end.offset, end.length), end.count);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function findEnd(source: ByteSource): Promise<{ count: number; length: number; offset: number } | null> {
  const length = Math.min(source.size, END_BYTES + COMMENT_MAX);
  const tail = numbersIn(await source.read(source.size - length, length));
  for (let at = length - END_BYTES; at >= 0; at -= 1) {
    if (tail.u32(at) === END_SIGNATURE) {
      return { count: tail.u16(at + 10), length: tail.u32(at + 12), offset: tail.u32(at + 16) };
    }
  }
  return null;
}

function entriesIn(directory: Uint8Array, count: number): ZipEntry[] | null {
  const { u16, u32 } = numbersIn(directory);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (u32(at) !== ENTRY_SIGNATURE) return null;
    const end = at + ENTRY_BYTES + u16(at + 28);
    entries.push({
      name: latinOf(directory.subarray(at + ENTRY_BYTES, end)),
      size: u32(at + 24),
      compressedSize: u32(at + 20),
      method: u16(at + 10),
      offset: u32(at + 42),
    });
    at = end + u16(at + 30) + u16(at + 32);
  }
  return entries;
}

/**
 * The content of an entry, one character for each byte; null when it is damaged, larger than
 * `maxBytes` or packed by an unknown method.
 */
async function readZipEntry(
  source: ByteSource,
  { entry, maxBytes }: { entry: ZipEntry; maxBytes: number },
): Promise<string | null> {
  if (entry.size > maxBytes || entry.compressedSize > maxBytes) return null;
  try {
    const header = numbersIn(await source.read(entry.offset, LOCAL_BYTES));
    if (header.u32(0) !== LOCAL_SIGNATURE) return null;
    const start = entry.offset + LOCAL_BYTES + header.u16(26) + header.u16(28);
    const bytes = await source.read(start, entry.compressedSize);
    if (entry.method === STORED) return latinOf(bytes);
    return entry.method === DEFLATED ? latinOf(await source.inflate(bytes, maxBytes)) : null;
  } catch {
    return null;
  }
}

const HEADER_BYTES = 512;
const HEADER_FAT_SECTORS = 109;
const FAT_LIST_AT = 76;
/** Numbers from this one on are no sectors but marks: the end of a chain, or an unused sector. */
const SECTOR_MAX = 0xfffffffa;
const OLE_ENTRY_BYTES = 128;
const NAME_LENGTH_AT = 64;
const NAME_MAX_BYTES = 64;
/**
 * A directory with more sectors belongs to no document. The bound also ends a chain that leads back
 * into itself.
 */
const DIRECTORY_MAX_SECTORS = 1000;
const SECTOR_SHIFTS: readonly number[] = [9, 12];

/**
 * The names of all entries of an OLE container, the form of .doc files and of a DOCX with a
 * password; null when the container is damaged.
 */
async function oleNames(source: ByteSource): Promise<ReadonlySet<string> | null> {
  try {
    const header = numbersIn(await source.read(0, HEADER_BYTES));
    const shift = header.u16(30);
    if (!SECTOR_SHIFTS.includes(shift)) return null;
    const sectorBytes = 2 ** shift;
    const sector = async (index: number) => source.read((index + 1) * sectorBytes, sectorBytes);
    const fat = await fatSectors(header, sector);
    const names = new Set<string>();
    let at = header.u32(48);
    for (let read = 0; at < SECTOR_MAX; read += 1) {
      if (read > DIRECTORY_MAX_SECTORS) return null;
      for (const name of namesIn(await sector(at), sectorBytes)) names.add(name);
      const perSector = sectorBytes / 4;
      const table = fat[Math.floor(at / perSector)];
      if (table === undefined) return null;
      at = numbersIn(await sector(table)).u32((at % perSector) * 4);
    }
    return names;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The numbers of the sectors that hold the allocation table, which links the sectors of each chain.
 * The header lists the first 109 of them, and a chain of further sectors lists the others.
 */
async function fatSectors(
  header: ReturnType<typeof numbersIn>,
  sector: (index: number) => Promise<Uint8Array>,
): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < HEADER_FAT_SECTORS; index += 1) found.push(header.u32(FAT_LIST_AT + index * 4));
  let next = header.u32(68);
  for (let read = 0; next < SECTOR_MAX && read < DIRECTORY_MAX_SECTORS; read += 1) {
    const bytes = await sector(next);
    const last = bytes.length - 4;
    for (let at = 0; at < last; at += 4) found.push(numbersIn(bytes).u32(at));
    next = numbersIn(bytes).u32(last);
  }
  return found;
}

function namesIn(bytes: Uint8Array, sectorBytes: number): string[] {
  // The last sector of a file may be short, because only unused entries are missing from it. A
  // sector without bytes is damage.
  if (bytes.length === 0) throw new RangeError('the sector is beyond the end of the file');
  const { u16 } = numbersIn(bytes);
  const names: string[] = [];
  for (let at = 0; at + OLE_ENTRY_BYTES <= Math.min(sectorBytes, bytes.length); at += OLE_ENTRY_BYTES) {
    const length = Math.min(u16(at + NAME_LENGTH_AT), NAME_MAX_BYTES);
    let name = '';
    // The length counts the NUL at the end.
    for (let unit = 0; unit + 2 < length; unit += 2) name += String.fromCharCode(u16(at + unit));
    if (name !== '') names.push(name);
  }
  return names;
}

/**
 * The end mark of a PDF is looked for in this many last bytes: programs append bytes of their own.
 */
const PDF_TAIL_BYTES = 64 * 1024;
const RTF_TAIL_BYTES = 1024;

/**
 * Whether a file of this type seems to have lost its end, as after an interrupted copy. Such a file
 * often opens in part, so only a person can tell whether something is missing (S181). A cut DOCX or
 * ODT is refused by `judgeContent`, and the end of a plain text can't be recognised.
 */
export async function endsEarly(source: ByteSource, type: ContentType): Promise<boolean> {
  if (type === 'pdf') {
    const tail = await tailOf(source, PDF_TAIL_BYTES);
    return !tail.includes('startxref') && !tail.includes('%%EOF');
  }
  if (type === 'rtf') {
    const tail = await tailOf(source, RTF_TAIL_BYTES);
    return !tail.replaceAll('\0', '').trimEnd().endsWith('}');
  }
  return type === 'doc' && (await oleNames(source)) === null;
}

async function tailOf(source: ByteSource, length: number): Promise<string> {
  return latinOf(await source.read(Math.max(0, source.size - length), length));
}
