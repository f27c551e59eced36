// Entry of `npm run receipt-key:rotate -- SIGLA`: another key for signing a tenant's receipts.

import { acronymOf } from '#domain/text.ts';
import type pg from 'pg';
import { connectOwner } from '../db/connections.ts';
import { openDatabase } from '../db/database.ts';
import { becomeSystem } from '../db/roles.ts';
import { rotateReceiptKey } from '../signing/receipt-keys.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ connection, secret, now }) => {
  const [acronym, ...rest] = process.argv.slice(2);
  if (acronym === undefined || rest.length > 0) throw new Error('uso: npm run receipt-key:rotate -- SIGLA');
  const id = await rotateTenantKey(connection, { acronym, secret: secret(), now });
  process.stdout.write(`Chave nova de ${acronym}: ${id}. Os servidores a usam em até 10 minutos.\n`);
  return 0;
});

type Rotation = {
  readonly acronym: string;
  /** The SESSION_SECRET of the servers. */
  readonly secret: string;
  /** Epoch ms. */
  readonly now: number;
};

/**
 * Gives a tenant another key for signing receipts (S98). Signatures of the earlier keys stay valid.
 * Resolves to the id of the new key; throws one Portuguese sentence when there is no such tenant,
 * or the secret is not that of the servers.
 */
async function rotateTenantKey(connection: pg.ClientConfig, { acronym, secret, now }: Rotation): Promise<string> {
  const tenantId = await tenantOf(connection, acronymOf(acronym));
  if (tenantId === null) throw new Error(`não há órgão com a sigla ${acronymOf(acronym)}`);
  const database = await openDatabase({ connection, onError: () => undefined });
  try {
    return await rotateReceiptKey(database, { tenantId, secret, nowMs: now });
  } finally {
    await database.close();
  }
}

async function tenantOf(connection: pg.ClientConfig, acronym: string): Promise<number | null> {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await becomeSystem(client);
    const { rows } = await client.query<{ id: string }>('select id from tenants where lower(acronym) = lower($1)', [
      acronym,
    ]);
    return rows[0] === undefined ? null : Number(rows[0].id);
  } finally {
    await client.end();
  }
}
