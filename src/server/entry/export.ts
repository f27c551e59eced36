// Entry of `npm run export -- SIGLA PASTA`.

import { exportTenant } from '../operation/export-tenant.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'uso: npm run export -- SIGLA PASTA';

await runCommand(async (parts) => {
  const [acronym, folder, ...rest] = process.argv.slice(2);
  if (acronym === undefined || folder === undefined || rest.length > 0) throw new Error(USAGE);
  const { documents, files, lost } = await exportTenant(parts, { acronym, folder, onProgress: tellerOfProgress() });
  process.stdout.write(`Exportado em ${folder}: ${documents} documentos, ${files} arquivos\n`);
  for (const path of lost) process.stderr.write(`Arquivo perdido ou danificado: ${path}\n`);
  return lost.length === 0 ? 0 : 2;
});

/** Prints the progress at each tenth of the files. */
function tellerOfProgress() {
  let told = -1;
  return async (done: { files: number }, all: { files: number }): Promise<void> => {
    const tenth = all.files === 0 ? 10 : Math.floor((done.files / all.files) * 10);
    if (tenth === told) return;
    told = tenth;
    process.stderr.write(`Arquivos: ${done.files} de ${all.files}\n`);
  };
}
