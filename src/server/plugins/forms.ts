// Bodies of every accepted content type as objects; multipart is streamed later (forms/read-multipart.ts).

import fastifyFormbody from '@fastify/formbody';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nest, type Nested } from '../forms/nest.ts';
import { problems } from '../errors.ts';

/** Reads `a[]=1&b[x]=2`; too many fields or too deep is 400. */
export function parseForm(text: string): Nested {
  try {
    return nest(new URLSearchParams(text));
  } catch (error) {
    if (error instanceof RangeError) throw problems.badRequest();
    throw error;
  }
}

export async function addForms(app: FastifyInstance): Promise<void> {
  await app.register(fastifyFormbody, { parser: parseForm });
  await app.register(fastifyMultipart, { throwFileSizeLimit: false });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, text: string) =>
    // A client that always names JSON may well send nothing.
    text === ''
      ? Promise.resolve({})
      : new Promise<unknown>((resolve, reject) => {
          void parseJson(request, text, (error, value) => (error === null ? resolve(value) : reject(error)));
        }),
  );
}
