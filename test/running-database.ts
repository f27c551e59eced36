// The database of a server that runs as a process of its own, for what no route tells.

import pg from 'pg';
import { connectionOfRunning } from '#server/postgres/start-postgres.ts';

/** How the owner of the database reaches it. Throws when no server runs over this folder. */
export function runningDatabase(dataDir: string): pg.ClientConfig {
  const connection = connectionOfRunning(dataDir);
  if (connection === null) throw new Error('the database is not running');
  return connection;
}

/** Runs `work` on a connection of the owner that sees the rows of every tenant. */
export async function inRunningDatabase<Answer>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client(runningDatabase(dataDir));
  await client.connect();
  try {
    await client.query(`set app.maintenance = 'on'`);
    return await work(client);
  } finally {
    await client.end();
  }
}
