// A body that can't be read as multipart is the client's fault, at every address and without a
// login too: 400, never 500.

import { describe, expect, it } from 'vitest';
import type { AnyRoute } from '#server/http/route-declaration.ts';
import { townPerFile } from '../harness/fixtures.ts';
import type { TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';

let server: TestServer;
let admin: TestClient;
let stranger: TestClient;

// One person asks every route with every body.
townPerFile.override('options', { environment: { RATE_LIMIT_PER_MINUTE: '5000' } });
townPerFile.beforeAll(({ town }) => void ({ server, admin, stranger } = town));

const BOUNDARY = 'x-boundary';
const part = (headers: string, body = 'x'): string => `--${BOUNDARY}\r\n${headers}\r\n\r\n${body}\r\n`;
const form = (...parts: string[]): string => `${parts.join('')}--${BOUNDARY}--\r\n`;
const field = (name: string): string => part(`Content-Disposition: form-data; name="${name}"`);
const typed = (boundary: string): string => `multipart/form-data; boundary=${boundary}`;
const DEEP = 200_000;

const BROKEN: [name: string, payload: string, type?: string][] = [
  ['a field without a name', form(part('Content-Disposition: form-data'))],
  ['a field whose name is no text', form(part('Content-Disposition: form-data; name'))],
  ['a file without a name', form(part('Content-Disposition: form-data; filename="a.pdf"'))],
  [
    'a nameless part that only says it is bytes',
    form(part('Content-Disposition: form-data\r\nContent-Type: application/octet-stream')),
  ],
  ['a field without a name behind one with', form(field('title'), part('Content-Disposition: form-data'))],
  ['a field named as what every object has', form(field('toString'))],
  [
    'a part of JSON that is none',
    form(part('Content-Disposition: form-data; name="a"\r\nContent-Type: application/json', '{')),
  ],
  ['a part of JSON', form(part('Content-Disposition: form-data; name="a"\r\nContent-Type: application/json', '{}'))],
  [
    'a part of JSON that nests without end',
    form(
      part(
        'Content-Disposition: form-data; name="a"\r\nContent-Type: application/json',
        `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
      ),
    ),
  ],
  ['a boundary of 300 characters', `--${'b'.repeat(300)}--\r\n`, typed('b'.repeat(300))],
  ['a boundary that is missing', form(field('a')), 'multipart/form-data'],
  ['a boundary without a value', form(field('a')), 'multipart/form-data; boundary'],
  ['another boundary than the one it says', form(field('a')), typed('other')],
  ['no closing boundary', field('a')],
  ['an end within the headers of a part', `--${BOUNDARY}\r\nContent-Disp`],
  ['fields nested too deep', form(field('a[b][c][d][e][f]'))],
];

const hasBody = ({ method }: AnyRoute): boolean => method !== 'GET';

describe('broken multipart', () => {
  it.each(BROKEN)(
    'multipart with %s is answered 400 on every route that takes a body',
    async (_name, payload, type = typed(BOUNDARY)) => {
      const routes = [...server.app.routeTable.values()].flatMap((methods) => [...methods.values()]).filter(hasBody);
      expect(routes.length).toBeGreaterThan(20);
      const others: string[] = [];
      for (const { method, url, access } of routes) {
        const client = access === 'public' ? stranger : admin;
        const answer = await client.inject({
          method: method as 'POST',
          url: url.replace(/:\w+/, '1'),
          headers: { 'content-type': type },
          payload,
        });
        if (answer.statusCode !== 400) others.push(`${method} ${url} ${answer.statusCode} ${answer.body}`);
      }
      expect(others).toEqual([]);
    },
  );
});
