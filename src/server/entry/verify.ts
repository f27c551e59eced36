// Entry of `npm run verify`: prints what differs, and exits with 1 if anything does. With
// `--from-backup`, files that are missing or damaged are first brought back from BACKUP_TO.

import { copyAll, openBackupPlace } from '../operation/backup-place.ts';
import { noteSuccess } from '../operation/nightly-backup.ts';
import { verifyData } from '../operation/verify-data.ts';
import { type CommandParts, runCommand } from './run-command.ts';

const [option, ...more] = process.argv.slice(2);

await runCommand(async (parts) => {
  if ((option !== undefined && option !== '--from-backup') || more.length > 0)
    throw new Error('uso: npm run verify, ou, com BACKUP_TO definida, npm run verify -- --from-backup');
  if (option !== undefined) await bringBack(parts);
  const { differences, rows, files, strays } = await verifyData(parts);
  for (const difference of differences) process.stdout.write(`${difference}\n`);
  const waiting = strays > 0 ? `, ${strays} arquivos sem registro aguardam a coleta` : '';
  process.stdout.write(`${rows} documentos, ${files} arquivos${waiting}: ${differences.length} diferenças\n`);
  if (differences.length > 0) return 1;
  await noteSuccess(parts.connection, { name: 'verify', now: parts.now });
  return 0;
});

async function bringBack(parts: CommandParts): Promise<void> {
  const { backupTo } = parts.config;
  if (backupTo === null) throw new Error('BACKUP_TO não está definida');
  const { wrongFiles } = await verifyData(parts);
  if (wrongFiles.length === 0) return;
  await parts.claim();
  const { stored } = await openBackupPlace(backupTo);
  const left = new Set(await copyAll(wrongFiles, { from: stored, into: parts.files }));
  for (const file of wrongFiles)
    if (!left.has(file)) process.stdout.write(`recuperado do backup: ${file.storageKey}, ${file.of}\n`);
}
