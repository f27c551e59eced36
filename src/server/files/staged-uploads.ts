// Files of a command, sent ahead of it in parts (S101): received, joined to whole files, and
// removed.

import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { PART_MIN_BYTES, type StagedFile, type UploadInput } from '#contract/uploads.ts';
import { FILES_MAX, FILES_MAX_BYTES } from '#domain/files.ts';
import { sql, type SQL } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import { FileMissing, type FileStore, type StoredFile } from './file-store.ts';
import { type ReceivedFile, storeChecked, typedName } from './receive-file.ts';
import { guardStorage, type Storing } from './storage-quota.ts';

/** What one person may have staged at once: four of the largest commands. */
export const PERSON_MAX_BYTES = 4 * FILES_MAX_BYTES;
export const PERSON_MAX_FILES = 100;
/** An upload that was not touched for this long makes room for a new one of the same person. */
const MAKES_ROOM_AFTER_MS = 86_400_000;

export type Staging = Clearing & Storing & { readonly database: Database; readonly files: FileStore };

/** The person and the key of a command. */
export type CommandName = { readonly tenantId: number; readonly userId: number; readonly key: string };
/** One file of a command. */
export type UploadName = CommandName & { readonly file: string };

function isOfCommand({ tenantId, userId, key }: CommandName): SQL {
  return sql`u.tenant_id = ${tenantId} and u.actor_id = ${userId} and u.key = ${key}::uuid`;
}

/**
 * Begins an upload, or finds the one that was begun. Returns how many of its bytes have arrived.
 * Throws 422 when it was begun with another size or hash, 413 when the person has too much staged,
 * and 507 above a quota.
 */
export async function openUpload(
  staging: Staging,
  { name, input, now }: { name: UploadName; input: UploadInput; now: number },
): Promise<number> {
  const { tenantId, userId, key, file } = name;
  const at = new Date(now).toISOString();
  const { received, dropped } = await staging.database.inTenant(tenantId, async (tx) => {
    // One upload of a person begins at a time, so that the limits hold.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${tenantId}:${userId}`}, 0))`);
    const [known] = await tx.rowsOf(
      v.object({ size: v.number(), sha256: v.string(), received: v.number() }),
      sql`update staged_uploads u set touched_at = ${at}::timestamptz
        where ${isOfCommand(name)} and u.file = ${file}::uuid
        returning u.size::float8 as size, u.sha256, u.received::float8 as received`,
    );
    if (known !== undefined) {
      if (known.size !== input.size || known.sha256 !== input.sha256) throw problems.keyReused();
      return { received: known.received, dropped: [] };
    }
    const dropped = await makeRoom(tx, { name, size: input.size, now });
    await guardStorage(tx, { owner: name, storing: staging, bytes: input.size });
    await tx.execute(sql`insert into staged_uploads (tenant_id, actor_id, key, file, size, sha256, touched_at)
      values (${tenantId}, ${userId}, ${key}::uuid, ${file}::uuid, ${input.size}, ${input.sha256}, ${at}::timestamptz)`);
    return { received: 0, dropped };
  });
  removeLater(staging, dropped);
  return received;
}

type UploadRequest = { name: UploadName; size: number; now: number };

/**
 * Deletes uploads of the person's other commands that were not touched for a day, the oldest first,
 * until the new upload fits. Returns the storage keys of their parts. Throws 413 when it never
 * fits.
 */
async function makeRoom(tx: Transaction, { name, size, now }: UploadRequest): Promise<readonly string[]> {
  const { tenantId, userId } = name;
  const own = await tx.rowsOf(
    v.object({ key: v.string(), size: v.number(), resting: v.boolean() }),
    sql`select u.key::text as key, u.size::float8 as size,
        u.touched_at < ${new Date(now - MAKES_ROOM_AFTER_MS).toISOString()}::timestamptz as resting
      from staged_uploads u where u.tenant_id = ${tenantId} and u.actor_id = ${userId} order by u.touched_at`,
  );
  const dropped: string[] = [];
  let left = own;
  const isFull = (): boolean =>
    left.length >= PERSON_MAX_FILES || left.reduce((sum, one) => sum + one.size, size) > PERSON_MAX_BYTES;
  while (isFull()) {
    const oldest = left.find((one) => one.resting && one.key !== name.key);
    if (oldest === undefined) throw problems.tooLarge({ files: [REFUSAL_TEXT.files_too_large] });
    dropped.push(
      ...(await deleteUploads(tx, { which: isOfCommand({ tenantId, userId, key: oldest.key }) })).storageKeys,
    );
    left = left.filter((one) => one.key !== oldest.key);
  }
  return dropped;
}

type NewPart = { name: UploadName; offset: number; part: StoredFile; sha256: string; now: number };

/**
 * Adds a stored part to its upload. Returns how many bytes of the file have arrived. Throws 404 for
 * an upload that is not here (any more), 409 for a part that does not begin where the bytes end,
 * 422 for a part that arrived changed, is empty, is too small or goes beyond the file.
 */
export async function addPart(staging: Staging, added: NewPart): Promise<number> {
  if (added.part.sha256 !== added.sha256) throw problems.partDamaged();
  return staging.database.inTenant(added.name.tenantId, (tx) => appendPart(tx, added));
}

async function appendPart(tx: Transaction, { name, offset, part, now }: NewPart): Promise<number> {
  const { tenantId, userId, key, file } = name;
  const [upload] = await tx.rowsOf(
    v.object({ size: v.number(), received: v.number() }),
    sql`select u.size::float8 as size, u.received::float8 as received from staged_uploads u
      where ${isOfCommand(name)} and u.file = ${file}::uuid for update`,
  );
  if (upload === undefined) throw problems.notFound();
  if (upload.received !== offset) throw problems.uploadOffset(upload.received);
  const end = offset + part.size;
  const isSmall = part.size < PART_MIN_BYTES && end < upload.size;
  if (part.size === 0 || isSmall || end > upload.size) throw problems.invalid({ part: [REFUSAL_TEXT.invalid] });
  await tx.execute(sql`insert into staged_parts (tenant_id, actor_id, key, file, start, size, storage_key)
    values (${tenantId}, ${userId}, ${key}::uuid, ${file}::uuid, ${offset}, ${part.size}, ${part.storageKey})`);
  await tx.execute(sql`update staged_uploads u set received = ${end}, touched_at = ${new Date(now).toISOString()}::timestamptz
    where ${isOfCommand(name)} and u.file = ${file}::uuid`);
  return end;
}

/**
 * Deletes the uploads of a command that needs them no more, because it is registered, refused or
 * withdrawn. Their rows are gone when this resolves; the objects of their parts are removed later.
 */
export async function sweepCommand(staging: Staging, command: CommandName): Promise<void> {
  const { storageKeys } = await staging.database.inTenant(command.tenantId, (tx) =>
    deleteUploads(tx, { which: isOfCommand(command) }),
  );
  removeLater(staging, storageKeys);
}

const Upload = v.object({
  file: v.string(),
  size: v.number(),
  sha256: v.string(),
  received: v.number(),
  /** Storage keys of the parts, in their order. */
  parts: v.array(v.string()),
});
type Upload = v.InferOutput<typeof Upload>;

/** An upload that has arrived whole, and the file name that the command gives it. */
type StagedUpload = { readonly upload: Upload; readonly name: string };

/**
 * The uploads that the command names, in that order. Throws 409 `upload_missing` when one has not
 * arrived whole with the named hash, and 413 when they are too many or too large together.
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
 * Joins the parts of each upload into a stored file, in order: all of them, or none. Each file is
 * judged like a file of a form, and must have the hash that the device gave when it began. Throws
 * 409 `upload_missing` when stored parts are gone or have other bytes, and otherwise what a file of
 * a form would be refused with.
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
    // The stored bytes will never be the file. So the uploads are deleted, and the device begins
    // them again under the same names.
    await sweepCommand(staging, command);
    throw problems.uploadMissing();
  }
}

/** Thrown when the stored parts are not the file whose hash was declared. */
class OtherBytes extends Error {}

/**
 * The bytes of all parts. Throws OtherBytes before the end when they do not have the declared hash,
 * so that a wrong file is never judged.
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

const TURNS = 4;
const TENANT_TURNS = TURNS / 2;

type Joiner = { readonly tenantId: number; readonly userId: number };

/** The joins of this process. */
const joining = new Set<Joiner>();

/**
 * Takes a turn at joining files that were sent ahead. Joining is bound by the disk or by the link
 * to the store, so more joins at once would only make each of them last longer. A person has one
 * turn and a tenant half of all, so that the one over its share is refused, and not the next one to
 * come. Returns the function that gives the turn back; null when the person, the tenant or the
 * server has no turn left.
 */
export function takeJoinTurn({ tenantId, userId }: Joiner): (() => void) | null {
  const ofTenant = [...joining].filter((one) => one.tenantId === tenantId);
  const isOver = ofTenant.length >= TENANT_TURNS || ofTenant.some((one) => one.userId === userId);
  if (isOver || joining.size >= TURNS) return null;
  const turn = { tenantId, userId };
  joining.add(turn);
  return () => void joining.delete(turn);
}

const Swept = v.object({ uploads: v.number(), keys: v.array(v.string()) });
/**
 * What deleting the rows of uploads (S101) leaves to do: the objects of their parts are removed
 * next. When the server dies in between, no row points at them, and they are collected as stray
 * files.
 */
type SweptUploads = { readonly uploads: number; readonly storageKeys: readonly string[] };

/**
 * Deletes the rows of the uploads for which `which` holds, a condition on `u`. Returns their number
 * and the storage keys of their parts. With `restingAtMost`, deletes at most so many, and none that
 * a sender is adding to.
 */
export async function deleteUploads(
  tx: Transaction,
  { which, restingAtMost }: { readonly which: SQL; readonly restingAtMost?: number },
): Promise<SweptUploads> {
  const same = (left: string): SQL =>
    sql.raw(
      `(${left}.tenant_id, ${left}.actor_id, ${left}.key, ${left}.file) = (g.tenant_id, g.actor_id, g.key, g.file)`,
    );
  const [swept] = await tx.rowsOf(
    Swept,
    sql`with gone as (select u.tenant_id, u.actor_id, u.key, u.file from staged_uploads u where ${which}
        ${sql.raw(restingAtMost === undefined ? 'for update' : `limit ${restingAtMost} for update skip locked`)}),
      parts as (delete from staged_parts p using gone g where ${same('p')} returning p.storage_key),
      uploads as (delete from staged_uploads s using gone g where ${same('s')} returning s.file)
    select (select count(*)::int from uploads) as uploads,
      coalesce((select array_agg(storage_key) from parts), '{}') as keys`,
  );
  return { uploads: swept?.uploads ?? 0, storageKeys: swept?.keys ?? [] };
}

const AT_ONCE = 8;

/**
 * What removing objects needs. No request waits for the removal, because an upload may have
 * thousands of parts.
 */
export type Clearing = { readonly files: FileStore; readonly log: FastifyBaseLogger };

/** Removes objects that no row points at, while the caller goes on. */
function removeLater(clearing: Clearing, storageKeys: readonly string[]): void {
  void removeOrLeave(clearing, storageKeys);
}

/**
 * Removes objects that no row points at. A failure is logged;
 * src/server/jobs/collect-stray-files.ts removes the objects later.
 */
export async function removeOrLeave(
  { files, log }: Clearing,
  storageKeys: readonly string[] | Promise<readonly string[]>,
): Promise<void> {
  try {
    await removeObjects(files, await storageKeys);
  } catch (error) {
    log.warn({ event: 'leftovers', err: error }, 'stored objects were left behind');
  }
}

/** Removes objects that no row points at any more. */
export async function removeObjects(files: Pick<FileStore, 'remove'>, storageKeys: readonly string[]): Promise<void> {
  for (let at = 0; at < storageKeys.length; at += AT_ONCE) {
    await Promise.all(storageKeys.slice(at, at + AT_ONCE).map((key) => files.remove(key)));
  }
}
