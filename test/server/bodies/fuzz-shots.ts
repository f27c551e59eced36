// Requests for the fuzzer: an address of the route table, a body from its schema in any spelling,
// and false headers.

import type { AnyRoute } from '#server/http/route-declaration.ts';
import { formFields, segmentFor, valueFor, type Dice, type Ground } from './fuzz-values.ts';
import { multipart, smallPdf, type Upload } from '../harness/multipart.ts';

export type Shot = {
  method: AnyRoute['method'] | 'HEAD' | 'OPTIONS';
  url: string;
  headers: Record<string, string>;
  payload?: Buffer | string;
};

/** One request at the route, mostly by its own method. */
export function shotAt(route: AnyRoute, { dice, ground }: { dice: Dice; ground: Ground }): Shot {
  const at = { dice, ground, hostility: dice.pick([4, 12, 1000]) };
  const path = route.url.replace(/:\w+/g, () =>
    route.url.includes(':key') ? dice.pick(ground.texts) : segmentFor(at),
  );
  const query =
    route.query === undefined ? '' : `?${new URLSearchParams(wellFormed(formFields(valueFor(route.query, at))))}`;
  const headers = headersOf(dice);
  if (route.method === 'GET' && !dice.once(10)) return { method: 'GET', url: path + query, headers };
  if (route.method === 'GET' && dice.once(2)) {
    return { method: dice.pick(['HEAD', 'OPTIONS'] as const), url: path + query, headers };
  }
  const body = valueFor(route.body ?? { type: 'object', entries: {} }, at);
  const override = route.method !== 'POST' && dice.once(2);
  const meant = dice.once(8) ? dice.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', '', '__proto__']) : route.method;
  const sent = override && typeof body === 'object' && body !== null ? { ...body, _method: meant } : body;
  const method = override ? 'POST' : route.method;
  return { method, url: path + query, ...encode(sent, { dice, headers, files: route.files?.field }) };
}

const wellFormed = (fields: [string, string][]): [string, string][] =>
  fields.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]);

const COOKIES = [
  '',
  'malote_session=',
  `malote_session=${'a'.repeat(86)}`,
  'malote_session=%00; malote_session=x',
  '=;;=',
  '__proto__=1',
];

function headersOf(dice: Dice): Record<string, string> {
  const headers: Record<string, string> = {};
  if (dice.once(4))
    headers['idempotency-key'] = dice.pick(['11111111-1111-4111-8111-111111111111', 'x', '', crypto.randomUUID()]);
  if (dice.once(6))
    headers['x-performed-at'] = dice.pick(['ontem', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59Z', '1', '']);
  if (dice.once(12)) headers['x-acting-user'] = dice.pick(['0', '1', '-1', 'abc', '1e3']);
  if (dice.once(20)) headers['accept'] = dice.pick(['text/html', '*/*', 'x']);
  if (dice.once(20)) headers['accept-encoding'] = dice.pick(['gzip', 'br', 'x', 'gzip;q=0, *;q=0']);
  if (dice.once(20)) headers['host'] = dice.pick(['elsewhere.example', '', 'x'.repeat(300)]);
  if (dice.once(20)) headers['x-forwarded-for'] = dice.pick(['10.0.0.1', 'x', '::1, ::2']);
  if (dice.once(30)) headers['origin'] = dice.pick(['null', 'https://elsewhere.example', 'x']);
  if (dice.once(30)) headers['x-xsrf-token'] = dice.pick(['', '%', 'x'.repeat(5000)]);
  if (dice.once(30)) headers['cookie'] = dice.pick(COOKIES);
  return headers;
}

function encode(body: unknown, how: { dice: Dice; headers: Record<string, string>; files: string | undefined }) {
  const { dice, files } = how;
  const json = { headers: { ...how.headers, 'content-type': 'application/json' }, payload: JSON.stringify(body) ?? '' };
  switch (dice.pick(['json', 'json', 'form', 'multipart', 'broken', 'other'])) {
    case 'form': {
      const payload = new URLSearchParams(wellFormed(formFields(body))).toString();
      return { headers: { ...how.headers, 'content-type': 'application/x-www-form-urlencoded' }, payload };
    }
    case 'multipart': {
      const form = multipart(wellFormed(formFields(body)), files === undefined ? [] : uploadsOf(dice, files));
      const whole = !dice.once(4);
      const payload = whole ? form.payload : form.payload.subarray(0, dice.below(form.payload.length));
      return { headers: { ...how.headers, ...form.headers }, payload };
    }
    case 'broken':
      return { ...json, payload: json.payload.slice(0, dice.below(json.payload.length + 1)) };
    case 'other':
      return {
        ...json,
        headers: { ...how.headers, 'content-type': dice.pick(['text/plain', 'application/xml', 'x', '']) },
      };
    default:
      return json;
  }
}

function uploadsOf(dice: Dice, field: string): Upload[] {
  const names = [
    'oficio.pdf',
    'a.txt',
    'a.exe',
    'a.pdf\u202e.exe',
    '../../a.pdf',
    'a\r\nb.pdf',
    '.pdf',
    'x'.repeat(400),
    '',
  ];
  const contents = [
    smallPdf(),
    Buffer.from('texto'),
    Buffer.alloc(0),
    Buffer.from('MZ\u0090'),
    Buffer.from('PK\u0003\u0004x'),
  ];
  return Array.from({ length: dice.below(4) }, () => ({
    field: dice.pick([field, `${field}[]`, 'outro']),
    name: dice.pick(names),
    content: dice.pick(contents),
  }));
}
