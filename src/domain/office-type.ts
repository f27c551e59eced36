// What a zip of a word processor is by the parts that describe it.

import type { ByteSource } from './byte-source.ts';
import type { ContentRefusal } from './content-judgement.ts';
import { readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts';

const MIB = 1024 * 1024;
const ENTRIES_MAX = 2000;
/**
 * The bound against bombs. Single parts may compress as well as they like: pictures of one colour
 * do.
 */
const TOTAL_MAX_BYTES = 200 * MIB;
const PART_MAX_BYTES = MIB;

const ODT_MEDIA_TYPE = 'application/vnd.oasis.opendocument.text';
const WORD_MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const MACROS_MAIN = /^application\/vnd\.ms-word\.(?:document|template)\.macroEnabled/i;
const UNKNOWN: ContentRefusal = { kind: 'unknown' };
const MACROS: ContentRefusal = { kind: 'macros' };

export async function officeTypeOf(source: ByteSource): Promise<'docx' | 'odt' | ContentRefusal> {
  const entries = await readZipDirectory(source, ENTRIES_MAX);
  if (entries === null) return UNKNOWN;
  if (entries === 'too_many') return { kind: 'too_much' };
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > TOTAL_MAX_BYTES) return { kind: 'too_much' };
  const zip: Zip = { source, byName: new Map(entries.map((entry) => [partName(entry.name), entry])) };
  return zip.byName.has('[content_types].xml') ? wordTypeOf(zip) : openTypeOf(zip);
}

type Zip = { readonly source: ByteSource; readonly byName: ReadonlyMap<string, ZipEntry> };

/**
 * Names of parts are compared without their case, and some programs write them with other slashes.
 */
function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

/** The text of a part; empty when it is not there or can't be read. */
async function partOf({ source, byName }: Zip, name: string): Promise<string> {
  const entry = byName.get(name);
  const text = entry === undefined ? null : await readZipEntry(source, { entry, maxBytes: PART_MAX_BYTES });
  // The empty bytes of UTF-16 are left out, because everything that is compared is ASCII.
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

/** The part that the package calls its document. */
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
 * `name="value"`, one after the other. Read by hand, so that a text without end costs no more than
 * its length.
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
  // Newer programs put a document that needs a password whole into a part of its own.
  return zip.byName.has('content.xml') || zip.byName.has('encrypted-package') ? 'odt' : UNKNOWN;
}
