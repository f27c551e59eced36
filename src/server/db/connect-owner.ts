import pg from 'pg';

/** A connection of its own as the owner of the tables. When it is lost, only the statement that waits for it fails. */
export async function connectOwner(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // Without this listener the same event would end the process, with a stack and without any cleaning up.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
