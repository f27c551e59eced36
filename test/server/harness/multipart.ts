// A multipart body as a browser writes it.

export type Upload = {
  readonly name: string;
  readonly content: Buffer | string;
  readonly type?: string;
  readonly field?: string;
};

/** Payload and header for app.inject; fields in order, files last. */
export function multipart(
  fields: readonly (readonly [name: string, value: string])[],
  uploads: readonly Upload[] = [],
): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = '----malote-test-boundary';
  const parts: Buffer[] = [];
  const add = (text: string): void => void parts.push(Buffer.from(text, 'utf8'));
  for (const [name, value] of fields) {
    add(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value.replace(/\r\n?|\n/g, '\r\n')}\r\n`,
    );
  }
  for (const { name, content, type = 'application/octet-stream', field = 'files[]' } of uploads) {
    const quoted = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    add(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${quoted}"\r\n`);
    add(`Content-Type: ${type}\r\n\r\n`);
    parts.push(Buffer.from(content));
    add('\r\n');
  }
  add(`--${boundary}--\r\n`);
  return { payload: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** The smallest content that is recognised as a PDF. */
export function smallPdf(text = 'Malote'): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  );
}
