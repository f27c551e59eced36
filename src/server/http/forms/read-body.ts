// The body of a request of any content type, as one nested object and its files.

import { PART_MAX_BYTES } from '#contract/uploads.ts';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { problems } from '../../reporting/errors.ts';
import { FileTooLarge } from '../../files/file-store.ts';
import type { FilesDeclaration } from '../../files/received-file.ts';
import { readMultipart, type ReadBody } from './read-multipart.ts';

/**
 * Reads what Fastify's parsers have made of the body, or the multipart stream with the files that
 * are declared.
 */
export async function readBody(request: FastifyRequest, declared: readonly FilesDeclaration[]): Promise<ReadBody> {
  if (request.isMultipart()) return readMultipart(request, declared);
  const { body } = request;
  if (body instanceof Readable) return readPart(request, { body, declared });
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw problems.badRequest();
  return { fields: (body ?? {}) as Record<string, unknown>, filesOf: () => [] };
}

/** Media type of a body that is the bytes of one part of a file (S101). */
export const PART_TYPE = 'application/octet-stream';

/**
 * Stores a body of plain bytes, for a route that declares a part. Throws 413, and 400 when the
 * bytes are cut off.
 */
async function readPart(
  request: FastifyRequest,
  { body, declared }: { body: Readable; declared: readonly FilesDeclaration[] },
): Promise<ReadBody> {
  const declaration = declared.find((one) => one.accept === 'parts');
  // A method override is a field, and bytes have none.
  if (declaration === undefined || request.method === 'POST') throw problems.unsupportedMedia();
  try {
    const stored = await request.server.services.files.put(Readable.from(bytesOf(body)), { maxBytes: PART_MAX_BYTES });
    request.stored.push(stored.storageKey);
    const file = { name: '', mimeType: PART_TYPE, ...stored };
    return { fields: {}, filesOf: (field) => (field === declaration.field ? [file] : []) };
  } catch (error) {
    throw error instanceof FileTooLarge ? problems.tooLarge({ part: ['A parte do arquivo é grande demais.'] }) : error;
  }
}

/** An error that breaks the bytes off is blamed on the body, and not on the store. */
async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch {
    throw problems.badRequest();
  }
}
