// Answers that are given before the body has arrived (413, 401, 419, 503 …). When a connection is
// closed while its client still sends, it is reset, and the answer is lost with it: the client
// learns nothing and sends again. So the rest of a refused body is read and dropped, within bounds,
// and the answer ends only then. The answer's length stands in its head, so a client that reads
// early need not wait.

import { HEADERS } from '#contract/sync.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { problems } from '../../reporting/errors.ts';
import { every } from '../../reporting/timers.ts';
import { SAFE_METHODS } from './session.ts';

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
  /** Bytes that the connection had received when the request began. */
  readonly bytesBefore: number;
  answeredAt: number | null;
  /** The time and the length of the body when its pace was last measured. */
  paced: { at: number; bytes: number };
};

/** Whether the headers announce a body. */
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
        request.log.warn({ event: 'body_cut', path: request.routeOptions.url }, 'a body without end was cut off');
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

declare module 'fastify' {
  interface FastifyInstance {
    /** Changed by tests only. */
    bodyEnds: { textMs: number; filesMs: number; paceMs: number; paceBytes: number };
  }
}

/** JSON and urlencoded bodies. The largest has 2 MiB. */
const TEXT_MS = 60_000;
/**
 * Bodies with files, of 60 MB at most: at 0.6 Mbit/s. Devices on slower networks send files in
 * parts (S101).
 */
const FILES_MS = 15 * 60_000;
/** What a body with files brings in this time at least. */
const PACE_MS = 60_000;
const PACE_BYTES = 16 * 1024;

type Body = { readonly beganAt: number; readonly endsAt: number; paced: { at: number; bytes: number } };

/**
 * The absolute end of a body (default 11). A client that sends a byte now and then would otherwise
 * keep its request, and the rights that its author had at its beginning, for hours. So a body has a
 * time, and one with files has a pace too. The connection is closed, as it is after silence:
 * nothing was judged yet, so the request may be repeated.
 */
export function addBodyEnds(app: FastifyInstance): void {
  const ends = { textMs: TEXT_MS, filesMs: FILES_MS, paceMs: PACE_MS, paceBytes: PACE_BYTES };
  app.decorate('bodyEnds', ends);
  const bodies = new Map<FastifyRequest, Body>();

  const isLate = ({ raw, headers }: FastifyRequest, body: Body): boolean => {
    const at = performance.now();
    if (at > body.endsAt) return true;
    if (isText(headers['content-type']) || at - body.paced.at < ends.paceMs) return false;
    const { bytesRead: bytes } = raw.socket;
    const came = bytes - body.paced.bytes;
    body.paced = { at, bytes };
    return came < ends.paceBytes;
  };

  app.addHook('onRequest', async (request) => {
    if (!isBringing(request)) return;
    const beganAt = performance.now();
    const endsAt = beganAt + (isText(request.headers['content-type']) ? ends.textMs : ends.filesMs);
    bodies.set(request, { beganAt, endsAt, paced: { at: beganAt, bytes: request.raw.socket.bytesRead } });
  });
  // The rest of an answered body has bounds of its own.
  app.addHook('onSend', async (request) => void bodies.delete(request));

  const cutOff = (): void => {
    for (const [request, body] of bodies) {
      const { raw } = request;
      if (raw.complete || raw.destroyed) {
        bodies.delete(request);
      } else if (isLate(request, body)) {
        bodies.delete(request);
        const ms = Math.round(performance.now() - body.beganAt);
        request.log.warn({ event: 'body_late', path: request.routeOptions.url, ms }, 'a body did not end in time');
        raw.socket.destroy();
      }
    }
  };
  const check = every(CHECK_EVERY_MS, { name: 'body ends', log: app.log, work: cutOff });
  app.addHook('onClose', check.stop);
}

/** Everything else may carry a file: a multipart form, or a part. */
function isText(type: string | undefined): boolean {
  return type === undefined || /^application\/(json|x-www-form-urlencoded)\b/i.test(type);
}

/**
 * Unread answers stay in memory, each as large as it is. An answer of which no byte is taken for
 * this long is cut, and a person has one large answer at a time: further requests of this person
 * get Retry-After meanwhile.
 */
export const UNREAD_MAX_MS = 30_000;
/**
 * Pages of lists and of the feed are smaller; a document with a long thread, or many details at
 * once, is not.
 */
export const LARGE_BYTES = 1024 * 1024;
const RETRY_SECONDS = 2;

/**
 * Must be added before the limits, which compress: what is kept for a slow reader is the answer as
 * it was before.
 */
export function addUnread(app: FastifyInstance): void {
  const reading = new Set<string>();

  app.addHook('onSend', async (...[request, reply, payload]: [FastifyRequest, FastifyReply, unknown]) => {
    // Bytes that are taken begin it anew. When the answer is out, the socket has the usual time
    // again. An injected request has a socket without it.
    const { socket }: { readonly socket: Partial<Socket> } = request.raw;
    socket.setTimeout?.(UNREAD_MAX_MS);
    if (typeof payload !== 'string' || payload.length < LARGE_BYTES) return payload;
    const reader = request.actor === null ? `a:${request.ip}` : `p:${request.actor.tenantId}:${request.actor.userId}`;
    if (!reading.has(reader)) {
      reading.add(reader);
      reply.raw.once('close', () => reading.delete(reader));
      return payload;
    }
    if (!mayComeBack(request)) return payload;
    const { status, body, headers } = problems.unavailable(RETRY_SECONDS);
    reply.code(status).headers(headers).removeHeader('ETag');
    return JSON.stringify(body);
  });
}

/**
 * Whether asking again does no harm: a write has its effect already, and only one with a key is
 * answered the same.
 */
function mayComeBack({ method, headers }: FastifyRequest): boolean {
  return SAFE_METHODS.has(method) || headers[HEADERS.idempotencyKey.toLowerCase()] !== undefined;
}
