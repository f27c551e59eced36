// The body of a request of any content type, as one nested object and its files.

import type { FastifyRequest } from 'fastify';
import { problems } from '../../reporting/errors.ts';
import type { AnyRoute } from '../route.ts';
import type { FilesDeclaration, ReceivedFile } from '../../files/received-file.ts';
import { readMultipart } from './read-multipart.ts';

export type ReadBody = {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly filesOf: (field: FilesDeclaration['field']) => readonly ReceivedFile[];
};

/** Reads what Fastify's parsers have made of the body, or the multipart stream. */
export async function readBody(request: FastifyRequest, candidates: readonly AnyRoute[]): Promise<ReadBody> {
  if (request.isMultipart()) {
    const declared = candidates.flatMap((one) => (one.files === undefined ? [] : [one.files]));
    return readMultipart(request, declared);
  }
  const { body } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw problems.badRequest();
  return { fields: (body ?? {}) as Record<string, unknown>, filesOf: () => [] };
}
