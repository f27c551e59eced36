// Default 6 on every answer: answers of the API, refusals of every kind, the pages of the client,
// files, streams.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { route } from '#server/http/route.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument } from '../harness/new-document.ts';
import { arrive, type TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const client = mkdtempSync(join(tmpdir(), 'malote-client-'));
const SCRIPT = `export const words = '${'malote '.repeat(1000)}';`;
/** As the build leaves a script: plain, and compressed as no server would while it answers. */
const BUILT = {
  'large-abc.js': Buffer.from(SCRIPT),
  'large-abc.js.br': brotliCompressSync(SCRIPT, { params: { [constants.BROTLI_PARAM_LGWIN]: 11 } }),
  'large-abc.js.gz': gzipSync(SCRIPT, { level: 9, memLevel: 3 }),
};
let server: TestServer;
let world: World;
let ana: TestClient;
let fileId = 0;

beforeAll(async () => {
  mkdirSync(join(client, 'assets'));
  writeFileSync(join(client, 'index.html'), '<!doctype html><title>Malote</title>');
  for (const name of ['main-abc.js', 'pdf-drawing-abc.js']) writeFileSync(join(client, 'assets', name), 'export {};');
  for (const [name, bytes] of Object.entries(BUILT)) writeFileSync(join(client, 'assets', name), bytes);
  for (const name of ['sw.js', 'manifest.webmanifest']) writeFileSync(join(client, name), '');
  mkdirSync(join(client, '.vite'));
  writeFileSync(join(client, '.vite', 'manifest.json'), '{}');
  server = await startTestServer({
    clientDir: client,
    environment: { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '100' },
    routes: (app) =>
      route(app, {
        method: 'GET',
        url: '/api/broken',
        access: 'public',
        summary: 'Fails.',
        handler: () => Promise.reject(new Error('inside')),
      }),
  });
  world = await createWorld(server);
  ana = await world.as(world.pmvi.people.ana);
  const { files } = await createdDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' });
  fileId = files[0]?.id ?? 0;
});
afterAll(async () => {
  await world.close();
  await server.close();
  rmSync(client, { recursive: true });
});

const EXPECTED = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('geolocation=()'),
};

function policyOf(answer: LightMyRequestResponse): Record<string, string> {
  const directives = String(answer.headers['content-security-policy']).split(';');
  return Object.fromEntries(directives.map((one) => [one.split(' ', 1)[0], one.slice(one.indexOf(' ') + 1)]));
}

function expectGuarded(answer: LightMyRequestResponse): void {
  expect(answer.headers).toMatchObject(EXPECTED);
  expect(policyOf(answer)).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
  });
  expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
  expect(answer.headers).not.toHaveProperty('x-powered-by');
  // It would delete the outbox of the device (default 12).
  expect(answer.headers).not.toHaveProperty('clear-site-data');
  expect(answer.headers).not.toHaveProperty('server');
}

const flood = async (): Promise<LightMyRequestResponse> => {
  for (;;) {
    const answer = await server.app.inject({ url: '/api/openapi.json', remoteAddress: '10.1.1.1' });
    if (answer.statusCode !== 200) return answer;
  }
};

describe('the security headers', () => {
  it.each<[string, number, () => Promise<LightMyRequestResponse>]>([
    ['an answer of the API', 200, () => ana.get('/api/user')],
    ['one without a body', 204, () => server.app.inject('/sanctum/csrf-cookie')],
    ['the probe', 200, () => server.app.inject('/health')],
    ['a file', 200, () => ana.get(`/api/documents/get-file-content/${fileId}`)],
    ['a preview', 200, () => ana.get(`/api/documents/get-file-content/${fileId}?preview=1`)],
    ['an address that can’t be read', 404, () => server.app.inject('/api/%zz')],
    ['a body that can’t be read', 400, async () => broken('{')],
    ['a stranger', 401, () => server.app.inject('/api/user')],
    ['a missing permission', 403, () => ana.send('POST', '/api/alerts', {})],
    [
      'a foreign site',
      403,
      () => ana.inject({ method: 'POST', url: '/logout', headers: { origin: 'https://x.example' } }),
    ],
    ['nothing there', 404, () => ana.get('/api/documents/999999')],
    ['a logout', 204, async () => (await arrive(server.app)).send('POST', '/logout')],
    ['no such address', 404, () => ana.get('/api/nowhere')],
    ['a method that this address does not have', 405, () => ana.inject({ method: 'HEAD', url: '/api/user' })],
    ['too much', 413, () => ana.send('PATCH', '/api/profile', { name: 'x'.repeat(3_000_000) })],
    ['another type', 415, async () => broken('<x/>', 'application/xml')],
    ['no token', 419, () => server.app.inject({ method: 'POST', url: '/login' })],
    ['invalid values', 422, async () => (await arrive(server.app)).send('POST', '/login', {})],
    ['too often', 429, flood],
    ['a failure', 500, () => server.app.inject('/api/broken')],
    ['the page', 200, () => server.app.inject('/')],
    ['an address of the page', 200, () => server.app.inject('/admin/view-document/12')],
    ['an address that no screen has', 404, () => server.app.inject('/livez')],
    ['the same in a browser', 404, () => lost('/admin/livez')],
    ['a script', 200, () => server.app.inject('/assets/main-abc.js')],
    ['the worker', 200, () => server.app.inject('/sw.js')],
    ['a script that is gone', 404, () => server.app.inject('/assets/main-old.js')],
  ])('the security headers are set on %s (%i)', async (_name, status, ask) => {
    const answer = await ask();
    expect(answer.statusCode).toBe(status);
    expectGuarded(answer);
  });

  it('the security headers are set on a stream of events', async () => {
    const answer = await ana.inject({ url: '/api/events', payloadAsStream: true });
    answer.stream().destroy();
    expectGuarded(answer);
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });
});

const lost = (url: string): Promise<LightMyRequestResponse> =>
  server.app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });

describe('addresses of the client', () => {
  it.each([
    '/livez',
    '/healthz',
    '/health/',
    '/admin/nowhere',
    '/documentos/12',
    '/wp-login',
    '/.env',
    '/.vite/manifest.json',
  ])('a probe of %s gets 404 and no page', async (url) => {
    const answer = await server.app.inject(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it.each(['/%2evite/manifest.json', '/.%76ite/manifest.json', '/assets/../.vite/manifest.json'])(
    'the list of the built files is not served as %s',
    async (url) => expect((await server.app.inject(url)).statusCode).toBe(404),
  );

  it('a person who opens an address that no screen has gets the page, which says so, with status 404', async () => {
    const answer = await lost('/admin/nowhere');
    expect([answer.statusCode, answer.body]).toEqual([404, '<!doctype html><title>Malote</title>']);
    expect((await lost('/assets/main-old.js')).body).not.toContain('Malote');
    expect((await lost('/api/nowhere')).body).not.toContain('<title>');
  });

  it.each(['/', '/login', '/admin/home', '/admin/results/caf%C3%A9', '/password-reset/abc?email=a%40b'])(
    'the link to %s opens the page',
    async (url) => {
      const answer = await server.app.inject(url);
      expect([answer.statusCode, answer.body]).toEqual([200, '<!doctype html><title>Malote</title>']);
    },
  );
});

const broken = (payload: string, type = 'application/json'): Promise<LightMyRequestResponse> =>
  ana.inject({ method: 'PATCH', url: '/api/profile', payload, headers: { 'content-type': type } });

describe('Strict-Transport-Security', () => {
  const over = async (protocol: string, options: InjectOptions = {}) =>
    (await server.app.inject({ url: '/', ...options, headers: { 'x-forwarded-proto': protocol } })).headers;

  it('Strict-Transport-Security is sent on https only', async () => {
    for (const url of ['/', '/api/user', '/api/nowhere', '/health']) {
      expect((await over('https', { url }))['strict-transport-security']).toBe('max-age=31536000');
      expect(await over('http', { url })).not.toHaveProperty('strict-transport-security');
    }
  });
});

describe('caching', () => {
  it.each([
    ['/api/user', 'private, no-store'],
    ['/api/documents/999999', 'private, no-store'],
    ['/health', 'no-store'],
    ['/', 'no-cache'],
    ['/admin/view-document/12', 'no-cache'],
    ['/sw.js', 'no-cache'],
    ['/assets/main-abc.js', 'public, max-age=31536000, immutable'],
  ])('the cache header of %s is %s', async (url, kept) => {
    expect((await ana.get(url)).headers['cache-control']).toBe(kept);
  });

  it('a file is never cached, and is shown inside the page only where a PDF or text is asked for inline', async () => {
    const names = ['a.pdf', 'a.txt', 'a.rtf'];
    const contents = [smallPdf(), 'texto', '{\\rtf1 x}'];
    const form = multipart(
      [
        ['content', '<p>Anexos.</p>'],
        ['_method', 'PATCH'],
      ],
      names.map((name, index) => ({ name, content: contents[index] ?? '' })),
    );
    const { id } = await createdDocument(ana, { town: world.pmvi, to: world.pmvi.people.bia, sector: 'SEMED' });
    const replied = await ana.inject({ method: 'POST', url: `/api/documents/${id}`, ...form });
    const files: { id: number; name: string }[] = replied.json().document.interactions[0].files;
    const seen: string[] = [];
    for (const file of files) {
      for (const query of ['', '?preview=1']) {
        const { headers } = await ana.get(`/api/documents/get-file-content/${file.id}${query}`);
        expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' });
        const [kind, type] = ['content-disposition', 'content-type'].map((name) => String(headers[name]));
        seen.push(`${file.name}${query} ${kind?.split(';', 1)[0]} ${type}`);
      }
    }
    expect(seen.sort()).toEqual([
      'a.pdf attachment application/pdf',
      'a.pdf?preview=1 inline application/pdf',
      'a.rtf attachment application/rtf',
      'a.rtf?preview=1 attachment application/rtf',
      'a.txt attachment text/plain; charset=utf-8',
      'a.txt?preview=1 inline text/plain; charset=utf-8',
    ]);
  });
});

describe('the script of a service worker', () => {
  const asWorker = (url: string) => server.app.inject({ url, headers: { 'service-worker': 'script' } });

  it('/sw.js is revalidated on each request', async () => {
    const answer = await asWorker('/sw.js?again');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  it('lets the worker that draws PDFs compile its decoders, and no other file', async () => {
    const policyOf = async (url: string) => String((await server.app.inject(url)).headers['content-security-policy']);
    expect(await policyOf('/assets/pdf-drawing-abc.js')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    for (const url of ['/', '/assets/main-abc.js', '/assets/large-abc.js', '/api/user'])
      expect(await policyOf(url)).not.toContain('unsafe');
  });

  it.each(['/assets/main-abc.js', '/index.html', '/', '/admin/sw.js', '/SW.js', '//sw.js', '/health'])(
    'a service worker cannot be loaded from %s',
    async (url) => {
      expect((await asWorker(url)).statusCode).toBe(404);
    },
  );

  it('a stored file is never a service worker script', async () => {
    const asked = { url: `/api/files/${fileId}/download`, headers: { ...ana.headers(), 'service-worker': 'script' } };
    expect((await server.app.inject(asked)).statusCode).toBe(404);
  });
});

describe('the files of the client', () => {
  it.each([
    ['br, gzip', 'br', 'large-abc.js.br'],
    ['gzip', 'gzip', 'large-abc.js.gz'],
    ['identity', undefined, 'large-abc.js'],
  ] as const)('a client that takes %s gets what the build has compressed: %s', async (accepted, encoding, name) => {
    const url = '/assets/large-abc.js';
    const answer = await server.app.inject({ url, headers: { 'accept-encoding': accepted } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['vary']).toMatch(/accept-encoding/i);
    expect(answer.rawPayload.equals(BUILT[name])).toBe(true);
  });
});
