// Entry of `npm run tenant:create -- --name … --acronym … --admin-name … --admin-email … [--admin-password …]`.

import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../config/config.ts';
import { createTenant } from '../operation/create-tenant.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { connectionOfRunning } from '../postgres/start-postgres.ts';
import { createLog } from '../reporting/log.ts';
import { startFault } from '../reporting/start-faults.ts';

const USAGE =
  'uso: npm run tenant:create -- --name "Prefeitura de …" --acronym SIGLA --admin-name "Nome Sobrenome" ' +
  '--admin-email pessoa@orgao [--admin-password …]';

const reading = readConfig(process.env);
if ('faults' in reading) fail(...reading.faults.map((fault) => `Configuração: ${fault}`));
else await run(reading.config).catch((error: unknown) => fail(startFault(error, reading.config)));

function fail(...sentences: readonly string[]): void {
  process.stderr.write(`${sentences.join('\n')}\n`);
  process.exit(1);
}

async function run(config: Config): Promise<void> {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      acronym: { type: 'string' },
      'admin-name': { type: 'string' },
      'admin-email': { type: 'string' },
      'admin-password': { type: 'string' },
    },
  });
  const { name, acronym, 'admin-name': adminName, 'admin-email': email, 'admin-password': password } = values;
  if (name === undefined || acronym === undefined || adminName === undefined || email === undefined)
    throw new Error(USAGE);
  // A server that is running keeps running: the command uses the database of that server as it is.
  const running = config.databaseUrl === null ? connectionOfRunning(config.dataDir) : null;
  const postgres =
    running === null
      ? await openPostgres(config, { log: createLog(config.logLevel) })
      : { connection: running, close: async () => undefined };
  try {
    await migrateDatabase(postgres.connection);
    const made = await createTenant(postgres.connection, {
      name,
      acronym,
      admin: { name: adminName, email, ...(password === undefined ? {} : { password }) },
    });
    process.stdout.write(`Criado: ${name} (${acronym}), administrador ${email}, senha ${made.password}\n`);
  } finally {
    await postgres.close();
  }
}
