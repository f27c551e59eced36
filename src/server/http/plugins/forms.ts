// Bodies of every accepted content type as objects. Multipart is streamed later
// (server/http/forms/read-body.ts).

import { nest, type NestedFields } from '#contract/form.ts';
import fastifyFormbody from '@fastify/formbody';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { problems } from '../../reporting/errors.ts';
import { PART_TYPE } from '../forms/read-body.ts';
import { boundForm, boundJson } from '../forms/validate.ts';

/** Reads `a[]=1&b[x]=2`. Too many fields or too deep nesting is 400. */
export function parseForm(text: string): NestedFields {
  return bounded(() => {
    boundForm(text);
    return nest(new URLSearchParams(text));
  });
}

/** Stands for a query that can't be read. */
const UNREADABLE: NestedFields = {};

/**
 * The router calls this where nothing catches an error: an error thrown here would end the process.
 * addForms answers 400 instead.
 */
export function parseQuery(text: string): NestedFields {
  try {
    return parseForm(text);
  } catch {
    return UNREADABLE;
  }
}

/** Turns an exceeded bound into 400. */
function bounded<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw problems.badRequest();
    throw error;
  }
}

export async function addForms(app: FastifyInstance): Promise<void> {
  await app.register(fastifyFormbody, { parser: parseForm });
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
  app.addHook('onRequest', async (request) => {
    if (request.query === UNREADABLE) throw problems.badRequest();
  });
  // Streamed to the store by the one route that takes bytes (server/http/forms/read-body.ts).
  app.addContentTypeParser(PART_TYPE, async (_request: FastifyRequest, payload: IncomingMessage) => payload);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, text: string) =>
    // A client that always sends the JSON content type may send no body.
    text === ''
      ? Promise.resolve({})
      : new Promise<unknown>((resolve, reject) => {
          bounded(() => boundJson(text));
          void parseJson(request, text, (error, value) => (error === null ? resolve(value) : reject(error)));
        }),
  );
}
