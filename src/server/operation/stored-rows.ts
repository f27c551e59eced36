import type pg from 'pg';

/** A stored file as its row describes it. `size` is null for images, `sha256` for images stored before hashes were kept. */
export type StoredRow = { readonly storageKey: string; readonly sha256: string | null; readonly size: number | null };

/**
 * Every file that the database points at, of all tenants. Needs the owner of the tables and the setting app.maintenance.
 */
export async function readStoredRows(client: pg.Client): Promise<readonly StoredRow[]> {
  const { rows } = await client.query<StoredRow>(
    `select storage_key as "storageKey", sha256, size::float8 as size from files
     union all select image_key, image_sha256, null from users where image_key is not null
     union all select logo_key, logo_sha256, null from tenants where logo_key is not null`,
  );
  return rows;
}
