// Answers that are given before the body has arrived (413, 401, 419, 503 …). When a connection is
// closed while its client still sends, it is reset, and the answer is lost with it: the client
// learns nothing and sends again. So the rest of a refused body is read and dropped, within bounds,
// and the answer ends only then. The answer's length stands in its head, so a client that reads
// early need not wait.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { every } from '../../reporting/timers.ts';

/** Bytes of one request, kept or dropped: twice what the largest valid request has. */
export const ARRIVING_MAX_BYTES = 128 * 1024 * 1024;
/** Time for the rest of a body that has been answered: 60 MB at 1 Mbit/s take eight minutes. */
const DROPPING_MAX_MS = 600_000;
/**
 * The rest of an answered body comes at 8 KiB a second or more, or its connection is free again
 * within seconds.
 */
const DROPPING_WINDOW_MS = 5000;
const DROPPING_LEAST_BYTES = (8 * 1024 * DROPPING_WINDOW_MS) / 1000;
const CHECK_EVERY_MS = 1000;

type Arriving = {
  /** Bytes that the connection had brought when the request began. */
  readonly bytesBefore: number;
  answeredAt: number | null;
  /** Where the body stood when its pace was looked at last. */
  paced: { at: number; bytes: number };
};

/** Whether the request says that it has a body. */
export function isBringing({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function addEarlyAnswers(app: FastifyInstance): void {
  const arriving = new Map<FastifyRequest, Arriving>();
  const begin = (request: FastifyRequest): Arriving => {
    const bytesBefore = request.raw.socket.bytesRead;
    const facts = { bytesBefore, answeredAt: null, paced: { at: 0, bytes: bytesBefore } };
    arriving.set(request, facts);
    return facts;
  };

  app.addHook('onRequest', async (request) => {
    if (isBringing(request)) begin(request);
  });
  app.addHook('onSend', async (...[request, reply, payload]: [FastifyRequest, FastifyReply, unknown]) => {
    const { raw } = request;
    if (!isBringing(request) || isOver(raw)) return undefined;
    // A request that an earlier hook refused has not begun here.
    const facts = arriving.get(request) ?? begin(request);
    facts.answeredAt = performance.now();
    facts.paced = { at: facts.answeredAt, bytes: raw.socket.bytesRead };
    raw.unpipe();
    raw.resume();
    return typeof payload === 'string' && payload !== '' ? endingWith(request, { reply, payload }) : undefined;
  });

  const cutOff = (): void => {
    for (const [request, facts] of arriving) {
      const { raw } = request;
      if (isOver(raw)) arriving.delete(request);
      else if (isTooMuch(request, facts)) {
        request.log.warn({ path: request.routeOptions.url }, 'a body without end was cut off');
        raw.socket.destroy();
      }
    }
  };
  const check = every(CHECK_EVERY_MS, { name: 'bodies', log: app.log, work: cutOff });
  app.addHook('onClose', check.stop);
}

/** Whether nothing more of the body will come. */
function isOver(raw: IncomingMessage): boolean {
  return raw.complete || raw.readableEnded || raw.destroyed;
}

function isTooMuch({ raw }: FastifyRequest, facts: Arriving): boolean {
  const { bytesRead: bytes } = raw.socket;
  if (bytes - facts.bytesBefore > ARRIVING_MAX_BYTES) return true;
  if (facts.answeredAt === null) return false;
  const at = performance.now();
  if (at - facts.answeredAt > DROPPING_MAX_MS) return true;
  if (at - facts.paced.at < DROPPING_WINDOW_MS) return false;
  const came = bytes - facts.paced.bytes;
  facts.paced = { at, bytes };
  return came < DROPPING_LEAST_BYTES;
}

/**
 * A stream that gives the whole payload at once, and ends when the request has ended or will never
 * end. It is never compressed, because a compressor would hold the bytes back until the end of the
 * stream.
 */
function endingWith(request: FastifyRequest, answer: { reply: FastifyReply; payload: string }): Readable {
  const { raw } = request;
  const { reply, payload } = answer;
  // The way to tell @fastify/compress, whose hook comes later, to leave an answer alone.
  request.headers['x-no-compression'] = 'answered early';
  reply.header('Content-Length', Buffer.byteLength(payload));
  const parts = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from(payload);
    await finished(raw, { writable: false }).catch(() => undefined);
  };
  return Readable.from(parts(), { objectMode: false });
}
