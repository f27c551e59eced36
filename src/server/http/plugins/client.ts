// The built client. Browsers keep hashed files for good, and ask for index.html and the worker each time. Every address
// that a person may open answers index.html; the router in the page does the rest.

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { relative } from 'node:path';
import { problems } from '../../reporting/errors.ts';

const FOR_GOOD = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';
const A_DAY = 'public, max-age=86400';
const WORKER = '/sw.js';

/** With `clientDir` null there is no client, and every unknown address is 404. */
export async function addClient(app: FastifyInstance, clientDir: string | null): Promise<void> {
  // Browsers send this header when they fetch the script of a service worker. There is one worker, and no other file may
  // become one.
  app.addHook('onRequest', async (request) => {
    if (request.headers['service-worker'] !== undefined && pathOf(request) !== WORKER) throw problems.noSuchRoute();
  });
  if (clientDir !== null) {
    await app.register(fastifyStatic, {
      root: clientDir,
      wildcard: true,
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('Cache-Control', cacheOf(relative(clientDir, path)));
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (clientDir === null || !isNavigation(request)) throw problems.noSuchRoute();
    return reply.sendFile('index.html');
  });
}

function cacheOf(path: string): string {
  if (path.startsWith('assets')) return FOR_GOOD;
  return /\.(html|js|mjs|webmanifest)$/.test(path) ? ASK_AGAIN : A_DAY;
}

function isNavigation(request: FastifyRequest): boolean {
  const path = pathOf(request);
  return request.method === 'GET' && !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
