// Our server passes the kit (test/conform) over its own HTTP. The kit must also say what is broken:
// the same server behind a proxy that spoils requests and answers.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { conform, type Verdict } from '../../conform/kit.ts';
import { startFaultProxy } from '../../e2e/fault-proxy.ts';
import { startTestServer, type TestServer } from '../harness/harness.ts';

const ACCOUNTS = {
  password: 'malote-demo',
  first: 'gestor.semob@pmvi.example',
  second: 'servidor.semed@pmvi.example',
  outsider: 'servidor@cmvi.example',
};

/** A run of the kit is some hundred requests. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => vi.resetConfig());

let server: TestServer;
let address: URL;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(() => server.close());

const verdictsOf = (url: URL): Promise<readonly Verdict[]> => conform(url, { accounts: ACCOUNTS });

/**
 * A server that forgets keys, ignores authors and what they saw, and whose feed has no documents,
 * nor the session when it changes.
 */
async function spoilt(request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  for (const name of ['connection', 'host', 'idempotency-key', 'x-acting-user']) headers.delete(name);
  let body = Buffer.from(await request.arrayBuffer());
  // As long as the name that it takes the place of.
  body = Buffer.from(body.toString('latin1').replaceAll('name="based_on[', 'name="not_read['), 'latin1');
  const path = request.url.slice(new URL(request.url).origin.length);
  const { method } = request;
  const answer = await fetch(new URL(path, address), { method, headers, ...(body.length > 0 && { body }) });
  if (!path.startsWith('/api/sync/changes') || answer.status !== 200) return answer;
  const page = (await answer.json()) as { snapshot: boolean; changes: { collection: string }[] };
  const isLeft = ({ collection }: { collection: string }) =>
    collection !== 'documents' && (collection !== 'session' || page.snapshot);
  return Response.json({ ...page, changes: page.changes.filter(isLeft) });
}

async function startSpoilt() {
  const proxy = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const { method = 'GET', url = '/' } = incoming;
      const body = Buffer.concat(chunks);
      const headers = Object.entries(incoming.headers).map(
        ([name, value]) => [name, String(value)] as [string, string],
      );
      const answer = await spoilt(
        new Request(new URL(url, address), { method, headers, ...(body.length > 0 && { body }) }),
      );
      const kept = [...answer.headers].filter(
        ([name]) => !/^(?:content-(?:encoding|length)|transfer-encoding|set-cookie)$/.test(name),
      );
      outgoing.writeHead(answer.status, { ...Object.fromEntries(kept), 'set-cookie': answer.headers.getSetCookie() });
      for await (const part of answer.body ?? []) outgoing.write(part);
      outgoing.end();
    })().catch(() => outgoing.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

it('the server keeps every promise of the kit over HTTP', async () => {
  const verdicts = await verdictsOf(address);
  expect(verdicts.filter(({ seen, lacks }) => seen !== null || lacks !== null)).toEqual([]);
});

it('the kit says of a server without the calls for files ahead that it does not offer them', async () => {
  const proxy = await startFaultProxy({ targetPort: () => Number(address.port) });
  const body = JSON.stringify({ message: 'Não encontrado.' });
  const headers = { 'content-type': 'application/json' };
  proxy.add({ path: /^\/api\/sync\/uploads\//, fault: { kind: 'status', status: 404, headers, body } });
  const verdicts = await verdictsOf(new URL(proxy.url));
  await proxy.close();
  expect(verdicts.flatMap(({ lacks }) => lacks ?? [])).toEqual(Array(5).fill('no uploads'));
  expect(verdicts.filter(({ seen }) => seen !== null)).toEqual([]);
});

it('the kit calls a spoilt server broken in everything that was spoilt, and in nothing else', async () => {
  const proxy = await startSpoilt();
  try {
    const verdicts = await verdictsOf(proxy.url);
    expect(verdicts.filter(({ lacks }) => lacks !== null)).toEqual([]);
    const kept = verdicts.filter(({ seen }) => seen === null);
    expect(kept.map(({ promise }) => promise)).toEqual([
      'a wrong password lets nobody in, and the right one does afterwards',
      'nobody enters without the solution of the human check, and a solution is good once',
      'a body cut at 0 % has no effect, and the whole body afterwards has one',
      'a body cut at 30 % has no effect, and the whole body afterwards has one',
      'a body cut at 60 % has no effect, and the whole body afterwards has one',
      'a body cut at 99 % has no effect, and the whole body afterwards has one',
      'the same key of another person is another key',
      'a refusal is not remembered: the same key is judged again',
      'replies stand in the order in which they were sent',
      'of the writes of two people at once none is lost',
      'a device whose clock is -87600 h off is not refused for it',
      'a device whose clock is -1 h off is not refused for it',
      'a device whose clock is +1 h off is not refused for it',
      'a device whose clock is +87600 h off is not refused for it',
      'a write without a token is refused with 419, without a session with 401',
      'a reply is registered although the document was transferred meanwhile',
      'a person of another tenant is told nothing: no row, no document, no receipt',
      'a cursor that the server never made is refused or begins a new walk',
      'an open stream of events says within seconds that there is more',
      'the bytes of a file come back as they were sent',
      'a part that arrived changed or begins elsewhere is refused, and nothing of it stays',
      '40 bodies of random bytes are refused, as JSON and as a form',
      'members of a wrong kind are refused, each by its name or as a whole',
      'JSON nested 20,000 deep is refused, and a search of 10,000 letters does no harm',
      'script in a text is not given back',
      'an address that does not exist, or with bytes that are no text, is refused',
    ]);
  } finally {
    proxy.close();
  }
});
