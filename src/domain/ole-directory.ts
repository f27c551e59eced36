// Reads the names in an OLE container: the form of .doc files, and of a DOCX that needs a password.

import { type ByteSource, numbersIn } from './byte-source.ts';

const HEADER_BYTES = 512;
const HEADER_FAT_SECTORS = 109;
const FAT_LIST_AT = 76;
/** Sectors above this number are marks: the end of a chain, or an unused place. */
const SECTOR_MAX = 0xfffffffa;
const ENTRY_BYTES = 128;
const NAME_LENGTH_AT = 64;
const NAME_MAX_BYTES = 64;
/**
 * A directory with more sectors belongs to no document. The bound also ends a chain that leads back
 * into itself.
 */
const DIRECTORY_MAX_SECTORS = 1000;
const SECTOR_SHIFTS: readonly number[] = [9, 12];

/** The names of everything in the container; null when it is damaged. */
export async function oleNames(source: ByteSource): Promise<ReadonlySet<string> | null> {
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
 * The sectors that hold the table of chains. The header lists the first 109, a chain of its own the
 * others.
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
  // The last sector of a file may be cut, and holds unused entries then.
  if (bytes.length === 0) throw new RangeError('the sector is beyond the end of the file');
  const { u16 } = numbersIn(bytes);
  const names: string[] = [];
  for (let at = 0; at + ENTRY_BYTES <= Math.min(sectorBytes, bytes.length); at += ENTRY_BYTES) {
    const length = Math.min(u16(at + NAME_LENGTH_AT), NAME_MAX_BYTES);
    let name = '';
    // The length counts the NUL at the end.
    for (let unit = 0; unit + 2 < length; unit += 2) name += String.fromCharCode(u16(at + unit));
    if (name !== '') names.push(name);
  }
  return names;
}
