// Files sent ahead of a write, as a device sends them (S101).

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { smallPdf } from './multipart.ts';
import type { NewDocument } from './new-document.ts';
import type { TestClient } from './test-client.ts';
import type { Town } from './world.ts';

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A PDF of a little more than `bytes` that is unlike all others. */
export const pdfOf = (bytes: number): Buffer => Buffer.concat([smallPdf(randomUUID()), randomBytes(bytes)]);

export type StagedName = { readonly key: string; readonly file: string };

export const newName = (): StagedName => ({ key: randomUUID(), file: randomUUID() });

const addressOf = ({ key, file }: StagedName): string => `/api/sync/uploads/${key}/${file}`;

/** Begins the upload of these bytes, or asks how far it has come. */
export const begin = (client: TestClient, { name, bytes }: { name: StagedName; bytes: Buffer }) =>
  client.send('PUT', addressOf(name), { size: bytes.length, sha256: sha256Of(bytes) });

type Part = { readonly name: StagedName; readonly offset: number; readonly part: Buffer; readonly sha256?: string };

export const addPart = (client: TestClient, { name, offset, part, sha256 = sha256Of(part) }: Part) =>
  client.inject({
    method: 'PATCH',
    url: `${addressOf(name)}?offset=${offset}&sha256=${sha256}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: part,
  });

/**
 * Sends the whole file in parts of `partBytes`. Throws an error with the answer of a part that is
 * refused.
 */
export async function stage(
  client: TestClient,
  { name, bytes, partBytes = 64 * 1024 }: { name: StagedName; bytes: Buffer; partBytes?: number },
): Promise<void> {
  await begin(client, { name, bytes });
  for (let offset = 0; offset < bytes.length; offset += partBytes) {
    const answer = await addPart(client, { name, offset, part: bytes.subarray(offset, offset + partBytes) });
    if (answer.statusCode !== 200) throw new Error(`a part answered ${answer.statusCode}: ${answer.body}`);
  }
}

type StagedFile = { readonly file: string; readonly name: string; readonly bytes: Buffer };

/** The fields with which a write names what was staged. */
const stagedFields = (files: readonly StagedFile[]): [string, string][] =>
  files.flatMap(({ file, name, bytes }, at): [string, string][] => [
    [`staged_files[${at}][id]`, file],
    [`staged_files[${at}][name]`, name],
    [`staged_files[${at}][sha256]`, sha256Of(bytes)],
    [`files_sha256[${at}]`, sha256Of(bytes)],
  ]);

export type StagedCreation = {
  readonly key: string;
  readonly files: readonly StagedFile[];
  /** Default: the first. */
  readonly attempt?: number;
};

/** A document to Bia whose files were staged under its key. */
export const stagedDocument = (town: Town, { key, files, attempt = 1 }: StagedCreation): NewDocument => ({
  town,
  to: town.people.bia,
  sector: 'SEMED',
  files: [],
  fields: stagedFields(files),
  headers: { 'idempotency-key': key, 'x-attempt': String(attempt) },
});
