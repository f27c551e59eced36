// Writers of one person at once, whose files are counted (S158): creations and replies lock the
// same rows, in one order.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { multipart, smallPdf } from '../harness/multipart.ts';
import { createdDocument, postDocument } from '../harness/new-document.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

const ROUNDS = 10;
let server: TestServer;
let world: World;
let ana: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  ana = await world.as(world.pmvi.people.ana);
});
afterAll(async () => {
  await world.close();
  await server.close();
});

it('replies and creations with files of one person, made at the same moment, wait for each other and are all registered', async () => {
  const { pmvi } = world;
  const made = { town: pmvi, to: pmvi.people.bia, sector: 'SEMED' as const };
  const documents = await Promise.all([1, 2, 3].map(() => createdDocument(ana, made)));
  const create = () => postDocument(ana, { ...made, headers: { 'idempotency-key': randomUUID() } });
  const reply = (id: number) => {
    const { payload, headers } = multipart(
      [
        ['_method', 'PATCH'],
        ['content', '<p>Segue.</p>'],
      ],
      [{ field: 'files[0]', name: 'a.pdf', type: 'application/pdf', content: smallPdf() }],
    );
    return ana.inject({
      method: 'POST',
      url: `/api/documents/${id}`,
      payload,
      headers: { ...headers, 'idempotency-key': randomUUID() },
    });
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(documents.flatMap(({ id }) => [create(), reply(id)]));
    expect(answers.map(({ statusCode, body }) => (statusCode < 300 ? 'registered' : body))).toEqual(
      answers.map(() => 'registered'),
    );
  }
});
