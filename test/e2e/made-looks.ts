// PDFs of one page each, in the ways in which programs paint: what is on each is so large that its
// absence is seen in the mean of the page.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PAGE, pdfFile, pdfOf } from './made-pdfs.ts';

const stream = (dict: string, content: string | Uint8Array) => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return { dict: `<< ${dict} /Length ${bytes.length} >>`, bytes };
};

const WHOLE = `0 0 ${PAGE.width} ${PAGE.height}`;
/**
 * A letterhead above, and a block below at the left: no turn or mirror of the page looks the same.
 */
const UNEVEN = '0.1 0.2 0.45 rg 30 480 360 80 re f 0.2 g 30 60 140 240 re f';

/** A page with further entries: a turn, a box that is shown. */
function sheetWith(entries: string, content = UNEVEN): Buffer {
  return pdfFile([
    { dict: '<< /Type /Catalog /Pages 2 0 R >>' },
    { dict: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>' },
    { dict: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << >> ${entries} >>` },
    stream('', content),
  ]);
}

export const turned = (): Buffer => sheetWith(`/MediaBox [${WHOLE}] /Rotate 90`);
export const upsideDown = (): Buffer => sheetWith(`/MediaBox [${WHOLE}] /Rotate -180`);
export const cropped = (): Buffer => sheetWith(`/MediaBox [${WHOLE}] /CropBox [20 200 400 580] /Rotate 270`);
export const farFromTheOrigin = (): Buffer =>
  sheetWith('/MediaBox [-1000 2000 -580 2594]', `1 0 0 1 -1000 2000 cm ${UNEVEN}`);

/** A plan: five metres wide and high, the most that a PDF may say. */
export const veryLarge = (): Buffer =>
  sheetWith('/MediaBox [0 0 14400 14400]', '0.1 0.2 0.45 rg 1000 9000 12000 4000 re f 0.2 g 1000 1000 5000 5000 re f');

/** A receipt's strip of paper. */
export const veryLong = (): Buffer =>
  sheetWith('/MediaBox [0 0 200 14000]', '0.1 0.2 0.45 rg 20 9000 160 4000 re f 0.2 g 20 1000 80 4000 re f');

/** A group that is half seen, a soft mask over it, and a multiplied block. */
export const transparent = (): Buffer =>
  pdfOf({
    content: `0.9 0.8 0.2 rg 30 300 360 250 re f /Half gs /Group Do /Masked gs 0 g 30 30 360 200 re f /Multiplied gs 0.2 0.6 0.9 rg 200 330 190 190 re f`,
    resources:
      '/ExtGState << /Half << /ca 0.5 /CA 0.5 >> /Masked << /ca 1 /SMask << /S /Luminosity /G 6 0 R >> >> /Multiplied << /ca 1 /SMask /None /BM /Multiply >> >> /XObject << /Group 5 0 R >>',
    objects: [
      stream(
        `/Type /XObject /Subtype /Form /BBox [${WHOLE}] /Group << /S /Transparency /I true /K false >>`,
        '0.1 0.2 0.45 rg 60 330 200 190 re f 0.7 0 0 rg 120 360 200 190 re f',
      ),
      stream(
        `/Type /XObject /Subtype /Form /BBox [${WHOLE}] /Group << /S /Transparency /CS /DeviceGray >> /Resources << /Shading << /Sh 7 0 R >> >>`,
        '/Sh sh',
      ),
      {
        dict: '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [30 0 390 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >>',
      },
    ],
  });

/** A font whose letters are drawings: a full and an open square. */
export const drawnLetters = (): Buffer =>
  pdfOf({
    content: 'BT /F 90 Tf 20 TL 30 440 Td (abab) Tj 0 -150 Td (bbaa) Tj 0 -150 Td 0.6 0 0 rg (aaaa) Tj ET',
    resources:
      '/Font << /F << /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 98 /Widths [1000 1000] /Encoding << /Type /Encoding /Differences [97 /full /open] >> /CharProcs << /full 5 0 R /open 6 0 R >> /Resources << >> >> >>',
    objects: [
      stream('', '1000 0 0 0 900 900 d1 0 0 900 900 re f'),
      stream('', '1000 0 d0 0.1 0.2 0.45 rg 0 0 900 900 re 250 250 400 400 re f*'),
    ],
  });

/** A picture that stands among the operators of the page. */
export const inlinePicture = (): Buffer => {
  const dots = Array.from({ length: 64 }, (_none, at) => (((at >> 3) + at) % 2 === 0 ? '2a' : 'e0')).join('');
  return pdfOf({
    content: `q 360 0 0 500 30 50 cm BI /W 8 /H 8 /CS /G /BPC 8 /F /AHx ID ${dots}> EI Q 0 g 30 560 200 20 re f`,
    resources: '',
  });
};

/** Words in a font that is in the file. */
export async function embeddedFont(): Promise<Buffer> {
  const library = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
  const bytes = await readFile(library.replace('package.json', 'standard_fonts/LiberationSans-Bold.ttf'));
  const widths = Array.from({ length: 95 }, () => 700).join(' ');
  return pdfOf({
    content: 'BT /F 110 Tf 120 TL 20 470 Td (OFICIO) Tj T* (118) Tj T* (PRACA) Tj T* (MUNI) Tj ET',
    resources: `/Font << /F << /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+LiberationSans-Bold /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${widths}] /FontDescriptor 5 0 R >> >>`,
    objects: [
      {
        dict: '<< /Type /FontDescriptor /FontName /AAAAAA+LiberationSans-Bold /Flags 32 /FontBBox [-200 -300 1100 1000] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 729 /StemV 140 /FontFile2 6 0 R >>',
      },
      stream(`/Length1 ${bytes.length}`, bytes),
    ],
  });
}

/** Runs of colour between two lines, from a middle, and over a net of four corners. */
export const shadings = (): Buffer => {
  const corner = (flag: number, at: readonly [number, number], colour: readonly number[]) =>
    Buffer.from([flag, at[0] >> 8, at[0] & 255, at[1] >> 8, at[1] & 255, ...colour]);
  const net = Buffer.concat([
    corner(0, [0, 0], [200, 0, 0]),
    corner(0, [65_535, 0], [0, 90, 0]),
    corner(0, [0, 65_535], [0, 0, 200]),
    corner(1, [65_535, 65_535], [20, 20, 20]),
  ]);
  const grows = '<< /FunctionType 2 /Domain [0 1] /C0 [0.05 0.1 0.4] /C1 [0.95 0.8 0.3] /N 1 >>';
  return pdfOf({
    content:
      'q 20 320 180 250 re W n /Line sh Q q 220 320 180 250 re W n /Middle sh Q q 20 30 180 250 re W n /Net sh Q',
    resources: `/Shading << /Line << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 320 200 570] /Function ${grows} >> /Middle << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [310 445 10 310 445 120] /Extend [true true] /Function ${grows} >> /Net 5 0 R >>`,
    objects: [
      stream(
        '/ShadingType 4 /ColorSpace /DeviceRGB /BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [20 200 30 280 0 1 0 1 0 1]',
        net,
      ),
    ],
  });
};

/** A run of colour that a small program computes for each point. */
export const computedShading = (): Buffer =>
  pdfOf({
    content: '0.1 0.2 0.45 rg 20 540 380 40 re f q 20 30 380 480 re W n 380 0 0 480 20 30 cm /Program sh Q',
    resources: '/Shading << /Program << /ShadingType 1 /ColorSpace /DeviceGray /Function 5 0 R >> >>',
    objects: [stream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]', '{ mul }')],
  });

/** A tile that has its colours, and one that is given one. */
export const patterns = (): Buffer =>
  pdfOf({
    content: '/Pattern cs /Own scn 20 320 380 250 re f /Given cs 0.7 0 0 /Lent scn 20 30 380 250 re f',
    resources: '/ColorSpace << /Given [/Pattern /DeviceRGB] >> /Pattern << /Own 5 0 R /Lent 6 0 R >>',
    objects: [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 40 40] /XStep 40 /YStep 40 /Resources << >>',
        '0.1 0.2 0.45 rg 0 0 30 20 re f 0.9 0.6 0 rg 10 20 30 20 re f',
      ),
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 2 /TilingType 1 /BBox [0 0 30 30] /XStep 36 /YStep 36 /Matrix [1 0.4 0 1 0 0] /Resources << >>',
        '0 0 30 30 re f',
      ),
    ],
  });

/**
 * A stencil, a picture with a soft edge, one with a colour that is left out, and inks that only a
 * printer has.
 */
export const masksAndInks = (): Buffer => {
  const stripes = Buffer.from([0xf0, 0xf0, 0x0f, 0x0f, 0xf0, 0xf0, 0x0f, 0x0f]);
  const rising = Buffer.from(Array.from({ length: 64 }, (_none, at) => (at % 8) * 36));
  const two = Buffer.from(Array.from({ length: 64 }, (_none, at) => (at % 16 < 8 ? 40 : 250)));
  const size = '/Type /XObject /Subtype /Image /Width 8 /Height 8';
  return pdfOf({
    content:
      '0.95 0.9 0.6 rg 0 0 420 594 re f 0 0.3 0 rg q 180 0 0 250 20 320 cm /Stencil Do Q q 180 0 0 250 220 320 cm /Soft Do Q q 180 0 0 250 20 40 cm /Keyed Do Q /Ink cs 0.9 scn 220 40 180 120 re f /Inks cs 0.4 0.9 scn 220 170 180 120 re f',
    resources:
      '/XObject << /Stencil 5 0 R /Soft 6 0 R /Keyed 8 0 R >> /ColorSpace << /Ink [/Separation /Carimbo /DeviceCMYK 9 0 R] /Inks [/DeviceN [/Um /Dois] /DeviceRGB 10 0 R] >>',
    objects: [
      stream(`${size} /ImageMask true /BitsPerComponent 1 /Decode [1 0]`, stripes),
      stream(`${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask 7 0 R`, Buffer.alloc(64, 30)),
      stream(`${size} /ColorSpace /DeviceGray /BitsPerComponent 8`, rising),
      stream(`${size} /ColorSpace [/Indexed /DeviceRGB 255 11 0 R] /BitsPerComponent 8 /Mask [250 250]`, two),
      { dict: '<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0.1 0.9 0.8 0.2] /N 1 >>' },
      stream('/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]', '{ 0.2 }'),
      stream('', Buffer.from(Array.from({ length: 768 }, (_none, at) => (at % 3 === 2 ? 120 : 20)))),
    ],
  });
};
