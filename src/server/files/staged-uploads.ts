// Files that devices send ahead of their command, in parts (S101). The rows say what has arrived,
// and any server may take the next part: nothing is kept on the machine that took the last one. A
// part is stored whole and under its own hash, or not at all, and parts follow each other without a
// gap, so that two senders at once can't mix their bytes.

import { PART_MIN_BYTES, type UploadInput } from '#contract/uploads.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { FILES_MAX_BYTES } from '#domain/files.ts';
import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { problems } from '../reporting/errors.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { guardStorage, type Storing } from './storage-quota.ts';
import { deleteUploads, removeLater, type Clearing } from './sweep-staged.ts';

/** What one person may have staged at once: four of the largest commands. */
export const PERSON_MAX_BYTES = 4 * FILES_MAX_BYTES;
export const PERSON_MAX_FILES = 100;
/** An upload that was not touched for this long makes room for a new one of the same person. */
const MAKES_ROOM_AFTER_MS = 86_400_000;

export type Staging = Clearing & Storing & { readonly database: Database; readonly files: FileStore };

/** Whose command it is. */
export type CommandName = { readonly tenantId: number; readonly userId: number; readonly key: string };
/** One file of a command. */
export type UploadName = CommandName & { readonly file: string };

export function isOfCommand({ tenantId, userId, key }: CommandName): SQL {
  return sql`u.tenant_id = ${tenantId} and u.actor_id = ${userId} and u.key = ${key}::uuid`;
}

/**
 * Begins an upload, or finds the one that was begun. Answers how many bytes are here. Throws 422
 * when the name stands for another file, and 413 when the person has too much staged.
 */
export async function openUpload(
  staging: Staging,
  { name, input, now }: { name: UploadName; input: UploadInput; now: number },
): Promise<number> {
  const { tenantId, userId, key, file } = name;
  const at = new Date(now).toISOString();
  const { received, dropped } = await staging.database.inTenant(tenantId, async (tx) => {
    // One at a time for a person, so that the limits hold.
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
 * Drops uploads of the person that have rested, the oldest first, until this one fits. Answers
 * their storage keys.
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
 * Adds a stored part to its upload, and answers how many bytes are here then. Throws 404 for an
 * upload that is not here (any more), 409 when another part stands there already, 422 for a part
 * that arrived changed, is empty, is too small or goes beyond the file.
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
 * The command needs its uploads no more, because it is registered, refused or withdrawn. They are
 * gone when this ends; the objects of their parts are removed afterwards.
 */
export async function sweepCommand(staging: Staging, command: CommandName): Promise<void> {
  const { storageKeys } = await staging.database.inTenant(command.tenantId, (tx) =>
    deleteUploads(tx, { which: isOfCommand(command) }),
  );
  removeLater(staging, storageKeys);
}
