// Requests written by hand over a real socket, to send what no HTTP client would send.

import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export type RawRequest = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The head of a request, its blank line included. */
export function headOf({ method = 'GET', path, headers = {} }: RawRequest): string {
  const lines = Object.entries({ host: 'malote.example', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** A chunk of a body whose coding is `chunked`. */
export function chunkOf(bytes: Buffer | string): Buffer {
  const data = Buffer.from(bytes);
  return Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
}

/** A connection whose errors the caller handles. */
export async function open(app: FastifyInstance): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Collects what arrives, until the connection ends. */
export function reading(socket: Socket): { readonly text: () => string; readonly ended: Promise<string> } {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const text = (): string => Buffer.concat(chunks).toString('latin1');
  const ended = new Promise<string>((resolve) => {
    socket.once('end', () => resolve(text()));
    socket.once('close', () => resolve(text()));
  });
  return { text, ended };
}
