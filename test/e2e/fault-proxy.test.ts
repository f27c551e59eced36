import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { createGate } from './gate.ts';

let server: Server;
let proxy: FaultProxy;
/** The bodies that the server has received, in order. */
let received: string[];

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      return;
    }
    bodyOf(request).then(
      (body) => {
        received.push(body);
        response.end(`ok ${body.length}`);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  proxy = await startFaultProxy({ targetPort: () => port });
});

afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** The message of fetch when the connection breaks before or during the answer. */
const BROKEN = /fetch failed|terminated/;

const post = (body: string, key?: string, signal?: AbortSignal) =>
  fetch(`${proxy.url}/w`, {
    method: 'POST',
    body,
    ...(signal === undefined ? {} : { signal }),
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

describe('the fault proxy', () => {
  it('passes a request that no rule meets, large bodies included', async () => {
    const answer = await post('x'.repeat(3_000_000));
    expect(await answer.text()).toBe('ok 3000000');
    expect(proxy.passages).toMatchObject([{ method: 'POST', url: '/w', fault: null, status: 200 }]);
  });

  it('passes server-sent events while their stream is open', async () => {
    const answer = await fetch(`${proxy.url}/events`);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe('data: 1\n\n');
    expect(proxy.passages).toMatchObject([{ url: '/events', status: 200, answeredMs: null }]);
    await reader.cancel();
  });

  it('drops a request before the server receives it', async () => {
    proxy.add({ methods: ['POST'], fault: { kind: 'drop-request' }, times: 1 });
    await expect(post('lost')).rejects.toThrow(BROKEN);
    expect(received).toEqual([]);
    expect((await post('seen')).status).toBe(200);
    expect(received).toEqual(['seen']);
  });

  it('drops the answer after the server has done the work, once per idempotency key', async () => {
    proxy.add({ fault: { kind: 'drop-answer' }, oncePerKey: true });
    await expect(post('a', 'k1')).rejects.toThrow(BROKEN);
    await expect(post('b', 'k2')).rejects.toThrow(BROKEN);
    expect((await post('a', 'k1')).status).toBe(200);
    expect((await post('no key')).status).toBe(200);
    expect(received).toEqual(['a', 'b', 'a', 'no key']);
  });

  it('sends a request twice and passes the second answer', async () => {
    proxy.add({ fault: { kind: 'duplicate' }, times: 1 });
    expect(await (await post('twice')).text()).toBe('ok 5');
    expect(received).toEqual(['twice', 'twice']);
  });

  it('answers as a captive portal, with any status, late, or with a TCP reset', async () => {
    const lift = proxy.add({ fault: { kind: 'portal' } });
    const portal = await post('p');
    expect(portal.status).toBe(200);
    expect(portal.headers.get('content-type')).toContain('text/html');
    lift();
    proxy.add({ fault: { kind: 'status', status: 503, headers: { 'retry-after': '1' } }, times: 1 });
    expect((await post('s')).headers.get('retry-after')).toBe('1');
    proxy.add({ fault: { kind: 'reset' }, times: 1 });
    await expect(post('r').then((answer) => answer.text())).rejects.toThrow(BROKEN);
    proxy.add({ fault: { kind: 'delay', ms: 120 }, times: 1 });
    const started = performance.now();
    expect((await post('d')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(100);
  });

  it.each([
    ['request', []],
    ['answer', ['late']],
  ] as const)(
    'holds up a %s until it is let go, and passes it on also when its device is gone',
    async (what, before) => {
      const gate = createGate();
      proxy.add({ fault: { kind: 'hold', what, gate }, keys: new Set(['k']) });
      expect((await post('other', 'o')).status).toBe(200);
      received = [];
      const device = new AbortController();
      const gone = post('late', 'k', device.signal).catch(() => 'gone');
      await expect.poll(() => gate.held).toEqual(['k']);
      expect(received).toEqual(before);
      device.abort();
      expect(await gone).toBe('gone');
      gate.release('pass');
      await expect.poll(() => received).toEqual(['late']);

      const lost = post('lost', 'k');
      await expect.poll(() => gate.held).toEqual(['k']);
      gate.release('drop');
      await expect(lost).rejects.toThrow(BROKEN);
      const passed = post('passed', 'k');
      await expect.poll(() => gate.held).toEqual(['k']);
      gate.release('pass');
      expect(await (await passed).text()).toBe('ok 6');
      expect(received).toEqual(what === 'request' ? ['late', 'passed'] : ['late', 'lost', 'passed']);
    },
  );

  it('throttles requests and answers', async () => {
    proxy.add({ fault: { kind: 'throttle', bytesPerSecond: 20_000 }, times: 1 });
    const started = performance.now();
    expect((await post('x'.repeat(10_000))).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(400);
  });

  it('refuses connections while it is down and comes back at the same address', async () => {
    await proxy.setDown(true);
    await expect(post('x')).rejects.toThrow(BROKEN);
    await proxy.setDown(false);
    expect((await post('x')).status).toBe(200);
  });
});
