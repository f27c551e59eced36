import type pg from 'pg';

/**
 * A stored file as its row describes it. `size` is null for images, `sha256` for images stored
 * before hashes were kept.
 */
export type StoredRow = {
  readonly storageKey: string;
  readonly sha256: string | null;
  readonly size: number | null;
  /** Where people would look for it. */
  readonly of: string;
};

/**
 * Every file that the database points at, of all tenants. Needs the owner of the tables and the
 * setting app.maintenance.
 */
export async function readStoredRows(client: pg.Client): Promise<readonly StoredRow[]> {
  const { rows } = await client.query<StoredRow>(
    `select f.storage_key as "storageKey", f.sha256, f.size::float8 as size,
       coalesce('documento ' || t.acronym || lpad(d.number::text, greatest(3, length(d.number::text)), '0'), 'modelo') as of
       from files f left join documents d on d.tenant_id = f.tenant_id and d.id = f.document_id
         left join tenants t on t.id = f.tenant_id
     union all select image_key, image_sha256, null, 'foto de ' || email from users where image_key is not null
     union all select logo_key, logo_sha256, null, 'brasão de ' || acronym from tenants where logo_key is not null`,
  );
  return rows;
}
