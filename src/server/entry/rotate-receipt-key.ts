// Entry of `npm run receipt-key:rotate -- SIGLA`: another key for signing a tenant's receipts.

import { rotateTenantKey } from '../operation/rotate-receipt-key.ts';
import { runCommand } from './run-command.ts';

await runCommand(async ({ connection, secret, now }) => {
  const [acronym, ...rest] = process.argv.slice(2);
  if (acronym === undefined || rest.length > 0) throw new Error('uso: npm run receipt-key:rotate -- SIGLA');
  const id = await rotateTenantKey(connection, { acronym, secret: secret(), now });
  process.stdout.write(`Chave nova de ${acronym}: ${id}. Os servidores a usam em até 10 minutos.\n`);
  return 0;
});
