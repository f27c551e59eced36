// The files that a write names instead of bringing them (S101): their parts become one stored file each, which is judged like a
// file of a form, and must have the hash that the device gave when it began.

import type { StagedFile } from '#contract/uploads.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { FILES_MAX, FILES_MAX_BYTES } from '#domain/files.ts';
import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { problems } from '../reporting/errors.ts';
import { FileMissing, type FileStore } from './file-store.ts';
import { storeChecked } from './receive-file.ts';
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

/**
 * Stores the named uploads of the command as files, in their order: all of them, or none. Throws 409 `upload_missing` when one of
 * them is not here whole with this hash, and otherwise what a file of a form would be refused with.
 */
export async function assembleFiles(
  staging: Staging,
  { command, named }: { command: CommandName; named: readonly StagedFile[] },
): Promise<readonly ReceivedFile[]> {
  if (named.length > FILES_MAX) throw problems.tooLarge({ files: [REFUSAL_TEXT.too_many_files] });
  const uploads = await staging.database.onceInTenant(command.tenantId, (tx) =>
    tx.rowsOf(
      Upload,
      sql`select u.file::text as file, u.size::float8 as size, u.sha256, u.received::float8 as received,
          coalesce((select array_agg(p.storage_key order by p.start) from staged_parts p
            where (p.tenant_id, p.actor_id, p.key, p.file) = (u.tenant_id, u.actor_id, u.key, u.file)), '{}') as parts
        from staged_uploads u where ${isOfCommand(command)}`,
    ),
  );
  const byFile = new Map(uploads.map((upload) => [upload.file, upload]));
  const wanted = named.map(({ id, name, sha256 }) => {
    const upload = byFile.get(id.toLowerCase());
    if (upload === undefined || upload.received !== upload.size || upload.sha256 !== sha256)
      throw problems.uploadMissing();
    return { upload, name };
  });
  const received: ReceivedFile[] = [];
  let budget = FILES_MAX_BYTES;
  try {
    for (const { upload, name } of wanted) {
      const file = await assembleFile(staging, { command, upload, name, budget });
      budget -= file.size;
      received.push(file);
    }
    return received;
  } catch (error) {
    removeLater(
      staging,
      received.map((file) => file.storageKey),
    );
    throw error;
  }
}

type Assembling = { command: CommandName; upload: Upload; name: string; budget: number };

async function assembleFile(staging: Staging, { command, upload, name, budget }: Assembling): Promise<ReceivedFile> {
  const { files } = staging;
  const bytes = bytesOf(files, upload);
  try {
    return await storeChecked(files, { name, field: 'files', accept: 'documents', budget, bytes });
  } catch (error) {
    if (!(error instanceof FileMissing || error instanceof OtherBytes)) throw error;
    // What is here will never be the file, so the device begins anew, under the same names.
    await sweepCommand(staging, command);
    throw problems.uploadMissing();
  }
}

/** Stored parts are not the file that they were said to be. */
class OtherBytes extends Error {}

/** The bytes of all parts. Fails before its end when they are not what the device had, so that nothing judges them. */
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
