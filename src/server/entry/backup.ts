// Entry of `npm run backup`, which backs up to BACKUP_TO, and of `npm run backup -- FILE [--tenant
// PMVI]`. A server starts it with `--due`, and then it writes to the log of that server.

import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { backUpAndProve, doNight, noteSuccess, whileAlone } from '../operation/nightly-backup.ts';
import { createBackup } from '../operation/create-backup.ts';
import { createLog } from '../reporting/log.ts';
import { type CommandParts, runCommand, tellLosses } from './run-command.ts';

const USAGE = 'uso: npm run backup -- ARQUIVO [--tenant SIGLA], ou, com BACKUP_TO definida, npm run backup';

await runCommand(async (parts) => {
  const { values, positionals } = parseArgs({
    options: { tenant: { type: 'string' }, due: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [path, ...more] = positionals;
  const { tenant } = values;
  if (more.length > 0 || (path === undefined && tenant !== undefined)) throw new Error(USAGE);
  if (values.due === true) return whenDue(parts);
  return path === undefined ? intoPlace(parts) : intoFile({ file: path, tenant }, parts);
});

type IntoFile = { readonly file: string; readonly tenant: string | undefined };

async function intoFile({ file, tenant }: IntoFile, parts: CommandParts): Promise<number> {
  const { rows, files, losses } = await createBackup(file, { ...parts, ...(tenant === undefined ? {} : { tenant }) });
  process.stdout.write(`Backup em ${file}: ${rows['documents'] ?? 0} documentos, ${files} arquivos\n`);
  if (losses.length === 0 && tenant === undefined)
    await noteSuccess(parts.connection, { name: 'backup', now: parts.now });
  return tellLosses(losses);
}

async function intoPlace(parts: CommandParts): Promise<number> {
  const { backupTo: to, backupKeep: keep } = parts.config;
  if (to === null) throw new Error(USAGE);
  const made = await whileAlone(parts.connection, () => backUpAndProve({ ...parts, to, keep }));
  if (made === null) throw new Error('outro backup está em andamento');
  const { name, rows, files, added, losses, wrong, unreadable } = made;
  const [documents, fresh] = [rows['documents'] ?? 0, added.size];
  process.stdout.write(`Backup ${name}: ${documents} documentos, ${files} arquivos, ${fresh} deles novos; conferido\n`);
  for (const key of wrong)
    process.stderr.write(`Arquivo errado em BACKUP_TO, que o próximo backup traz de novo: ${key}\n`);
  for (const moment of unreadable) process.stderr.write(`Backup anterior que não pode ser lido: ${moment}\n`);
  return Math.max(tellLosses(losses), wrong.length + unreadable.length === 0 ? 0 : 2);
}

async function whenDue(parts: CommandParts): Promise<number> {
  const { backupTo: to, backupKeep: keep, backupHour: hour, logLevel } = parts.config;
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  if (to !== null) await doNight({ ...parts, to, keep, hour, log: createLog(logLevel) });
  return 0;
}
