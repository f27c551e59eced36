// PgBouncer in transaction mode before a database that listens on a socket, where the machine has
// PgBouncer (`apt-get install pgbouncer`).

import { spawn, spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../e2e/real-server.ts';
import { eventually } from '../../e2e/within.ts';

const READY_MS = 10_000;

export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

export type Pooler = {
  /** Through the pooler. */
  readonly connection: pg.ClientConfig & { readonly host: string; readonly port: number };
  stop(): Promise<void>;
};

/** `sessions` is how many connections to the database it keeps, for all of its clients together. */
export async function startPooler(to: pg.ClientConfig, { sessions }: { sessions: number }): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-pooler-'));
  const port = await freePort();
  const name = to.database ?? 'postgres';
  const file = join(folder, 'pgbouncer.ini');
  const password = typeof to.password === 'string' ? ` password='${to.password}'` : '';
  await writeFile(
    file,
    `[databases]
${name} = host=${to.host} port=${to.port ?? 5432} user=${to.user}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 500
`,
  );
  // It refuses to run as root. Who owns the database's socket may use it.
  const owner = process.getuid?.() === 0 ? await stat(to.host ?? '/') : null;
  if (owner !== null) await chown(folder, owner.uid, owner.gid);
  await chmod(file, 0o644);
  const child = spawn('pgbouncer', [file], {
    stdio: 'ignore',
    ...(owner === null ? {} : { uid: owner.uid, gid: owner.gid }),
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const connection = { host: '127.0.0.1', port, user: to.user ?? 'postgres', password: 'any', database: name };
  await eventually(READY_MS, {
    doing: 'the pooler takes connections',
    ask: async () => {
      const client = new pg.Client(connection);
      try {
        await client.connect();
        return 'ready';
      } finally {
        await client.end();
      }
    },
  });
  return {
    connection,
    async stop() {
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
