// The network between a device and the server: an HTTP proxy on loopback. It passes everything
// (events and uploads as they stream) until a rule says otherwise. Its address stays the same while
// the server behind it stops and starts.

import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type ActiveRule, activate, type Fault, type FaultRule, meet } from './faults.ts';
import { throttled } from './throttled.ts';

export type Passage = {
  readonly method: string;
  readonly url: string;
  readonly key: string | null;
  readonly fault: Fault['kind'] | null;
  /** Epoch ms at which the request arrived. */
  readonly atMs: number;
  /** HTTP status; null: no answer has begun to reach the device. */
  status: number | null;
  /** Bytes of the body that were passed on to the server. */
  bodyBytes: number;
  /** Epoch ms at which the answer was complete; null: it is not. */
  answeredMs: number | null;
  /** It is over for the device: answered, cut or given up. */
  isOver: boolean;
};

export type FaultProxy = {
  readonly url: string;
  /** Every request, oldest first. */
  readonly passages: readonly Passage[];
  /**
   * Puts a rule in force and returns a function that ends it. The rule that was added first meets a
   * request first.
   */
  add(rule: FaultRule): () => void;
  clear(): void;
  /** Down: new connections are refused and open ones are cut, as without network. */
  setDown(down: boolean): Promise<void>;
  readonly isDown: boolean;
  close(): Promise<void>;
};

const PORTAL_PAGE = '<!doctype html><title>Wi-Fi</title><h1>Entre para navegar</h1>';

/**
 * Starts a proxy on `port`, or on a free one. `targetPort` is called for every request, so the
 * server may change its port.
 */
export async function startFaultProxy(options: { targetPort: () => number; port?: number }): Promise<FaultProxy> {
  const rules: ActiveRule[] = [];
  const passages: Passage[] = [];
  const sockets = new Set<Socket>();
  const uncut = new WeakMap<Fault, number>();

  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 1_000 }, (request, response) => {
    const fault = meet(rules, request);
    const passage: Passage = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      key: (request.headers['idempotency-key'] as string | undefined) ?? null,
      fault: fault?.kind ?? null,
      atMs: Date.now(),
      status: null,
      bodyBytes: 0,
      answeredMs: null,
      isOver: false,
    };
    passages.push(passage);
    response.on('close', () => {
      passage.isOver = true;
    });
    response.on('finish', () => {
      passage.status = response.statusCode;
      passage.answeredMs = Date.now();
    });
    pass({ request, response, fault, passage, port: options.targetPort(), uncut }).catch(() =>
      request.socket.destroy(),
    );
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  });

  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve((server.address() as AddressInfo).port);
      });
    });
  const stopListening = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });

  const port = await listen(options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    passages,
    add(rule) {
      const active = activate(rule);
      rules.push(active);
      return () => {
        const index = rules.indexOf(active);
        if (index >= 0) rules.splice(index, 1);
      };
    },
    clear: () => void rules.splice(0),
    async setDown(down) {
      if (down) await stopListening();
      else if (!server.listening) await listen(port);
    },
    get isDown() {
      return !server.listening;
    },
    close: stopListening,
  };
}

type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  fault: Fault | null;
  passage: Passage;
  port: number;
  /** Bytes that passed under each rule that cuts, since its last cut. */
  uncut: WeakMap<Fault, number>;
};

async function pass({ request, response, fault, passage, port, uncut }: Call): Promise<void> {
  if (fault?.kind === 'drop-request') {
    request.socket.destroy();
    return;
  }
  if (fault?.kind === 'portal') {
    answer(response, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: PORTAL_PAGE });
    return;
  }
  if (fault?.kind === 'status') {
    answer(response, { status: fault.status, headers: { ...fault.headers }, body: fault.body ?? '' });
    return;
  }
  if (fault?.kind === 'duplicate') {
    await twice({ request, response, port });
    return;
  }
  if (fault?.kind === 'hold') {
    await heldUp({ request, response, fault, passage, port });
    return;
  }
  if (fault?.kind === 'delay') await wait(fault.ms);
  const onward = forward(request, port);
  const body = fault?.kind === 'throttle' ? request.pipe(throttled(fault.bytesPerSecond)) : request;
  const cut = (): void => {
    onward.destroy();
    request.socket.resetAndDestroy();
  };
  body.pipe(counted({ fault, passage, uncut, cut })).pipe(onward);
  const answered = await answerOf(onward, response);
  if (fault?.kind === 'drop-answer') {
    for await (const _chunk of answered);
    request.socket.destroy();
    return;
  }
  response.writeHead(answered.statusCode ?? 502, answered.headers);
  if (fault?.kind === 'reset') {
    answered.once('data', (chunk: Buffer) => {
      response.write(chunk.subarray(0, 1));
      request.socket.resetAndDestroy();
    });
    return;
  }
  response.flushHeaders();
  passage.status = response.statusCode;
  const answerBody = fault?.kind === 'throttle' ? answered.pipe(throttled(fault.bytesPerSecond)) : answered;
  answered.on('error', () => request.socket.destroy());
  answerBody.pipe(response);
}

/** Counts what passes, and cuts the connection at the byte at which the rule wants it. */
function counted({ fault, passage, uncut, cut }: Pick<Call, 'fault' | 'passage' | 'uncut'> & { cut: () => void }) {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passed = fault === null ? 0 : (uncut.get(fault) ?? 0);
      const left = fault?.kind === 'cut' ? fault.everyBytes - passed : Infinity;
      const kept = chunk.subarray(0, Math.min(left, chunk.length));
      passage.bodyBytes += kept.length;
      if (fault?.kind === 'cut') uncut.set(fault, kept.length < chunk.length ? 0 : passed + kept.length);
      this.push(kept);
      if (kept.length === chunk.length) done();
      else cut();
    },
  });
}

function forward(request: IncomingMessage, port: number): ClientRequest {
  return send({
    host: '127.0.0.1',
    port,
    agent: false,
    ...(request.method === undefined ? {} : { method: request.method }),
    ...(request.url === undefined ? {} : { path: request.url }),
    headers: request.headers,
  });
}

/**
 * Waits for the server's answer. If the device disconnects, the request to the server is ended too.
 */
function answerOf(onward: ClientRequest, response: ServerResponse): Promise<IncomingMessage> {
  response.on('close', () => {
    if (!response.writableFinished) onward.destroy();
  });
  return new Promise((resolve, reject) => {
    onward.once('response', resolve);
    onward.on('error', reject);
  });
}

type HeldCall = Pick<Call, 'request' | 'response' | 'passage' | 'port'> & { fault: Extract<Fault, { kind: 'hold' }> };

async function heldUp({ request, response, fault, passage, port }: HeldCall): Promise<void> {
  const body = await wholeOf(request);
  if (fault.what === 'request' && (await fault.gate.arrive(passage.key)) === 'drop') {
    request.socket.destroy();
    return;
  }
  passage.bodyBytes = body.length;
  const onward = forward(request, port);
  const answering = new Promise<IncomingMessage>((resolve, reject) => {
    onward.once('response', resolve);
    onward.on('error', reject);
  });
  onward.end(body);
  const answered = await answering;
  const answerBody = await wholeOf(answered);
  if (fault.what === 'answer' && (await fault.gate.arrive(passage.key)) === 'drop') {
    request.socket.destroy();
    return;
  }
  response.writeHead(answered.statusCode ?? 502, answered.headers);
  response.end(answerBody);
}

async function wholeOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function twice({ request, response, port }: Pick<Call, 'request' | 'response' | 'port'>): Promise<void> {
  const body = await wholeOf(request);
  const first = forward(request, port);
  first.end(body);
  for await (const _chunk of await answerOf(first, response));
  const second = forward(request, port);
  second.end(body);
  const answered = await answerOf(second, response);
  response.writeHead(answered.statusCode ?? 502, answered.headers);
  answered.pipe(response);
}

function answer(
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: Record<string, string>; body: string },
): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
