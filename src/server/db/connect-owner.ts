import pg from 'pg';

/**
 * A connection of its own as the owner of the tables. When it is lost, the statement that waits for it fails; nothing else
 * does.
 */
export async function connectOwner(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // Unheard, the same event would end the process, with a stack and without its cleaning up.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
