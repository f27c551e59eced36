// Writes one-page PDFs for the demonstration: text in Helvetica, and padding to reach a wanted
// size. The format is small enough to write by hand, so no library is needed for it.

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

export type PdfPage = {
  readonly title: string;
  readonly lines: readonly string[];
  /** Total size in bytes to reach with an unused stream; absent means no padding. */
  readonly bytes?: number;
};

/** The file's bytes. */
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
