// Makes files of a given size that pass the server's checks of content. Each call makes different
// bytes.

import { createHash, randomBytes } from 'node:crypto';
import { writeZip } from '#server/demo/seed-files.ts';

export type SampleFile = {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Buffer;
  readonly sha256: string;
};

function sample(name: string, { mime, bytes }: { mime: string; bytes: Buffer }): SampleFile {
  return { name, mime, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** A PDF of one page and about `size` bytes, most of them in a stream that no page draws. */
export function samplePdf(name: string, size: number): SampleFile {
  const noise = randomBytes(Math.max(16, size - 600));
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  const add = (...pieces: (string | Buffer)[]) => {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0));
    parts.push(...pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)));
  };
  add('1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n');
  add('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n');
  add('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n');
  add(`4 0 obj\n<< /Length ${noise.length} >>\nstream\n`, noise, '\nendstream\nendobj\n');
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 5\n0000000000 65535 f \n${table}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      'latin1',
    ),
  );
  return sample(name, { mime: 'application/pdf', bytes: Buffer.concat(parts) });
}

const ODT = 'application/vnd.oasis.opendocument.text';

/** An OpenDocument text of about `size` bytes. */
export function sampleOdt(name: string, size: number): SampleFile {
  const words = randomBytes(Math.max(1, Math.floor((size - 1_500) / 2))).toString('hex');
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body><office:text><text:p>${words}</text:p></office:text></office:body></office:document-content>`;
  const manifest = `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`;
  const bytes = writeZip([
    { name: 'mimetype', content: ODT },
    { name: 'content.xml', content },
    { name: 'META-INF/manifest.xml', content: manifest },
  ]);
  return sample(name, { mime: ODT, bytes });
}
