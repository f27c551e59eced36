import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { route } from '../http/route.ts';
import { describeRoutes } from '../openapi/describe-routes.ts';

/**
 * GET /api/openapi.json: every route, described from the schemas that validate it. Built and
 * compressed at the first request.
 */
export function registerOpenApi(app: FastifyInstance): void {
  const answer = keptJson(() =>
    describeRoutes([...app.routeTable.values()].flatMap((methods) => [...methods.values()])),
  );
  route(app, {
    method: 'GET',
    url: '/api/openapi.json',
    access: 'public',
    summary: 'This description.',
    countsAsUse: false,
    handler: answer,
  });
}

const ENCODERS = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;
type Encoding = keyof typeof ENCODERS;

// An answer that is the same for everybody until the server ends: it is made and compressed once,
// at the first request.

/** Answers with what `make` gives as JSON, in an encoding that the client takes. */
function keptJson(make: () => unknown): (call: { request: FastifyRequest; reply: FastifyReply }) => Promise<Buffer> {
  let plain: Buffer | null = null;
  const kept = new Map<Encoding, Promise<Buffer>>();
  return async ({ request, reply }) => {
    const bytes = (plain ??= Buffer.from(JSON.stringify(make())));
    reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding');
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (encoding === null) return bytes;
    const encoded = kept.get(encoding) ?? ENCODERS[encoding](bytes);
    kept.set(encoding, encoded);
    reply.header('Content-Encoding', encoding);
    return encoded;
  };
}

function encodingOf(accepted: string | string[] | undefined): Encoding | null {
  const taken = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((one) => taken.includes(one)) ?? null;
}
