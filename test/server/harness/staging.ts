// Files sent ahead of a write, as a device sends them (S101).

import { createHash, randomUUID } from 'node:crypto';
import type { TestClient } from './test-client.ts';

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

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

/** Sends the whole file in parts of `partBytes`. Throws an error with the answer of a part that is refused. */
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

/** The fields with which a write names what was staged. */
export const stagedFields = (
  files: readonly { readonly file: string; readonly name: string; readonly bytes: Buffer }[],
): [string, string][] =>
  files.flatMap(({ file, name, bytes }, at): [string, string][] => [
    [`staged_files[${at}][id]`, file],
    [`staged_files[${at}][name]`, name],
    [`staged_files[${at}][sha256]`, sha256Of(bytes)],
    [`files_sha256[${at}]`, sha256Of(bytes)],
  ]);
