// The second lock of a DATA_DIR, in the database itself. It also holds between servers that don't
// share a network namespace.

import pg from 'pg';

const LOCK_KEY = 726_104;

export type ClusterLock = { readonly release: () => Promise<void> };

/** Takes the advisory lock on a connection of its own, or answers the name of its holder. */
export async function lockCluster(
  connection: pg.ClientConfig,
  holder: { readonly pid: number; readonly port: number },
): Promise<ClusterLock | { readonly heldBy: string }> {
  const client = new pg.Client({ ...connection, application_name: `server pid ${holder.pid} on port ${holder.port}` });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY]);
  if (rows[0]?.taken === true) return { release: () => client.end().catch(() => undefined) };
  const holding = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [LOCK_KEY],
  );
  await client.end();
  return { heldBy: holding.rows[0]?.application_name ?? 'another server' };
}
