// PDFs in the ways in which offices make them: scans in the formats of scanners, fonts that are not
// in the file, printed colours.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const run = promisify(execFile);

/** Size of the pages and of their pictures. */
export const PAGE = { width: 420, height: 594 } as const;

type Parts = {
  /** Operators of the page. */
  readonly content: string;
  /** Entries of the page's resources. */
  readonly resources: string;
  /** Further objects, from number 5. A stream has its bytes. */
  readonly objects?: readonly { readonly dict: string; readonly bytes?: Uint8Array }[];
};

/** A PDF of one page. */
export function pdfOf({ content, resources, objects = [] }: Parts): Buffer {
  const body = Buffer.from(content, 'latin1');
  return pdfFile([
    { dict: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dict: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    {
      dict: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << ${resources} >> >>`,
    },
    { dict: `<< /Length ${body.length} >>`, bytes: body },
    ...objects,
  ]);
}

type PdfObject = { readonly dict: string; readonly bytes?: Uint8Array };

/**
 * A file of these objects, numbered from 1; the first is its catalogue. `trailer`: further entries
 * of the trailer.
 */
export function pdfFile(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [index, { dict, bytes }] of objects.entries()) {
    offsets.push(length());
    parts.push(Buffer.from(`${index + 1} 0 obj\n${dict}\n`, 'latin1'));
    if (bytes !== undefined) parts.push(Buffer.from('stream\n'), Buffer.from(bytes), Buffer.from('\nendstream\n'));
    parts.push(Buffer.from('endobj\n'));
  }
  const start = length();
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A page that is one picture, from edge to edge. */
function pdfOfImage(image: string, bytes: Uint8Array, more: readonly PdfObject[] = []): Buffer {
  return pdfOf({
    content: `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /Im Do Q`,
    resources: '/XObject << /Im 5 0 R >>',
    objects: [{ dict: `<< /Type /XObject /Subtype /Image ${image} /Length ${bytes.length} >>`, bytes }, ...more],
  });
}

/** A sheet with a letterhead, lines and a stamp. */
function sheet() {
  const lines = Array.from(
    { length: 14 },
    (_none, at) => `<rect x="40" y="${150 + at * 26}" width="${250 + ((at * 37) % 90)}" height="8"/>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}" height="${PAGE.height}"><rect width="100%" height="100%" fill="#fff"/><rect x="40" y="40" width="340" height="60" fill="#1d3a6b"/><g fill="#222">${lines.join('')}</g><circle cx="310" cy="500" r="50" fill="none" stroke="#a02020" stroke-width="10"/></svg>`,
    ),
  );
}

const SIZE = `/Width ${PAGE.width} /Height ${PAGE.height}`;

export async function scanInJpeg2000(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-jp2-'));
  try {
    const { data } = await sheet().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const ppm = Buffer.concat([Buffer.from(`P6\n${PAGE.width} ${PAGE.height}\n255\n`), data]);
    await writeFile(join(folder, 'sheet.ppm'), ppm);
    await run('opj_compress', ['-i', join(folder, 'sheet.ppm'), '-o', join(folder, 'sheet.jp2'), '-r', '10']);
    const bytes = await readFile(join(folder, 'sheet.jp2'));
    return pdfOfImage(`${SIZE} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /JPXDecode`, bytes);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The upper part of the sheet as a fax (ITU-T T.6), taken from a TIFF, which has so few rows in one
 * strip.
 */
const FAX_ROWS = 120;
const FAX_SIZE = `/Width ${PAGE.width} /Height ${FAX_ROWS}`;

async function fax(): Promise<{ readonly bytes: Buffer; readonly blackIs1: boolean }> {
  const tiff = await sheet()
    .flatten({ background: '#fff' })
    .extract({ left: 0, top: 0, width: PAGE.width, height: FAX_ROWS })
    .greyscale()
    .threshold(200)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tile: false })
    .toBuffer();
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const ifd = u32(4);
  const tags = new Map<number, { readonly count: number; readonly value: number; readonly at: number }>();
  for (let entry = 0; entry < u16(ifd); entry += 1) {
    const at = ifd + 2 + entry * 12;
    tags.set(u16(at), { count: u32(at + 4), value: u16(at + 2) === 3 ? u16(at + 8) : u32(at + 8), at: at + 8 });
  }
  const [offsets, sizes] = [tags.get(273), tags.get(279)];
  if (offsets?.count !== 1 || sizes?.count !== 1) throw new Error('the picture is not in one strip');
  return { bytes: tiff.subarray(offsets.value, offsets.value + sizes.value), blackIs1: tags.get(262)?.value === 1 };
}

export async function scanAsFax(): Promise<Buffer> {
  const { bytes, blackIs1 } = await fax();
  return pdfOfImage(
    `${FAX_SIZE} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${PAGE.width} /Rows ${FAX_ROWS} /BlackIs1 ${blackIs1} >>`,
    bytes,
  );
}

/** A fax as the one region of a JBIG2 page, which may be coded as a fax is. */
export async function scanInJbig2(): Promise<Buffer> {
  const { bytes, blackIs1 } = await fax();
  const u32 = (...values: readonly number[]) => {
    const buffer = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
    return buffer;
  };
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([u32(number), Buffer.from([type, 0, 1]), u32(data.length), data]);
  const page = Buffer.concat([u32(PAGE.width, FAX_ROWS, 0, 0), Buffer.from([0, 0, 0])]);
  const region = Buffer.concat([u32(PAGE.width, FAX_ROWS, 0, 0), Buffer.from([0, 1]), bytes]);
  const data = Buffer.concat([segment(0, 48, page), segment(1, 38, region)]);
  const decode = blackIs1 ? '/Decode [1 0]' : '';
  return pdfOfImage(`${FAX_SIZE} /ColorSpace /DeviceGray /BitsPerComponent 1 ${decode} /Filter /JBIG2Decode`, data);
}

export async function scanInJpeg(): Promise<Buffer> {
  const bytes = await sheet().jpeg({ quality: 85 }).toBuffer();
  return pdfOfImage(`${SIZE} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`, bytes);
}

export async function photographInPrintedColours(): Promise<Buffer> {
  const bytes = await sheet().toColourspace('cmyk').jpeg({ quality: 85 }).toBuffer();
  return pdfOfImage(
    `${SIZE} /ColorSpace /DeviceCMYK /BitsPerComponent 8 /Decode [1 0 1 0 1 0 1 0] /Filter /DCTDecode`,
    bytes,
  );
}

/** A letter in the standard fonts, none of which is in the file. */
export function letterInStandardFonts(): Buffer {
  const fonts = ['Helvetica', 'Helvetica-Bold', 'Times-Roman', 'Times-Italic', 'Courier'];
  const lines = fonts.map(
    (_font, at) => `BT /F${at} 16 Tf 40 ${500 - at * 60} Td (Oficio 118/2026: limpeza da praca) Tj ET`,
  );
  return pdfOf({
    content: lines.join('\n'),
    resources: `/Font << ${fonts.map((font, at) => `/F${at} << /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`).join(' ')} >>`,
  });
}

/** Words in a font whose characters only the library's own maps know. */
export function letterInMappedCharacters(): Buffer {
  return pdfOf({
    content: 'BT /F0 24 Tf 40 500 Td <93fa967b> Tj ET',
    resources:
      '/Font << /F0 << /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [5 0 R] >> >>',
    objects: [
      {
        dict: '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 6 0 R >>',
      },
      {
        dict: '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 709 /StemV 69 >>',
      },
    ],
  });
}

/** A scan whose picture was damaged on the way. */
export async function damagedScan(): Promise<Buffer> {
  const whole = await scanInJpeg2000();
  const start = whole.indexOf('stream', whole.indexOf('JPXDecode')) + 7;
  return Buffer.concat([whole.subarray(0, start + 30), Buffer.alloc(2000, 0x5a), whole.subarray(start + 2030)]);
}

export const withoutPages = (): Buffer =>
  pdfFile([{ dict: '<< /Type /Catalog /Pages 2 0 R >>' }, { dict: '<< /Type /Pages /Kids [] /Count 0 >>' }]);

/** Locked with an unknown password: the keys in it are made up. */
export function locked(): Buffer {
  const key = 'ab'.repeat(32);
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -44 >> /ID [<${'cd'.repeat(16)}> <${'cd'.repeat(16)}>]`;
  return pdfFile(
    [
      { dict: '<< /Type /Catalog /Pages 2 0 R >>' },
      { dict: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
      { dict: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>' },
    ],
    encryption,
  );
}
