// Two server processes' worth of application over one database: what is created through one reaches
// a device that is connected to the other, by the live hint and the next pull.

import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness/harness.ts';
import { createdDocument } from '../harness/new-document.ts';
import { startSecondServer, type SecondServer } from '../harness/second-server.ts';
import type { TestClient } from '../harness/test-client.ts';
import { createWorld, type World } from '../harness/world.ts';

let first: TestServer;
let second: SecondServer;
let world: World;

beforeAll(async () => {
  first = await startTestServer();
  world = await createWorld(first);
  second = await startSecondServer(first);
  await second.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await second.close();
  await world.close();
  await first.close();
});

/** Answers when the second server has said "more" to this person. */
function hint(client: TestClient): { ready: Promise<void>; more: Promise<void>; end: () => void } {
  const { port } = second.app.server.address() as AddressInfo;
  let open: () => void = () => undefined;
  let tell: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (open = resolve));
  const more = new Promise<void>((resolve) => (tell = resolve));
  const asked = request({ host: '127.0.0.1', port, path: '/api/events', headers: client.headers() }, (answer) => {
    open();
    let heard = '';
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => {
      heard += text;
      if (heard.includes('event: more')) tell();
    });
  });
  // `end` closes the connection, which is an error for the request.
  asked.on('error', () => undefined);
  asked.end();
  return { ready, more, end: () => asked.destroy() };
}

it('a document created through one server is announced by the other, and pulled from it, within a second', async () => {
  const { people } = world.pmvi;
  const bia = await world.as(people.bia);
  const ana = await world.as(people.ana);
  const before = await second.app.inject({ url: '/api/sync/changes?limit=500', headers: bia.headers() });
  const live = hint(bia);
  await live.ready;

  const document = await createdDocument(ana, { town: world.pmvi, to: people.bia, sector: 'SEMED' });
  const createdAt = performance.now();
  await live.more;
  let cursor = before.json().next_cursor as string;
  for (let met = false; !met;) {
    const page = await second.app.inject({
      url: `/api/sync/changes?limit=500&cursor=${encodeURIComponent(cursor)}`,
      headers: bia.headers(),
    });
    expect(page.statusCode).toBe(200);
    const { changes, next_cursor, has_more } = page.json();
    met = changes.some(
      (change: { collection: string; id: number }) => change.collection === 'documents' && change.id === document.id,
    );
    expect(met || has_more).toBe(true);
    cursor = next_cursor;
  }
  const took = performance.now() - createdAt;
  process.stdout.write(`created through one server, on the other's device: ${Math.round(took)} ms\n`);
  expect(took).toBeLessThan(1000);
  live.end();
});
