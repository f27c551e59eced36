import pg from 'pg';
import { ISOLATION } from './connections.ts';

/**
 * A connection of its own as the owner of the tables. When it is lost, only the statement that
 * waits for it fails.
 */
export async function connectOwner(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // Without this listener the same event would end the process, with a stack and without any
  // cleaning up.
  client.on('error', () => undefined);
  await client.connect();
  // As on the connections of the pools, whatever the database has set (connections.ts).
  await client.query(`set session characteristics as transaction isolation level ${ISOLATION}`);
  return client;
}
