// A push service on loopback that accepts every notice, unless a test sets another answer.

import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushTransport } from '#server/push/push-sender.ts';

type PushRequest = { readonly headers: IncomingHttpHeaders; readonly body: Buffer; readonly path: string };

export type FakePushService = {
  readonly base: string;
  readonly received: PushRequest[];
  /** Status by path; 201 for a path without one. */
  readonly answers: Map<string, number>;
  /** Redirects requests for a real service to this one, with the same path. */
  readonly transport: PushTransport;
  readonly close: () => Promise<void>;
};

export async function startPushService(): Promise<FakePushService> {
  const received: PushRequest[] = [];
  const answers = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    const path = request.url ?? '';
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks), path });
      response.writeHead(answers.get(path) ?? 201, { location: '/elsewhere' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    received,
    answers,
    async transport({ endpoint, headers, body }) {
      const { 'Content-Length': _measured, ...others } = headers;
      const to = base + new URL(endpoint).pathname;
      return fetch(to, { method: 'POST', headers: others, body: Buffer.from(body), redirect: 'manual' });
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** The subscription that a browser's PushManager gives: JSON text with keys of its own. */
export function subscriptionText(endpoint: string): string {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  return JSON.stringify({ endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } });
}
