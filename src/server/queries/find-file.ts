import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { type Accessing, fileStep } from '../accesses/record-access.ts';
import { type Actor, viewerOf } from '../policies/actor.ts';
import type { Transaction } from '../db/database.ts';
import type { ServedFile } from '../files/read-stored.ts';
import { visibleModels, visibleTo } from '../policies/visibility.ts';

const ServedFileRow = v.object({
  id: v.number(),
  documentId: v.nullable(v.number()),
  name: v.string(),
  mimeType: v.string(),
  size: v.number(),
  sha256: v.string(),
  storageKey: v.string(),
});

const COLUMNS = sql`f.id, f.document_id as "documentId", f.name, f.mime_type as "mimeType", f.size, f.sha256,
  f.storage_key as "storageKey"`;

/** `noted`: the access to record with the file (S229); null records none. */
type Search = { readonly actor: Actor; readonly fileId: number; readonly noted: Accessing | null };

/** A document's file, or null when the person does not see its document (rules B1, D5). */
export function findDocumentFile(tx: Transaction, { actor, fileId, noted }: Search): Promise<ServedFile | null> {
  return findNoted(
    tx,
    sql`select ${COLUMNS} from files f join documents d on d.tenant_id = f.tenant_id and d.id = f.document_id
      where f.tenant_id = ${actor.tenantId} and f.id = ${fileId} and f.deleted_at is null
        and ${visibleTo(viewerOf(actor))}`,
    noted,
  );
}

/** A model's file, or null when the person does not see the model (rule B13). */
export function findModelFile(tx: Transaction, { actor, fileId, noted }: Search): Promise<ServedFile | null> {
  return findNoted(
    tx,
    sql`select ${COLUMNS} from files f join models m on m.tenant_id = f.tenant_id and m.id = f.model_id
      where f.tenant_id = ${actor.tenantId} and f.id = ${fileId} and f.deleted_at is null
        and ${visibleModels(actor)}`,
    noted,
  );
}

async function findNoted(tx: Transaction, found: SQL, noted: Accessing | null): Promise<ServedFile | null> {
  const rows = await tx.rowsOf(
    ServedFileRow,
    noted === null ? found : sql`with found as (${found}), ${fileStep(noted)} select * from found`,
  );
  return rows[0] ?? null;
}
