// The built client. Browsers keep hashed files permanently, and ask for index.html and the worker
// each time. The address of every screen answers index.html; the router in the page does the rest.
// An address that no screen has answers 404, so that a probe of a wrong address is never green; a
// person who opens it in a browser gets the same page with that status, and the router says that
// nothing is there.

import { isApplicationAddress } from '#contract/application-addresses.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { relative } from 'node:path';
import { problems } from '../../reporting/errors.ts';

const FOR_GOOD = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';
const A_DAY = 'public, max-age=86400';
const WORKER = '/sw.js';

/**
 * The worker that draws PDFs (src/app/shared/files/pdf-drawing.ts). A worker has the policy of its
 * own file. Only this one may compile WebAssembly, because scanned documents have image formats
 * that no browser decodes by itself.
 */
const PDF_DRAWING = /^assets\/pdf-drawing-[^/]+\.js$/;

function policyOfDecoders(reply: FastifyReply): string {
  return String(reply.getHeader('Content-Security-Policy')).replace(
    "script-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
  );
}

/** With `clientDir` null there is no client, and every unknown address is 404. */
export async function addClient(app: FastifyInstance, clientDir: string | null): Promise<void> {
  // Browsers send this header when they fetch the script of a service worker. There is one worker,
  // and no other file may become one.
  app.addHook('onRequest', async (request) => {
    if (request.headers['service-worker'] !== undefined && pathOf(request) !== WORKER) throw problems.noSuchRoute();
  });
  if (clientDir !== null) {
    await app.register(fastifyStatic, {
      root: clientDir,
      wildcard: true,
      index: ['index.html'],
      // The build's own list of its files lies in a folder whose name begins with a dot. It is not
      // served.
      dotfiles: 'ignore',
      cacheControl: false,
      // The build compresses each file once (src/build/compress-client.mjs).
      preCompressed: true,
      setHeaders: (reply, path) => {
        const file = relative(clientDir, path).replace(/\.(br|gz)$/, '');
        reply.header('Cache-Control', cacheOf(file));
        if (PDF_DRAWING.test(file)) reply.header('Content-Security-Policy', policyOfDecoders(reply));
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isScreen = isApplicationAddress(pathOf(request));
    if (clientDir === null || request.method !== 'GET' || !(isScreen || isLostPerson(request)))
      throw problems.noSuchRoute();
    return reply.code(isScreen ? 200 : 404).sendFile('index.html');
  });
}

function cacheOf(path: string): string {
  if (path.startsWith('assets')) return FOR_GOOD;
  return /\.(html|js|mjs|webmanifest)$/.test(path) ? ASK_AGAIN : A_DAY;
}

/**
 * Whether a browser opens, as a page, an address that can belong neither to the API nor to a file.
 */
function isLostPerson(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const wantsPage = request.headers.accept?.includes('text/html') ?? false;
  return wantsPage && !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
