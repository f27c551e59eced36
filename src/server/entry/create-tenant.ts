// Entry of `npm run tenant:create -- --name … --acronym … --admin-name … --admin-email …
// [--admin-password …] [--time-zone …] [--new-database]`.

import { parseArgs } from 'node:util';
import { createTenant } from '../operation/tenants.ts';
import { runCommand } from './run-command.ts';

const USAGE =
  'uso: npm run tenant:create -- --name "Prefeitura de …" --acronym SIGLA --admin-name "Nome Sobrenome" ' +
  '--admin-email pessoa@orgao [--admin-password …] [--time-zone America/Manaus] ' +
  '[--new-database, se o servidor ainda não iniciou]';

const { values } = parseArgs({
  strict: false,
  options: {
    name: { type: 'string' },
    acronym: { type: 'string' },
    'admin-name': { type: 'string' },
    'admin-email': { type: 'string' },
    'admin-password': { type: 'string' },
    'time-zone': { type: 'string' },
    'new-database': { type: 'boolean' },
  },
});

await runCommand(
  async ({ connection }) => {
    const [name, acronym, adminName, email] = ['name', 'acronym', 'admin-name', 'admin-email'].map(textOf);
    if (name === undefined || acronym === undefined || adminName === undefined || email === undefined)
      throw new Error(USAGE);
    const [password, timeZone] = ['admin-password', 'time-zone'].map(textOf);
    const made = await createTenant(connection, {
      name,
      acronym,
      ...(timeZone === undefined ? {} : { timeZone }),
      admin: { name: adminName, email, ...(password === undefined ? {} : { password }) },
    });
    process.stdout.write(`Criado: ${name} (${acronym}), administrador ${email}, senha ${made.password}\n`);
    return 0;
  },
  { mayMake: values['new-database'] === true },
);

function textOf(name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}
