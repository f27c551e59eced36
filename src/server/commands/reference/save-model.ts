import type { ModelInput, ModelPatch } from '#contract/reference-writes.ts';
import { MODEL_FILE_TYPES } from '#contract/reference-data.ts';
import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import { fitsModel } from '#domain/files.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Actor } from '../../policies/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { problems } from '../../reporting/errors.ts';
import { once, type Done } from '../../once/idempotency.ts';
import { anyOf } from '../../db/json.ts';
import type { CommandCall } from '../../call/command-call.ts';
import { lockRows, saved, saving, writeRow } from '../frame/save-row.ts';
import { asStored } from '../frame/stored-text.ts';
import { replaceSectors } from './replace-sectors.ts';

type Patch = v.InferOutput<typeof ModelPatch>;
/** The fields that a new model and a changed one share. A new model has no files to remove. */
type Fields = Omit<Patch, 'delete_file_ids'> & Partial<Pick<Patch, 'delete_file_ids'>>;
type Saving = { readonly call: CommandCall<Fields>; readonly id: number | null };

/**
 * POST /api/models (rules B13, C10). A person who is no Super Admin makes models for their own
 * sector.
 */
export function createModel(call: CommandCall<v.InferOutput<typeof ModelInput>>): Promise<Done> {
  return save({ call, id: null });
}

/** PUT /api/models: fields, sectors, new files, and files to remove. At least one file stays. */
export function updateModel(call: CommandCall<Patch>, id: number): Promise<Done> {
  return save({ call, id });
}

function save({ call, id }: Saving): Promise<Done> {
  const { actor, now } = call;
  const { organization_ids: organizationIds } = call.body;
  const row = { table: 'models', id } as const;
  return once(call, {
    ...saving(call, { kind: 'model', ...row }),
    effect: async (tx) => {
      if (id !== null) await lockRows(tx, { actor, table: row.table, ids: [id] });
      guardSectors(actor, organizationIds ?? []);
      const { name, description, type, file_mime_type, status } = asStored(call.body);
      const created_at = id === null ? new Date(now).toISOString() : undefined;
      const columns = { name, description, type, file_mime_type, status, created_at };
      const written = await writeRow(tx, { ...row, tenantId: actor.tenantId, columns });
      if (organizationIds !== undefined) await replaceModelSectors(tx, { actor, id: written, organizationIds });
      await detach(tx, { call, id: written });
      await attach(tx, { call, id: written });
      await guardFiles(tx, { actor, id: written });
      return saved(row.table, written);
    },
  });
}

function guardSectors(actor: Actor, organizationIds: readonly number[]): void {
  if (actor.superAdmin || organizationIds.every((id) => id === actor.organizationId)) return;
  throw problems.invalid({ organization_ids: [REFUSAL_TEXT.own_sector_only] });
}

function replaceModelSectors(
  tx: Transaction,
  model: { actor: Actor; id: number; organizationIds: readonly number[] },
): Promise<void> {
  return replaceSectors(tx, { ...model, table: 'model_organizations', owner: 'model_id', field: 'organization_ids' });
}

async function attach(tx: Transaction, { call, id }: { call: CommandCall<Fields>; id: number }): Promise<void> {
  if (call.files.length === 0) return;
  const rows = call.files.map((file, position) => ({ ...file, position }));
  await tx.execute(sql`insert into files (tenant_id, model_id, position, name, mime_type, size, sha256, storage_key, created_at)
    select ${call.actor.tenantId}::bigint, ${id}::bigint, f.position, f.name, f."mimeType", f.size, f.sha256, f."storageKey",
      ${new Date(call.now).toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as f (position int, name text, "mimeType" text, size bigint, sha256 text, "storageKey" text)`);
}

/** Removes only files of this model; the id of another model's file is refused. */
async function detach(tx: Transaction, { call, id }: { call: CommandCall<Fields>; id: number }): Promise<void> {
  const ids = [...new Set(call.body.delete_file_ids)];
  if (ids.length === 0) return;
  const { rows } = await tx.execute(sql`update files set deleted_at = ${new Date(call.now).toISOString()}::timestamptz
    where tenant_id = ${call.actor.tenantId} and model_id = ${id} and id = ${anyOf(ids)} and deleted_at is null returning id`);
  if (rows.length < ids.length) throw problems.invalid({ delete_file_ids: [REFUSAL_TEXT.invalid] });
}

/**
 * Throws unless there is at least one file, and all fit the model's file type: Word (.doc .docx
 * .odt) or PDF (rule C10).
 */
async function guardFiles(tx: Transaction, { actor, id }: { actor: Actor; id: number }): Promise<void> {
  const rows = await tx.rowsOf(
    v.object({ name: v.nullable(v.string()), type: v.picklist(MODEL_FILE_TYPES) }),
    sql`
    select f.name, m.file_mime_type as type from models m
    left join files f on f.tenant_id = m.tenant_id and f.model_id = m.id and f.deleted_at is null
    where m.tenant_id = ${actor.tenantId} and m.id = ${id}`,
  );
  if (rows.every((row) => row.name === null)) throw problems.invalid({ files: [REFUSAL_TEXT.required] });
  const misfit = rows.some((row) => row.name !== null && !fitsModel(row.name, row.type));
  if (misfit) throw problems.invalid({ files: [REFUSAL_TEXT.model_file_type] });
}
