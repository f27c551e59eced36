// The body of a request of any content type, as one nested object and its files. A multipart
// body is read as a stream: files go to the store as they come, so that 60 MB are never in
// memory. Broken or truncated bodies are 400, too many or too large files 413, and an over-long
// field is refused rather than cut (defaults 4, 8).

import { type FormPair, nest } from '#contract/form.ts';
import { BULK_MAX } from '#contract/reference-writes.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { PART_MAX_BYTES } from '#contract/uploads.ts';
import { FILE_MAX_BYTES, FILES_MAX, FILES_MAX_BYTES } from '#domain/files.ts';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { FileTooLarge } from '../../files/file-store.ts';
import { bytesOf, type FilesDeclaration, type ReceivedFile, receiveFile } from '../../files/receive-file.ts';
import { HttpProblem, problems } from '../../reporting/errors.ts';
import { logSecurity } from '../../reporting/security-log.ts';
import { isAbandoned } from '../plugins/errors.ts';

export type ReadBody = {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly filesOf: (field: FilesDeclaration['field']) => readonly ReceivedFile[];
};

const FIELD_MAX_BYTES = 1024 * 1024;
/** All ids of a bulk call (BULK_MAX), one field each, and the fields that go with them. */
const FIELDS_MAX = BULK_MAX + 100;
const JSON_TYPE = 'application/json';
/** Bytes that fields and part headers may add to the files. */
const OVERHEAD_BYTES = 4 * 1024 * 1024;

/**
 * Reads the stream to its end. Files under undeclared names are dropped; their bytes count like
 * those of fields.
 */
async function readMultipart(request: FastifyRequest, declared: readonly FilesDeclaration[]): Promise<ReadBody> {
  const filesMaxBytes = declared.length === 0 ? 0 : FILES_MAX_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > filesMaxBytes + OVERHEAD_BYTES)
    throw filesMaxBytes > 0 ? problems.tooLarge() : tooMuch();
  const fields: FormPair[] = [];
  const received: { field: string; file: ReceivedFile }[] = [];
  let budget = filesMaxBytes;
  let fieldsBudget = OVERHEAD_BYTES;
  try {
    for await (const part of partsOf(request)) {
      if (part.type === 'field') {
        const text = textOf(part);
        // Fields are kept in memory, and a body that is sent in chunks does not say how long it
        // will be.
        fieldsBudget -= Buffer.byteLength(text);
        if (fieldsBudget < 0) throw problems.tooLarge({ body: [REFUSAL_TEXT.too_long] });
        fields.push([part.fieldname, text]);
        continue;
      }
      const declaration = declared.find((one) => one.field === plainName(part.fieldname));
      if (declaration === undefined || declaration.accept === 'parts' || isAbsent(part)) {
        for await (const chunk of bytesOf(part)) {
          fieldsBudget -= chunk.length;
          if (fieldsBudget < 0) throw tooMuch();
        }
        continue;
      }
      const file = await receive(request, { part, accept: declaration.accept, budget });
      budget -= file.size;
      received.push({ field: declaration.field, file });
    }
  } catch (error) {
    request.raw.resume();
    throw error instanceof FileTooLarge ? problems.tooLarge({ files: [REFUSAL_TEXT.file_too_large] }) : error;
  }
  return {
    fields: nestOrRefuse(fields),
    filesOf: (field) => received.filter((one) => one.field === field).map((one) => one.file),
  };
}

const tooMuch = (): HttpProblem => problems.tooLarge({ body: ['O envio é grande demais.'] });

type Part = MultipartFile | MultipartValue;

/**
 * The parts as the parser gives them. Every error that it throws is blamed on the body: 413 for a
 * limit, otherwise 400. A list of its messages would be outdated by its next version, and an error
 * that is not on the list would be answered with 500.
 */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Part> {
  const limits = {
    fileSize: FILE_MAX_BYTES + 1,
    files: FILES_MAX,
    fieldSize: FIELD_MAX_BYTES,
    fields: FIELDS_MAX,
    parts: FIELDS_MAX + FILES_MAX,
    fieldNameSize: 200,
  };
  try {
    for await (const part of request.parts({ limits, isPartAFile })) {
      if (!isNamed(part) || isJson(part)) throw problems.badRequest();
      yield part;
    }
  } catch (error) {
    throw problemOf(error);
  }
}

/** The parser's types promise a name, but a part may come without one. */
function isNamed(part: Part): boolean {
  return typeof (part.fieldname as unknown) === 'string';
}

/**
 * Fields are text. The parser would parse a field of the type JSON, however deep it nests, but
 * never a file. So such a field is read as a file, and then refused.
 */
function isPartAFile(...[, type, filename]: [name: string | undefined, ...(string | undefined)[]]): boolean {
  return filename !== undefined || type === 'application/octet-stream' || type?.startsWith(JSON_TYPE) === true;
}

function isJson(part: Part): boolean {
  return part.type === 'file' && part.filename === undefined && part.mimetype.startsWith(JSON_TYPE);
}

type Receiving = { part: MultipartFile; accept: 'documents' | 'images'; budget: number };

async function receive(request: FastifyRequest, { part, accept, budget }: Receiving): Promise<ReceivedFile> {
  try {
    const file = await receiveFile(request.server.services.files, { part, accept, budget });
    request.stored.push(file.storageKey);
    return file;
  } catch (error) {
    if (error instanceof HttpProblem && !isAbandoned(request)) {
      logSecurity(request.log, {
        event: 'upload_validation',
        user: request.actor?.userId,
        reason: `refused ${error.status}`,
      });
    }
    throw error;
  } finally {
    part.file.resume();
  }
}

/** A file input that is left empty arrives as a part without a name and without bytes. */
function isAbsent(part: MultipartFile): boolean {
  return part.filename === undefined || part.filename === '';
}

function plainName(name: string): string {
  return name.replace(/\[\d*\]$/, '');
}

function textOf(part: MultipartValue): string {
  if (part.valueTruncated || part.fieldnameTruncated) {
    throw problems.tooLarge({ [part.fieldname.slice(0, 200)]: [REFUSAL_TEXT.too_long] });
  }
  if (typeof part.value !== 'string') throw problems.badRequest();
  return part.value;
}

function nestOrRefuse(fields: readonly FormPair[]): Readonly<Record<string, unknown>> {
  try {
    return nest(fields);
  } catch (error) {
    if (error instanceof RangeError) throw problems.badRequest();
    throw error;
  }
}

function problemOf(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_FILES_LIMIT') return problems.tooLarge({ files: [REFUSAL_TEXT.too_many_files] });
  if (code === 'FST_REQ_FILE_TOO_LARGE') return problems.tooLarge({ files: [REFUSAL_TEXT.file_too_large] });
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return problems.tooLarge({ body: [REFUSAL_TEXT.too_long] });
  return problems.badRequest();
}

/**
 * Reads the body that Fastify's parsers have made, or the multipart stream with the declared files.
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
  // A POST would need a method override, which is a field, and plain bytes have no fields.
  if (declaration === undefined || request.method === 'POST') throw problems.unsupportedMedia();
  try {
    const stored = await request.server.services.files.put(Readable.from(limitOf(body)), { maxBytes: PART_MAX_BYTES });
    request.stored.push(stored.storageKey);
    const file = { name: '', mimeType: PART_TYPE, ...stored };
    return { fields: {}, filesOf: (field) => (field === declaration.field ? [file] : []) };
  } catch (error) {
    throw error instanceof FileTooLarge ? problems.tooLarge({ part: ['A parte do arquivo é grande demais.'] }) : error;
  }
}

/** The bytes of the body. When they break off, the request's body is at fault and not the store. */
async function* limitOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer;
  } catch {
    throw problems.badRequest();
  }
}
