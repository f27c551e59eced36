// Entry of `npm run restore -- FILE`, and of `npm run restore -- --moment last [--tenant PMVI]`,
// which restores from BACKUP_TO.

import { parseArgs } from 'node:util';
import { momentNamed, openBackupPlace } from '../operation/backup-place.ts';
import { restoreBackup, restoreMoment } from '../operation/restore-backup.ts';
import { type CommandParts, runCommand, tellLosses } from './run-command.ts';

const USAGE =
  'uso: npm run restore -- ARQUIVO, ou, com BACKUP_TO definida, npm run restore -- --moment last [--tenant SIGLA]';

await runCommand(
  async (parts) => {
    const { values, positionals } = parseArgs({
      options: { moment: { type: 'string' }, tenant: { type: 'string' } },
      allowPositionals: true,
    });
    const [path, ...more] = positionals;
    const { moment, tenant = null } = values;
    if (more.length > 0) throw new Error(USAGE);
    // The store must belong to this database: nothing is restored beside the files of another one.
    await parts.claim();
    if (path === undefined && moment !== undefined) return tell(...(await fromPlace({ moment, tenant }, parts)));
    if (path === undefined || moment !== undefined || tenant !== null) throw new Error(USAGE);
    return tell(path, await restoreBackup(path, parts));
  },
  { mayMake: true },
);

type FromPlace = { readonly moment: string; readonly tenant: string | null };

async function fromPlace({ moment, tenant }: FromPlace, parts: CommandParts): Promise<Parameters<typeof tell>> {
  const { backupTo } = parts.config;
  if (backupTo === null) throw new Error(USAGE);
  const place = await openBackupPlace(backupTo);
  const name = await momentNamed(place, moment);
  return [name, await restoreMoment({ place, name, tenant }, parts)];
}

function tell(from: string, { rows, files, losses }: Awaited<ReturnType<typeof restoreBackup>>): number {
  process.stdout.write(`Restaurado de ${from}: ${rows['documents'] ?? 0} documentos, ${files} arquivos\n`);
  return tellLosses(losses);
}
