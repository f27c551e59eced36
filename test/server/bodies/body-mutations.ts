// Bodies that are broken at the level of bytes, for the fuzzer: a well-formed body of a route in
// one of the accepted content types, then a few mutations of its bytes and of the header that says
// how to read them.

import type { AnyRoute } from '#server/http/route-declaration.ts';
import { writeDocx, writeOdt } from '#server/demo/seed-files.ts';
import { formFields, segmentFor, valueFor, type Dice, type Ground } from './fuzz-values.ts';
import { multipart, smallPdf, type Upload } from '../harness/multipart.ts';

export type BodyShot = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly contentType: string;
  readonly payload: Buffer;
};

/**
 * Mostly well-formed values: these requests test the parsing of bodies, not the validation of
 * fields.
 */
const HOSTILITY = 60;
const MUTATIONS_MAX = 6;
const INSERTED_MAX = 40;

/** Pieces that mean something to a parser of multipart, JSON or forms. */
const TOKENS: readonly string[] = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\r',
  '\u0000',
  '--',
  '------malote-test-boundary',
  '\r\n------malote-test-boundary\r\n',
  '\r\n------malote-test-boundary--\r\n',
  '\r\n------malote-test-boundary\r\nContent-Disposition: form-data\r\n\r\nx',
  '\r\n------malote-test-boundary\r\nContent-Disposition: form-data; filename="a.pdf"\r\n\r\nx',
  '\r\n------malote-test-boundary\r\nContent-Disposition: form-data; name\r\n\r\nx',
  '\r\n------malote-test-boundary\r\nContent-Type: application/octet-stream\r\n\r\nx',
  '\r\n------malote-test-boundary\r\n\r\nx',
  'Content-Disposition: form-data; name="toString"\r\n',
  'Content-Disposition: attachment\r\n',
  'Content-Type: application/json\r\n',
  'Content-Type: ;charset\r\n',
  'Content-Type: text/plain; charset=x-unknown\r\n',
  'Content-Type: text/plain; charset=base64\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  "; filename*=utf-16le''%00%ff",
  '; name*0="a"; name*1="b"',
  '; filename=',
  '"',
  ';',
  '=',
  '&',
  '[',
  ']',
  '[]',
  '[__proto__]',
  '%',
  '%ff',
  '{',
  '}',
  ',',
  ':',
  '\\u',
  '\\ud800',
  '1e999',
  '\ufeff',
  '\u202e',
];

const BYTES: readonly number[] = [0, 9, 10, 13, 34, 37, 38, 45, 59, 61, 91, 92, 93, 127, 128, 0xc0, 0xed, 0xfe, 0xff];

/** A request at `route` whose body was well-formed before its bytes were mutated. */
export function brokenBody(route: AnyRoute, { dice, ground }: { dice: Dice; ground: Ground }): BodyShot {
  const at = { dice, ground, hostility: HOSTILITY };
  const body = valueFor(route.body ?? { type: 'object', entries: {} }, at);
  const well = encoded(body, { dice, files: route.files?.field });
  let payload = well.payload;
  for (let left = 1 + dice.below(MUTATIONS_MAX); left > 0; left--) payload = mutated(payload, dice);
  return {
    method: route.method as BodyShot['method'],
    url: route.url.replace(/:\w+/g, () => segmentFor(at)),
    contentType: dice.once(8) ? mutatedType(well.contentType, dice) : well.contentType,
    payload,
  };
}

const wellFormed = (fields: [string, string][]): [string, string][] =>
  fields.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]);

function encoded(
  body: unknown,
  how: { dice: Dice; files: string | undefined },
): Pick<BodyShot, 'contentType' | 'payload'> {
  switch (how.dice.pick(['multipart', 'multipart', 'multipart', 'json', 'form'])) {
    case 'json':
      return { contentType: 'application/json', payload: Buffer.from(JSON.stringify(body) ?? '') };
    case 'form': {
      const text = new URLSearchParams(wellFormed(formFields(body))).toString();
      return { contentType: 'application/x-www-form-urlencoded', payload: Buffer.from(text) };
    }
    default: {
      const form = multipart(wellFormed(formFields(body)), uploads(how));
      return { contentType: form.headers['content-type'], payload: form.payload };
    }
  }
}

const TEXT = { title: 'Ofício', lines: ['Ação & reação'] };
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
/**
 * Small files of every accepted type, so that mutations reach the code that inspects their content.
 */
const FILES: readonly { readonly name: string; readonly content: Buffer }[] = [
  { name: 'oficio.pdf', content: smallPdf() },
  { name: 'oficio.docx', content: writeDocx(TEXT) },
  { name: 'oficio.odt', content: writeOdt(TEXT) },
  { name: 'oficio.rtf', content: Buffer.from('{\\rtf1\\ansi texto}') },
  { name: 'oficio.doc', content: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]) },
  { name: 'nota.txt', content: Buffer.from('texto') },
  { name: 'foto.png', content: Buffer.from(PIXEL, 'base64') },
  { name: '', content: Buffer.alloc(0) },
];

function uploads({ dice, files = 'files' }: { dice: Dice; files: string | undefined }): Upload[] {
  return Array.from({ length: dice.below(3) }, () => ({
    ...dice.pick(FILES),
    field: dice.pick([files, files, `${files}[]`, `${files}[0]`, 'outro']),
  }));
}

function mutated(bytes: Buffer, dice: Dice): Buffer {
  const at = dice.below(bytes.length + 1);
  const to = Math.min(bytes.length, at + dice.below(INSERTED_MAX));
  const [before, span, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
  switch (dice.pick(['set', 'set', 'flip', 'delete', 'insert', 'token', 'token', 'repeat', 'move', 'cut'])) {
    case 'set':
      return Buffer.concat([before, Buffer.from([dice.pick(BYTES)]), bytes.subarray(Math.min(bytes.length, at + 1))]);
    case 'flip':
      return Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ (1 << dice.below(8)) : byte)));
    case 'delete':
      return Buffer.concat([before, after]);
    case 'insert':
      return Buffer.concat([before, Buffer.from(Array.from(span, () => dice.below(256))), bytes.subarray(at)]);
    case 'token':
      return Buffer.concat([before, Buffer.from(dice.pick(TOKENS)), bytes.subarray(at)]);
    case 'repeat':
      return Buffer.concat([before, ...Array.from({ length: dice.pick([2, 3, 50]) }, () => span), after]);
    case 'move':
      return Buffer.concat([after, before, span]);
    default:
      return before;
  }
}

/**
 * Another boundary, none, one of any length, parameters that can't be read; header values without
 * control characters.
 */
function mutatedType(type: string, dice: Dice): string {
  return dice.pick([
    'multipart/form-data',
    'multipart/form-data; boundary',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    `multipart/form-data; boundary=${'b'.repeat(252)}`,
    'multipart/form-data; boundary=-',
    'multipart/form-data; boundary=other',
    'multipart/form-data; boundary="----malote-test-boundary"; boundary=x',
    'multipart/form-data; charset=x; boundary=----malote-test-boundary',
    'multipart/form-dataX; boundary=----malote-test-boundary',
    'multipart/mixed; boundary=----malote-test-boundary',
    'MULTIPART/FORM-DATA; BOUNDARY=----malote-test-boundary',
    `${type};`,
    `;${type}`,
    `${type}; charset=utf-16`,
    type.slice(0, dice.below(type.length)),
    'application/json',
    'application/x-www-form-urlencoded',
  ]);
}
