// The body of a request of any content type, as one nested object and its files.

import type { FastifyRequest } from 'fastify';
import { problems } from '../../reporting/errors.ts';
import type { FilesDeclaration } from '../../files/received-file.ts';
import { readMultipart, type ReadBody } from './read-multipart.ts';

/** Reads what Fastify's parsers have made of the body, or the multipart stream with the files that are declared. */
export async function readBody(request: FastifyRequest, declared: readonly FilesDeclaration[]): Promise<ReadBody> {
  if (request.isMultipart()) return readMultipart(request, declared);
  const { body } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw problems.badRequest();
  return { fields: (body ?? {}) as Record<string, unknown>, filesOf: () => [] };
}
