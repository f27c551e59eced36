import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { route } from '#server/http/route.ts';
import { writePdf } from '#server/demo/pdf.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import type { TestClient } from '../harness/test-client.ts';

const Body = v.object({
  title: v.optional(v.string(), ''),
  ids: v.optional(v.array(v.number()), []),
  on: v.optional(v.boolean(), false),
  tags: v.optional(v.array(v.object({ title: v.string() })), []),
  files_sha256: v.optional(v.array(v.string()), []),
});

/** Answers what the handler received. */
function probes(app: FastifyInstance): void {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    route(app, {
      method,
      url: '/api/probe',
      access: method === 'DELETE' ? 'delete_users' : 'authenticated',
      summary: 'Echoes.',
      body: Body,
      files: { field: 'files', accept: 'documents' },
      handler: async ({ body, files, command }) => ({ method, body, files, command }),
    });
  }
  route(app, {
    method: 'PATCH',
    url: '/api/probe/:id',
    access: 'update_alerts',
    summary: 'Echoes an id.',
    params: v.object({ id: v.pipe(v.number(), v.minValue(1)) }),
    handler: async ({ params }) => params,
  });
  route(app, {
    method: 'GET',
    url: '/api/broken',
    access: 'authenticated',
    summary: 'Breaks.',
    handler: async () => {
      throw new Error('select secret from /srv/malote');
    },
  });
}

let server: TestServer;
let client: TestClient;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ demo: true, routes: probes });
  client = await server.login('servidor.semob@pmvi.example');
  admin = await server.login('admin@pmvi.example');
});
afterAll(() => server.close());

type Part = { name: string; value: string } | { name: string; file: Buffer; filename: string };
const BOUNDARY = 'limite';

function multipart(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap((part) => [
    Buffer.from(
      'file' in part
        ? `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part.name}"; filename="${part.filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`
        : `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part.name}"\r\n\r\n`,
    ),
    'file' in part ? part.file : Buffer.from(part.value),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const send = (payload: Buffer | string, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  client.inject({ method: 'POST', url: '/api/probe', payload, headers: { 'content-type': type } });

const PDF = writePdf({ title: 'Ofício', lines: ['Texto'] });
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('bodies', () => {
  const expected = { title: 'Água', ids: [1, 2], on: true, tags: [{ title: 'chuva' }], files_sha256: [] };

  it('a body means the same as JSON, form and multipart', async () => {
    const json = await client.send('POST', '/api/probe', {
      title: 'Água',
      ids: [1, 2],
      on: true,
      tags: [{ title: 'chuva' }],
    });
    const form = await send(
      new URLSearchParams([
        ['title', 'Água'],
        ['ids[]', '1'],
        ['ids[]', '2'],
        ['on', '1'],
        ['tags[0][title]', 'chuva'],
      ]).toString(),
      'application/x-www-form-urlencoded',
    );
    const parts = await send(
      multipart([
        { name: 'title', value: 'Água' },
        { name: 'ids[0]', value: '1' },
        { name: 'ids[1]', value: '2' },
        { name: 'on', value: 'true' },
        { name: 'tags[0][title]', value: 'chuva' },
      ]),
    );
    for (const response of [json, form, parts]) expect(response.json().body).toEqual(expected);
  });

  it.each([
    ['text that is not JSON', '{', 'application/json'],
    ['a list', '[1]', 'application/json'],
    ['a prototype', '{"__proto__":{"on":true}}', 'application/json'],
    ['truncated multipart', multipart([{ name: 'title', value: 'x' }]).subarray(0, -12), undefined],
    ['a truncated file', multipart([{ name: 'files[]', file: PDF, filename: 'a.pdf' }]).subarray(0, 300), undefined],
    ['multipart without a boundary', 'x', 'multipart/form-data'],
  ])('a body is answered 400: %s', async (_name, payload, type) => {
    expect((await send(payload, type)).statusCode).toBe(400);
  });

  it('a body of another type is answered 415, a too large one 413', async () => {
    expect((await send('<x/>', 'application/xml')).statusCode).toBe(415);
    expect((await send(JSON.stringify({ title: 'x'.repeat(3_000_000) }), 'application/json')).statusCode).toBe(413);
    expect((await send(multipart([{ name: 'title', value: 'x'.repeat(1_100_000) }]))).statusCode).toBe(413);
  });
});

describe('files', () => {
  it('files are stored, hashed and named before the handler runs', async () => {
    const response = await send(multipart([{ name: 'files[]', file: PDF, filename: '..\\Ofício 1.pdf' }]));
    const [file] = response.json().files;
    expect(file).toMatchObject({ mimeType: 'application/pdf', size: PDF.length, sha256: sha256(PDF) });
    expect(file.name).not.toMatch(/[\\/]/);
    expect(file.name).toContain('Ofício');
    expect(await buffer((await server.services.files.open(file.storageKey)).stream)).toEqual(PDF);
  });

  it.each([
    [
      'another type',
      'foto.heic',
      Buffer.from('x'),
      422,
      'Tipo de arquivo não aceito. Envie TXT, RTF, DOC, DOCX, ODT ou PDF.',
    ],
    ['another content', 'a.docx', PDF, 422, 'O conteúdo do arquivo não corresponde ao tipo dele.'],
    ['no content', 'a.txt', Buffer.alloc(0), 422, 'O arquivo está vazio.'],
    ['too much content', 'a.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), 413, 'O arquivo passa de 20 MB.'],
  ])('a file with %s is refused', async (_name, filename, file, status, message) => {
    const response = await send(multipart([{ name: 'files[]', file, filename }]));
    expect(response.statusCode).toBe(status);
    expect(response.json().errors.files).toEqual([message]);
  });

  it('a file of exactly 20 MB is accepted', async () => {
    const response = await send(
      multipart([{ name: 'files[]', file: Buffer.alloc(20 * 1024 * 1024, 'a'), filename: 'a.txt' }]),
    );
    expect(response.statusCode).toBe(200);
  });

  it('a request carries at most 20 files and at most 60 MB', async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({
      name: 'files[]',
      file: Buffer.from('a'),
      filename: `${index}.txt`,
    }));
    expect((await send(multipart(many))).statusCode).toBe(413);
    const large = Array.from({ length: 4 }, (_, index) => ({
      name: 'files[]',
      file: Buffer.alloc(16 * 1024 * 1024, 'a'),
      filename: `${index}.txt`,
    }));
    expect((await send(multipart(large))).statusCode).toBe(413);
  });

  it('a file whose bytes differ from those the device kept is refused', async () => {
    const parts = (hash: string): Buffer =>
      multipart([
        { name: 'files_sha256[0]', value: hash },
        { name: 'files[0]', file: PDF, filename: 'a.pdf' },
      ]);
    expect((await send(parts(sha256(PDF)))).statusCode).toBe(200);
    const changed = await send(parts('0'.repeat(64)));
    expect(changed.statusCode).toBe(422);
    expect(changed.json().errors).toHaveProperty('files');
  });
});

describe('the method override', () => {
  it.each(['PUT', 'PATCH', 'put'])('the method override takes %s from a POST body of any type', async (method) => {
    expect((await client.send('POST', '/api/probe', { _method: method })).json().method).toBe(method.toUpperCase());
    expect((await send(multipart([{ name: '_method', value: method }]))).json().method).toBe(method.toUpperCase());
  });

  it.each(['GET', 'POST', 'HEAD', 'TRACE', ''])('the method override does not take "%s"', async (method) => {
    expect((await client.send('POST', '/api/probe', { _method: method })).statusCode).toBe(405);
  });

  it('the method override works on POST only', async () => {
    expect((await client.send('PUT', '/api/probe', { _method: 'PATCH' })).json().method).toBe('PUT');
  });

  it('an overridden method needs the permission of the effective method', async () => {
    expect((await client.send('POST', '/api/probe', { _method: 'DELETE' })).statusCode).toBe(403);
    expect((await client.send('DELETE', '/api/probe', {})).statusCode).toBe(403);
    expect((await admin.send('POST', '/api/probe', { _method: 'DELETE' })).json().method).toBe('DELETE');
    expect((await client.send('POST', '/api/probe/3', { _method: 'PATCH' })).statusCode).toBe(403);
    expect((await admin.send('POST', '/api/probe/3', { _method: 'PATCH' })).json()).toEqual({ id: 3 });
  });
});

describe('access', () => {
  it('a client that is not logged in is refused before its body is read', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/user' });
    expect(response.statusCode).toBe(401);
  });

  it.each(['/api/probe/0', '/api/probe/x', '/api/probe/-1'])('%s is answered as not found', async (url) => {
    expect((await admin.send('PATCH', url, {})).statusCode).toBe(404);
  });

  it('a write is accepted only from the person who queued it', async () => {
    const mine = { 'x-acting-user': String(client.userId) };
    const theirs = { 'x-acting-user': String(admin.userId) };
    const attempt = (headers: Record<string, string>) =>
      client.inject({ method: 'POST', url: '/api/probe', payload: {}, headers });
    expect((await attempt(mine)).statusCode).toBe(200);
    const refused = await attempt(theirs);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().type).toBe('actor_mismatch');
  });

  it('a route cannot be declared twice for the same method and address', () => {
    const twice = (): void =>
      route(server.app, { method: 'PUT', url: '/api/probe', access: 'public', summary: '', handler: async () => null });
    expect(twice).toThrow('declared twice');
  });
});

describe('command headers', () => {
  const at = async (performedAt: string) => {
    const response = await client.inject({
      method: 'POST',
      url: '/api/probe',
      payload: {},
      headers: { 'x-performed-at': performedAt },
    });
    return response.json().command;
  };

  it('plausible command headers are believed', async () => {
    const performedAt = new Date(Date.now() - 20).toISOString();
    await client.get('/api/user');
    const command = await at(performedAt);
    expect(command).toMatchObject({ performedAt, clockSuspect: false });
  });

  it.each([
    ['the future', new Date(Date.now() + 3_600_000).toISOString()],
    ['before the last login', '2020-01-01T10:00:00.000Z'],
    ['no instant', 'ontem'],
  ])('an action time is replaced by the arrival time and marked: %s', async (_name, performedAt) => {
    const command = await at(performedAt);
    expect(command.clockSuspect).toBe(true);
    expect(Math.abs(Date.parse(command.performedAt) - Date.now())).toBeLessThan(10_000);
  });

  it('command headers are believed after a new login to send what was queued (S12)', async () => {
    const performedAt = new Date(Date.now() - 20).toISOString();
    const { email } = (await client.get('/api/user')).json();
    client = await server.login(email);
    expect(await at(performedAt)).toMatchObject({ performedAt, clockSuspect: false });
  });

  it('a key that is not a UUID is answered 422', async () => {
    const response = await client.inject({
      method: 'POST',
      url: '/api/probe',
      payload: {},
      headers: { 'idempotency-key': 'x' },
    });
    expect(response.statusCode).toBe(422);
  });
});

describe('errors', () => {
  it('an error answer discloses nothing of the server’s internals', async () => {
    const response = await client.get('/api/broken');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ message: 'Erro interno. Tente de novo em instantes.' });
  });

  it('an error answer has the security headers', async () => {
    const response = await client.get('/api/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
  });
});
