// Entry of `npm run backup -- FILE`.

import { noteBackup } from '../reporting/last-backup.ts';
import { createBackup } from '../operation/create-backup.ts';
import { fileArgument, runCommand, tellLosses } from './run-command.ts';

await runCommand(async (parts) => {
  const path = fileArgument('npm run backup -- ARQUIVO');
  const { rows, files, losses } = await createBackup(path, parts);
  process.stdout.write(`Backup em ${path}: ${rows['documents'] ?? 0} documentos, ${files} arquivos\n`);
  if (losses.length === 0) noteBackup(parts.dataDir, parts.now);
  return tellLosses(losses);
});
