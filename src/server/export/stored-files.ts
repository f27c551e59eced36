// The stored files of a tenant, and their paths in an export.

import type pg from 'pg';

/** A file as its row describes it; `size` and `sha256` are null where the row does not say them. */
export type StoredFile = {
  readonly table: 'files' | 'users' | 'tenants';
  readonly id: number;
  readonly path: string;
  readonly storageKey: string;
  readonly size: number | null;
  readonly sha256: string | null;
};

const NAME_LENGTH = 60;
const PAGE = 500;

/** Makes a text safe as a part of a file's name: it can't lead into another folder. */
export const nameOnDisk = (text: string): string => text.normalize('NFC').replace(/[^\p{L}\p{N}._ -]/gu, '_');

/** `arquivos/12-laudo.pdf`: the id makes the path unique, and every system can read the name. */
export function pathOfFile({ id, name }: { readonly id: number; readonly name: string }): string {
  const plain = nameOnDisk(name);
  const dot = plain.lastIndexOf('.');
  const end = dot > 0 && plain.length - dot <= 6 ? plain.slice(dot) : '';
  const start = Array.from(plain.slice(0, plain.length - end.length))
    .slice(0, NAME_LENGTH)
    .join('');
  return `arquivos/${id}-${withoutTail(start)}${withoutTail(end)}`;
}

/** Removes spaces and points at the end, which some systems drop from a name. */
function withoutTail(text: string): string {
  let length = text.length;
  while (length > 0 && ' .'.includes(text.charAt(length - 1))) length -= 1;
  return text.slice(0, length);
}

/**
 * Every stored file of the tenant: those of documents and models in the order of their ids, then
 * the pictures. Rows are read in batches.
 */
export async function* storedFiles(client: pg.Client, tenantId: number): AsyncGenerator<StoredFile> {
  for (let after = 0; ;) {
    const { rows } = await client.query<Omit<StoredFile, 'table' | 'path'> & { readonly name: string }>(
      `select id::float8 as id, name, storage_key as "storageKey", size::float8 as size, sha256 from files
        where tenant_id = $1 and id > $2 order by id limit ${PAGE}`,
      [tenantId, after],
    );
    for (const { name, ...row } of rows) yield { table: 'files', ...row, path: pathOfFile({ id: row.id, name }) };
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  const { rows } = await client.query<Omit<StoredFile, 'path' | 'size'>>(
    `select 'users' as table, id::float8 as id, image_key as "storageKey", image_sha256 as sha256 from users
      where tenant_id = $1 and image_key is not null
      union all select 'tenants', id::float8, logo_key, logo_sha256 from tenants where id = $1 and logo_key is not null
      order by 1, 2`,
    [tenantId],
  );
  for (const row of rows)
    yield { ...row, size: null, path: row.table === 'users' ? `imagens/pessoa-${row.id}.webp` : 'imagens/brasao.webp' };
}

/**
 * How many files the tenant has, and how many bytes. The progress of an export is told against it.
 */
export async function sumStoredFiles(client: pg.Client, tenantId: number): Promise<{ files: number; bytes: number }> {
  const { rows } = await client.query<{ files: number; bytes: number }>(
    'select count(*)::float8 as files, coalesce(sum(size), 0)::float8 as bytes from files where tenant_id = $1',
    [tenantId],
  );
  return rows[0] ?? { files: 0, bytes: 0 };
}
