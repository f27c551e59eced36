// Files that go ahead of their command in parts (S101), as the server keeps them: a part is taken
// where the last one ended, and a command names files that are here whole.

import { nest, type FormPair } from '#contract/form.ts';
import type { FileRef } from '#contract/scalars.ts';
import { HEADERS } from '#contract/sync.ts';
import { PartQuery, StagedFilesInput, UploadInput } from '#contract/uploads.ts';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ACTOR_MISMATCH, NOT_FOUND, PART_DAMAGED, problem, type WireAnswer } from './answers.ts';
import type { Model, Upload } from './model.ts';
import type { WireRequest } from './wire-request.ts';

const UPLOAD_PATH = /^\/api\/sync\/uploads\/([^/]+)\/([^/]+)$/;
const STAGED = 'staged_files';

/** The answer to a request about a file that goes ahead; null for any other request. */
export async function takeAhead(
  model: Model,
  { request, userId }: { request: WireRequest; userId: number },
): Promise<WireAnswer | null> {
  const [, key, file] = UPLOAD_PATH.exec(request.path) ?? [];
  if (key === undefined || file === undefined) return null;
  if (request.header(HEADERS.actingUser) !== String(userId)) return ACTOR_MISMATCH;
  const name = nameOf({ userId, key, file });
  if (request.method === 'PUT') {
    const { size, sha256 } = v.parse(UploadInput, JSON.parse(typeof request.body === 'string' ? request.body : ''));
    if (model.receipts.has(`${userId}:${key}`)) return stands(size, true);
    const known = model.uploads.get(name);
    const isNew = known === undefined || known.sha256 !== sha256 || model.faults.restartsUploads;
    if (isNew) model.uploads.set(name, { size, sha256, parts: [], taken: known?.taken ?? 0 });
    return stands(isNew ? 0 : receivedOf(known), false);
  }
  const bytes = new Uint8Array(await new Response(request.body ?? null).arrayBuffer());
  const upload = model.uploads.get(name);
  if (upload === undefined) return NOT_FOUND;
  const part = v.parse(PartQuery, {
    offset: Number(request.query.get('offset')),
    sha256: request.query.get('sha256'),
  });
  const received = receivedOf(upload);
  if (part.offset !== received) return problem(409, { message: 'De outro ponto.', type: 'upload_offset', received });
  if (hashOf([bytes]) !== part.sha256 && !model.faults.takesDamaged) return PART_DAMAGED;
  const grown = { ...upload, parts: [...upload.parts, bytes], taken: upload.taken + bytes.length };
  model.uploads.set(name, grown);
  return stands(receivedOf(grown), false);
}

/**
 * The files that a write names; none when it names none. Null when one of them is not here whole.
 */
export function assembled(
  model: Model,
  { userId, key, pairs }: { userId: number; key: string | null; pairs: readonly FormPair[] },
): Omit<FileRef, 'id'>[] | null {
  const said = nest(pairs);
  if (typeof said !== 'object' || said === null || !(STAGED in said)) return [];
  const found: Omit<FileRef, 'id'>[] = [];
  for (const { id, name, sha256 } of v.parse(StagedFilesInput, said).staged_files) {
    const upload = model.uploads.get(nameOf({ userId, key: key ?? '', file: id }));
    if (upload === undefined || receivedOf(upload) !== upload.size || upload.sha256 !== sha256) return null;
    const real = hashOf(upload.parts);
    if (real !== sha256 && !model.faults.takesDamaged) {
      model.uploads.delete(nameOf({ userId, key: key ?? '', file: id }));
      return null;
    }
    found.push({ name, mime_type: 'text/plain', size: upload.size, sha256: real });
  }
  return found;
}

/** What a write says, however its files come. */
export function withoutStaged(pairs: readonly FormPair[]): FormPair[] {
  return pairs.filter(([name]) => !name.startsWith(STAGED));
}

function stands(received: number, registered: boolean): WireAnswer {
  return { status: 200, json: { received, registered } };
}

function nameOf({ userId, key, file }: { userId: number; key: string; file: string }): string {
  return `${userId}:${key}/${file}`;
}

function receivedOf({ parts }: Upload): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function hashOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
