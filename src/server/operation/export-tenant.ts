// Writes everything of one tenant into a folder, for the command line, beside a running server
// (S239).

import { EXPORT_EVERYTHING } from '#contract/access-words.ts';
import { acronymOf } from '#domain/text.ts';
import type pg from 'pg';
import { COMMAND_LINE } from '#contract/access-words.ts';
import { recordAccesses } from '../accesses/record-access.ts';
import { connectOwner } from '../db/connections.ts';
import { openDatabase } from '../db/database.ts';
import { becomeSystem } from '../db/roles.ts';
import { openFolderShelf } from '../export/folder-shelf.ts';
import { type ExportParts, type ExportTotals, makeExport } from '../export/make-export.ts';
import { type FileStore, wantOfDisk } from '../files/file-store.ts';
import { StartFault } from '../postgres/start-faults.ts';

export type TenantExport = {
  readonly acronym: string;
  readonly folder: string;
  readonly onProgress?: ExportParts['onProgress'];
};

/**
 * Writes the export, or goes on with one that was cut off. Throws one Portuguese sentence when
 * there is no such tenant, or the folder can't take it.
 */
export async function exportTenant(
  { connection, files, now }: { readonly connection: pg.ClientConfig; readonly files: FileStore; readonly now: number },
  { acronym, folder, onProgress }: TenantExport,
): Promise<ExportTotals> {
  const client = await connectOwner(connection);
  try {
    const tenantId = await tenantOf(client, acronym);
    const shelf = await openFolderShelf(folder, { files, acronym: acronymOf(acronym).toUpperCase() });
    return await makeExport({
      client,
      tenantId,
      shelf,
      now,
      ...(onProgress === undefined ? {} : { onProgress }),
      beforeEnd: ({ documents }) => recordExport(connection, { tenantId, now, documents }),
    });
  } catch (error) {
    const want = wantOfDisk(error);
    if (want === null) throw error;
    const why = want === 'full' ? 'o disco está cheio' : 'a pasta não pode ser gravada';
    throw new StartFault(`a exportação em ${folder} parou: ${why}. Rode o mesmo comando para continuar`);
  } finally {
    await client.end();
  }
}

/**
 * Stands for the person in the audit: an operator at the command line is no person of the tenant.
 */
const NOBODY = 0;

async function recordExport(
  connection: pg.ClientConfig,
  { tenantId, now, documents }: { tenantId: number; now: number; documents: number },
): Promise<void> {
  const database = await openDatabase({ connection, onError: () => undefined });
  try {
    const actor = { tenantId, userId: NOBODY };
    const note = { kind: 'export', act: EXPORT_EVERYTHING, amount: documents } as const;
    await database.inTenant(tenantId, (tx) => recordAccesses(tx, { actor, device: COMMAND_LINE, now }, [note]));
  } finally {
    await database.close();
  }
}

async function tenantOf(client: pg.Client, acronym: string): Promise<number> {
  await client.query('begin');
  await becomeSystem(client);
  const { rows } = await client.query<{ id: string }>(
    'select id::text as id from tenants where lower(acronym) = lower($1)',
    [acronymOf(acronym)],
  );
  await client.query('rollback');
  if (rows[0] === undefined) throw new Error(`não há órgão com a sigla ${acronymOf(acronym)}`);
  return Number(rows[0].id);
}
