// The files that a write names instead of bringing them (S101): their parts become one stored file
// each, which is judged like a file of a form, and must have the hash that the device gave when it
// began.

import type { StagedFile } from '#contract/uploads.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { FILES_MAX, FILES_MAX_BYTES } from '#domain/files.ts';
import { sql } from 'drizzle-orm';
import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { problems } from '../reporting/errors.ts';
import { FileMissing, type FileStore } from './file-store.ts';
import { storeChecked, typedName } from './receive-file.ts';
import type { ReceivedFile } from './received-file.ts';
import { removeLater } from './sweep-staged.ts';
import { isOfCommand, sweepCommand, type CommandName, type Staging } from './staged-uploads.ts';

const Upload = v.object({
  file: v.string(),
  size: v.number(),
  sha256: v.string(),
  received: v.number(),
  /** Storage keys of the parts, in their order. */
  parts: v.array(v.string()),
});
type Upload = v.InferOutput<typeof Upload>;

/** A named upload that is here whole. */
export type StagedUpload = { readonly upload: Upload; readonly name: string };

/**
 * The named uploads of the command, in their order. Throws 409 `upload_missing` when one of them is
 * not here whole with this hash, and 413 when they are too many or too large together.
 */
export async function findStaged(
  { database }: Pick<Staging, 'database'>,
  { command, named }: { command: CommandName; named: readonly StagedFile[] },
): Promise<readonly StagedUpload[]> {
  if (named.length > FILES_MAX) throw problems.tooLarge({ files: [REFUSAL_TEXT.too_many_files] });
  const uploads = await database.onceInTenant(command.tenantId, (tx) =>
    tx.rowsOf(
      Upload,
      sql`select u.file::text as file, u.size::float8 as size, u.sha256, u.received::float8 as received,
          coalesce((select array_agg(p.storage_key order by p.start) from staged_parts p
            where (p.tenant_id, p.actor_id, p.key, p.file) = (u.tenant_id, u.actor_id, u.key, u.file)), '{}') as parts
        from staged_uploads u where ${isOfCommand(command)}`,
    ),
  );
  const byFile = new Map(uploads.map((upload) => [upload.file, upload]));
  const found = named.map(({ id, name, sha256 }) => {
    const upload = byFile.get(id.toLowerCase());
    if (upload === undefined || upload.received !== upload.size || upload.sha256 !== sha256)
      throw problems.uploadMissing();
    return { upload, name };
  });
  if (found.reduce((sum, { upload }) => sum + upload.size, 0) > FILES_MAX_BYTES)
    throw problems.tooLarge({ files: [REFUSAL_TEXT.files_too_large] });
  return found;
}

/**
 * The file that an upload would become, for a judgement before anything is joined. Throws 422 for a
 * name of no known type.
 */
export function asJoined({ upload, name: given }: StagedUpload): ReceivedFile {
  const { size, sha256 } = upload;
  const { name, mimeType } = typedName({ name: given, field: 'files' });
  return { name, mimeType, size, sha256, storageKey: randomUUID() };
}

/**
 * Stores the uploads as files, in their order: all of them, or none. Throws 409 `upload_missing`
 * when stored parts are gone or other bytes than they were, and otherwise what a file of a form
 * would be refused with.
 */
export async function joinStaged(
  staging: Staging,
  { command, staged }: { command: CommandName; staged: readonly StagedUpload[] },
): Promise<readonly ReceivedFile[]> {
  const received: ReceivedFile[] = [];
  try {
    for (const one of staged) received.push(await joinOne(staging, { command, ...one }));
    return received;
  } catch (error) {
    removeLater(
      staging,
      received.map((file) => file.storageKey),
    );
    throw error;
  }
}

type Joining = StagedUpload & { readonly command: CommandName };

async function joinOne(staging: Staging, { command, upload, name }: Joining): Promise<ReceivedFile> {
  const { files } = staging;
  const bytes = bytesOf(files, upload);
  try {
    return await storeChecked(files, { name, field: 'files', accept: 'documents', budget: FILES_MAX_BYTES, bytes });
  } catch (error) {
    if (!(error instanceof FileMissing || error instanceof OtherBytes)) throw error;
    // What is here will never be the file, so the device begins anew, under the same names.
    await sweepCommand(staging, command);
    throw problems.uploadMissing();
  }
}

/** Stored parts are not the file that they were said to be. */
class OtherBytes extends Error {}

/**
 * The bytes of all parts. Fails before its end when they are not what the device had, so that
 * nothing judges them.
 */
async function* bytesOf(files: FileStore, { parts, sha256 }: Upload): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for (const storageKey of parts) {
    const { stream } = await files.open(storageKey);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  if (hash.digest('hex') !== sha256) throw new OtherBytes('staged parts are not the file');
}
