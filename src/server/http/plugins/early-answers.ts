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
 * How often the pace of an answered body is measured. A body that brings less than 8 KiB a second
 * loses its connection.
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
    // A request that an earlier hook refused has not reached the onRequest hook above.
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
  // Tells @fastify/compress, whose hook comes later, to leave the answer alone.
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
    /** Bounds of a body's time and pace, which tests shorten. */
    bodyEnds: { textMs: number; filesMs: number; paceMs: number; paceBytes: number };
  }
}

/** Time for a JSON or urlencoded body. The largest has 2 MiB. */
const TEXT_MS = 60_000;
/**
 * Time for a body with files, of 60 MB at most: enough at 0.6 Mbit/s. Devices on slower networks
 * send files in parts (S101).
 */
const FILES_MS = 15 * 60_000;
/** In this time, a body with files must bring at least PACE_BYTES. */
const PACE_MS = 60_000;
const PACE_BYTES = 16 * 1024;

type Body = { readonly beganAt: number; readonly endsAt: number; paced: { at: number; bytes: number } };

/**
 * Ends bodies that take too long (default 11). A client that sends a byte now and then would
 * otherwise keep its request, and the rights that its author had at its beginning, for hours. So a
 * body has a time, and one with files has a pace too. The connection is closed without an answer:
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

/** Whether a body of this type carries no file. A multipart form and a part may carry one. */
function isText(type: string | undefined): boolean {
  return type === undefined || /^application\/(json|x-www-form-urlencoded)\b/i.test(type);
}

/**
 * Unread answers stay in memory. When a client takes no byte of its answer for this long, its
 * connection is closed. A person has one large answer at a time; further large ones become 503 with
 * Retry-After meanwhile.
 */
export const UNREAD_MAX_MS = 30_000;
/**
 * From this size on an answer is large. Pages of lists and of the feed are smaller; a document with
 * a long thread, or many details at once, may be larger.
 */
export const LARGE_BYTES = 1024 * 1024;
const RETRY_SECONDS = 2;

/**
 * Must be added before the limits, which compress: what stays in memory for a slow reader is the
 * answer before compression.
 */
export function addUnread(app: FastifyInstance): void {
  const reading = new Set<string>();

  app.addHook('onSend', async (...[request, reply, payload]: [FastifyRequest, FastifyReply, unknown]) => {
    // Each byte that the client takes begins this timeout anew. After the answer, Node sets the
    // usual timeout again. The socket of an injected request has no `setTimeout`.
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
 * Whether the client may repeat the request after a 503. A write has its effect already, and is
 * answered the same only when it has a key.
 */
function mayComeBack({ method, headers }: FastifyRequest): boolean {
  return SAFE_METHODS.has(method) || headers[HEADERS.idempotencyKey.toLowerCase()] !== undefined;
}
