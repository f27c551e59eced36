// Entry of `npm run psql -- …`: the psql of this machine on the database of the server, as its
// owner. psql gets the password in its environment, because other users of the machine see
// arguments.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { runCommand } from './run-command.ts';

await runCommand(async ({ connection }) => {
  const { host, port, user = '', password = '', database = '', ssl } = new pg.Client(connection);
  const at = { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database };
  const env = { ...process.env, ...at, ...(ssl ? { PGSSLMODE: 'require' } : {}) };
  // At Ctrl+C psql cancels its statement and goes on, so this process must not end.
  process.on('SIGINT', () => undefined);
  const child = spawn('psql', process.argv.slice(2), { stdio: 'inherit', env });
  const closed = once(child, 'close').catch((error: unknown) => {
    throw new Error('o psql não está instalado nesta máquina: instale o cliente do PostgreSQL', { cause: error });
  });
  const [code] = (await closed) as [number | null];
  return code ?? 1;
});
