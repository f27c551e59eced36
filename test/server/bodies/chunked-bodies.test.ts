// Bodies sent in chunks don't say how long they will be: the limits hold by what has come (rule C9;
// defaults 4, 8).

import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { townPerFile } from '../harness/fixtures.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import type { TestClient } from '../harness/test-client.ts';
import type { World } from '../harness/world.ts';

let world: World;
let ana: TestClient;

townPerFile.beforeAll(({ town }) => void ({ world, ana } = town));

const MIB = 1024 * 1024;

function* chunks(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += MIB) yield body.subarray(at, at + MIB);
}

/** Without Content-Length. */
const send = (form: { payload: Buffer; headers: { 'content-type': string } }) =>
  ana.inject({
    method: 'POST',
    url: '/api/documents',
    payload: Readable.from(chunks(form.payload)),
    headers: { ...form.headers, 'transfer-encoding': 'chunked' },
  });

const file = (name: string, bytes: number) => ({ name, content: Buffer.alloc(bytes, 'a') });
const documents = async () =>
  (await world.query<{ total: string }>('select count(*) as total from documents'))[0]?.total;

describe('a body in chunks', () => {
  it('a body in chunks within the limits is accepted', async () => {
    const { sectors, people, subjects } = world.pmvi;
    const form = multipart(
      [
        ['document_subject_id', String(subjects.free)],
        ['type', 'general_document'],
        ['organization_ids[]', String(sectors.SEMED)],
        ['user_ids[]', String(people.bia.id)],
        ['title', 'Em pedaços'],
        ['physical_document_number', '1/2026'],
        ['limit_date', '2031-01-31'],
        ['content', '<p>Segue.</p>'],
      ],
      [file('a.txt', 3 * MIB), { name: 'b.pdf', content: smallPdf() }],
    );
    const answer = await send(form);
    expect(answer.statusCode).toBe(201);
    expect(answer.json().document.files).toMatchObject([{ size: 3 * MIB }, { name: 'b.pdf' }]);
  });

  it.each<[string, () => ReturnType<typeof multipart>, string]>([
    [
      'files of more than 60 MB together',
      () =>
        multipart(
          [],
          ['a', 'b', 'c', 'd'].map((name) => file(`${name}.txt`, 16 * MIB)),
        ),
      'Os arquivos juntos passam de 60 MB.',
    ],
    ['a file of more than 20 MB', () => multipart([], [file('a.txt', 20 * MIB + 1)]), 'O arquivo passa de 20 MB.'],
    [
      '21 files',
      () =>
        multipart(
          [],
          Array.from({ length: 21 }, (_, n) => file(`${n}.txt`, 1)),
        ),
      'Envie no máximo 20 arquivos.',
    ],
    [
      'fields of more than 4 MB together',
      () => multipart(Array.from({ length: 5 }, (_, n) => [`f${n}`, 'x'.repeat(1_000_000)] as const)),
      'O texto é longo demais.',
    ],
    ['a field of more than 1 MB', () => multipart([['title', 'x'.repeat(MIB + 1)]]), 'O texto é longo demais.'],
    [
      'more fields than a bulk call has',
      () => multipart(Array.from({ length: 1000 }, (_, n) => [`user_ids[${n}]`, '1'] as const)),
      'O texto é longo demais.',
    ],
    [
      'JSON of more than 2 MB',
      () => ({
        payload: Buffer.from(JSON.stringify({ title: 'x'.repeat(3 * MIB) })),
        headers: { 'content-type': 'application/json' },
      }),
      'O envio é grande demais.',
    ],
  ])('a body in chunks with %s is answered 413', async (_name, form, message) => {
    const before = await documents();
    const answer = await send(form());
    expect(answer.statusCode).toBe(413);
    expect(Object.values(answer.json<{ errors: object }>().errors).flat()).toEqual([message]);
    expect(await documents()).toBe(before);
  });

  it('a body in chunks that ends too early is answered 400', async () => {
    const { payload, headers } = multipart([], [file('a.txt', 2 * MIB)]);
    expect((await send({ payload: payload.subarray(0, MIB + 10), headers })).statusCode).toBe(400);
  });
});
