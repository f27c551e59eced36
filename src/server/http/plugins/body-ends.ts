// The absolute end of a body (default 11). Silence alone ends a body whose client sends a byte now
// and then only by the time of hours, and until then the request stands for what its author was
// allowed at its beginning. So a body has a time, and one with files has a pace too. The connection
// is closed, as it is after silence: nothing was judged yet, so the request may be repeated.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { every } from '../../reporting/timers.ts';
import { isBringing } from './early-answers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Changed by tests only. */
    bodyEnds: { textMs: number; filesMs: number; paceMs: number; paceBytes: number };
  }
}

const CHECK_EVERY_MS = 1000;
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
  // What is left of an answered body has bounds of its own (early-answers.ts).
  app.addHook('onSend', async (request) => void bodies.delete(request));

  const cutOff = (): void => {
    for (const [request, body] of bodies) {
      const { raw } = request;
      if (raw.complete || raw.destroyed) {
        bodies.delete(request);
      } else if (isLate(request, body)) {
        bodies.delete(request);
        const ms = Math.round(performance.now() - body.beganAt);
        request.log.warn({ path: request.routeOptions.url, ms }, 'a body did not end in time');
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
