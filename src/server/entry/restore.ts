// Entry of `npm run restore -- FILE`.

import { restoreBackup } from '../operation/restore-backup.ts';
import { fileArgument, runCommand, tellLosses } from './run-command.ts';

await runCommand(
  async (parts) => {
    const path = fileArgument('npm run restore -- ARQUIVO');
    // The store must belong to this database: nothing is restored beside the files of another one.
    await parts.claim();
    const { rows, files, losses } = await restoreBackup(path, parts);
    process.stdout.write(`Restaurado de ${path}: ${rows['documents'] ?? 0} documentos, ${files} arquivos\n`);
    return tellLosses(losses);
  },
  { mayMake: true },
);
