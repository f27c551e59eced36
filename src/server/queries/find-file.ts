import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Actor, viewerOf } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import type { ServedFile } from '../files/read-stored.ts';
import { visibleModels } from '../policies/reference-data.ts';
import { visibleTo } from '../policies/visibility.ts';

const ServedFileRow = v.object({
  name: v.string(),
  mimeType: v.string(),
  size: v.number(),
  sha256: v.string(),
  storageKey: v.string(),
});

const COLUMNS = sql`f.name, f.mime_type as "mimeType", f.size, f.sha256, f.storage_key as "storageKey"`;

/** A document's file, or null when the person does not see its document (rules B1, D5). */
export async function findDocumentFile(
  tx: Transaction,
  search: { actor: Actor; fileId: number },
): Promise<ServedFile | null> {
  const rows = await tx.rowsOf(
    ServedFileRow,
    sql`
    select ${COLUMNS} from files f join documents d on d.tenant_id = f.tenant_id and d.id = f.document_id
    where f.tenant_id = ${search.actor.tenantId} and f.id = ${search.fileId} and f.deleted_at is null
      and ${visibleTo(viewerOf(search.actor))}`,
  );
  return rows[0] ?? null;
}

/** A model's file, or null when the person does not see the model (rule B13). */
export async function findModelFile(
  tx: Transaction,
  search: { actor: Actor; fileId: number },
): Promise<ServedFile | null> {
  const rows = await tx.rowsOf(
    ServedFileRow,
    sql`
    select ${COLUMNS} from files f join models m on m.tenant_id = f.tenant_id and m.id = f.model_id
    where f.tenant_id = ${search.actor.tenantId} and f.id = ${search.fileId} and f.deleted_at is null
      and ${visibleModels(search.actor)}`,
  );
  return rows[0] ?? null;
}
