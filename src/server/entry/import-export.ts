// Entry of `npm run import-export -- PASTA`. An export has no passwords, so the command prints a
// link for each Super Admin to choose one. Super Admins then invite the others.

import { SUPER_ADMIN } from '#domain/permissions.ts';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { commonHostOf } from '../config/config.ts';
import { openDatabase } from '../db/database.ts';
import { importExport } from '../operation/import-export.ts';
import { hasNoPassword } from '../sessions/passwords.ts';
import { issueSlips, linkPath } from '../sessions/password-reset.ts';
import { type CommandParts, fileArgument, runCommand } from './run-command.ts';

await runCommand(
  async (parts) => {
    const folder = fileArgument('npm run import-export -- PASTA');
    // The store must belong to this database: nothing is stored beside the files of another one.
    await parts.claim();
    const made = await importExport(folder, { ...parts, commonHost: commonHostOf(parts.config) });
    process.stdout.write(`Importado: ${made.acronym}, ${made.documents} documentos, ${made.files} arquivos\n`);
    if (made.renumbered)
      process.stdout.write(
        `${made.acronym} tem outro número neste servidor: a história foi conferida e encadeada de novo, e nela só isso difere\n`,
      );
    if (made.alike > 0)
      process.stdout.write(
        `${made.alike} pessoas de ${made.acronym} têm o mesmo número de pessoas de outros órgãos deste servidor. Um navegador guarda o trabalho de uma das duas, e a outra não entra nele. ` +
          `Antes que entrem, dê ao órgão um endereço próprio: npm run admin -- tenant front ${made.acronym} --host …\n`,
      );
    for (const path of made.lost) process.stderr.write(`Arquivo já perdido na exportação: ${path}\n`);
    for (const { email, path } of await waysIn(parts, made.tenantId))
      process.stdout.write(`Senha de ${email}, em até 7 dias: ${path} no endereço do servidor\n`);
    process.stdout.write('As outras pessoas são convidadas em Usuários\n');
    return made.lost.length === 0 ? 0 : 2;
  },
  { mayMake: true },
);

const Admin = v.object({ id: v.number(), email: v.string() });

/** An invitation for each Super Admin without a password. */
async function waysIn(
  { connection, now }: CommandParts,
  tenantId: number,
): Promise<readonly { readonly email: string; readonly path: string }[]> {
  const database = await openDatabase({ connection, onError: () => undefined });
  try {
    return await database.asSystem(async (tx) => {
      const admins = await tx.rowsOf(
        Admin,
        sql`select u.id, u.email from users u where u.tenant_id = ${tenantId} and u.status = 'active'
          and u.deleted_at is null and ${hasNoPassword()} and exists (select from user_roles x
            join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
            where x.tenant_id = u.tenant_id and x.user_id = u.id and r.name = ${SUPER_ADMIN}) order by u.id`,
      );
      const codes = await issueSlips(tx, { tenantId, userIds: admins.map(({ id }) => id), now });
      return admins.map(({ id, email }) => ({ email, path: linkPath(codes.get(id) ?? '', email) }));
    });
  } finally {
    await database.close();
  }
}
