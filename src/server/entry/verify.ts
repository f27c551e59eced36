// Entry of `npm run verify`: prints what differs, and exits with 1 if anything does.

import { runCommand } from './run-command.ts';
import { verifyData } from '../operation/verify-data.ts';

await runCommand(async (parts) => {
  const { differences, rows, files, strays } = await verifyData(parts);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  const waiting = strays > 0 ? `, ${strays} arquivos sem registro aguardam a coleta` : '';
  process.stdout.write(`${rows} documentos, ${files} arquivos${waiting}: ${differences.length} diferenças\n`);
  return differences.length === 0 ? 0 : 1;
});
