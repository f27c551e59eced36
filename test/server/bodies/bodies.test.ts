import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePdf } from '#server/demo/seed-files.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart } from '../harness/multipart.ts';
import { probes } from '../harness/probe-routes.ts';
import type { TestClient } from '../harness/test-client.ts';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({ demo: true, routes: probes });
  client = await server.login('servidor.semob@pmvi.example');
});
afterAll(() => server.close());

const post = (payload: Buffer | string, type = multipart([]).headers['content-type']) =>
  client.inject({ method: 'POST', url: '/api/probe', payload, headers: { 'content-type': type } });
const send = (form: ReturnType<typeof multipart>) => post(form.payload);

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
    const form = await post(
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
        ['title', 'Água'],
        ['ids[0]', '1'],
        ['ids[1]', '2'],
        ['on', 'true'],
        ['tags[0][title]', 'chuva'],
      ]),
    );
    for (const response of [json, form, parts]) expect(response.json().body).toEqual(expected);
  });

  it.each([
    ['text that is not JSON', '{', 'application/json'],
    ['a list', '[1]', 'application/json'],
    ['a prototype', '{"__proto__":{"on":true}}', 'application/json'],
    ['truncated multipart', multipart([['title', 'x']]).payload.subarray(0, -12), undefined],
    ['a truncated file', multipart([], [{ name: 'a.pdf', content: PDF }]).payload.subarray(0, 300), undefined],
    ['multipart without a boundary', 'x', 'multipart/form-data'],
  ])('a body is answered 400: %s', async (_name, payload, type) => {
    expect((await post(payload, type)).statusCode).toBe(400);
  });

  it('a body of another type is answered 415, a too large one 413', async () => {
    expect((await post('<x/>', 'application/xml')).statusCode).toBe(415);
    expect((await post(JSON.stringify({ title: 'x'.repeat(3_000_000) }), 'application/json')).statusCode).toBe(413);
    expect((await send(multipart([['title', 'x'.repeat(1_100_000)]]))).statusCode).toBe(413);
  });
});

describe('files', () => {
  it('files are stored, hashed and named before the handler runs', async () => {
    const response = await send(multipart([], [{ name: '..\\Ofício 1.pdf', content: PDF }]));
    const [file] = response.json().files;
    expect(file).toMatchObject({ mimeType: 'application/pdf', size: PDF.length, sha256: sha256(PDF) });
    expect(file.name).not.toMatch(/[\\/]/);
    expect(file.name).toContain('Ofício');
    expect(await buffer((await server.services.files.open(file.storageKey)).stream)).toEqual(PDF);
  });

  it.each([
    ['planta %22nova%22.pdf', 'planta -nova-.pdf'],
    ['linha%0D%0Aquebrada.pdf', 'linha quebrada.pdf'],
    ['10%20 de desconto.pdf', '10%20 de desconto.pdf'],
  ])('a form writes quotes and line breaks of a name as escapes: %s is kept as %s', async (sent, kept) => {
    const response = await send(multipart([], [{ name: sent, content: PDF }]));
    expect(response.json().files[0].name).toBe(kept);
  });

  it.each([
    [
      'another type',
      'foto.heic',
      Buffer.from('x'),
      422,
      'Tipo de arquivo não aceito. Envie PDF, DOC, DOCX, ODT, RTF ou TXT.',
    ],
    [
      'another content',
      'a.docx',
      PDF,
      422,
      'a.docx: O conteúdo do arquivo não corresponde ao tipo dele. É um PDF: mude o fim do nome para .pdf e anexe-o de novo.',
    ],
    ['no content', 'a.txt', Buffer.alloc(0), 422, 'O arquivo está vazio.'],
    ['too much content', 'a.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), 413, 'O arquivo passa de 20 MB.'],
  ])('a file with %s is refused', async (_name, filename, content, status, message) => {
    const response = await send(multipart([], [{ name: filename, content }]));
    expect(response.statusCode).toBe(status);
    expect(response.json().errors.files).toEqual([message]);
  });

  it('a file of exactly 20 MB is accepted', async () => {
    const response = await send(multipart([], [{ name: 'a.txt', content: Buffer.alloc(20 * 1024 * 1024, 'a') }]));
    expect(response.statusCode).toBe(200);
  });

  it('a request carries at most 20 files and at most 60 MB', async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({
      name: `${index}.txt`,
      content: Buffer.from('a'),
    }));
    expect((await send(multipart([], many))).statusCode).toBe(413);
    const large = Array.from({ length: 4 }, (_, index) => ({
      name: `${index}.txt`,
      content: Buffer.alloc(16 * 1024 * 1024, 'a'),
    }));
    expect((await send(multipart([], large))).statusCode).toBe(413);
  });

  it('a file whose bytes differ from those the device kept is refused', async () => {
    const parts = (hash: string) =>
      multipart([['files_sha256[0]', hash]], [{ name: 'a.pdf', content: PDF, field: 'files[0]' }]);
    expect((await send(parts(sha256(PDF)))).statusCode).toBe(200);
    const changed = await send(parts('0'.repeat(64)));
    expect(changed.statusCode).toBe(422);
    expect(changed.json().errors).toHaveProperty('files');
  });
});
