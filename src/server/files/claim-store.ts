// Checks that database and file store belong together (S27): the store has a name that moves with
// its files, and the database knows that name.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { FileMissing, STORE_NAME, type FileStore } from './file-store.ts';
import type { Config } from '../config/config.ts';
import { connectOwner } from '../db/connections.ts';

const SAMPLE = 20;

type Claim = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  readonly config: Pick<Config, 'dataDir' | 's3Url'>;
};

/**
 * Compares the name of the store with the name that the database knows. A new database takes the
 * store it finds, and gives it a name if it has none. Throws one sentence when the database's files
 * are in another store, and StoreUnavailable when the store can't be asked. Servers that start
 * together take turns.
 */
export async function claimStore({ connection, files, config }: Claim): Promise<void> {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await client.query(`set local app.maintenance = 'on'`);
    await client.query('lock table file_store in exclusive mode');
    const { rows } = await client.query<{ name: string }>('select name from file_store');
    const known = rows[0]?.name ?? null;
    const found = await files.note(STORE_NAME);
    if (known === null) {
      if (!(await holdsSome(client, files))) throw elsewhere(config, { known, found });
      const name = found ?? randomUUID();
      if (found === null) await files.keepNote(STORE_NAME, name);
      await client.query('insert into file_store (name) values ($1)', [name]);
    } else if (known !== found) {
      throw elsewhere(config, { known, found });
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Whether the store has one of the newest files of the database, or the database has no files.
 * `claimStore` asks this of a database that was made before stores had names.
 */
async function holdsSome(client: pg.Client, files: FileStore): Promise<boolean> {
  const { rows } = await client.query<{ key: string }>(
    'select storage_key as key from files where deleted_at is null order by id desc limit $1',
    [SAMPLE],
  );
  if (rows.length === 0) return true;
  for (const { key } of rows) if (await holds(files, key)) return true;
  return false;
}

async function holds(files: FileStore, key: string): Promise<boolean> {
  try {
    (await files.open(key)).stream.destroy();
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
}

function elsewhere(config: Claim['config'], names: { known: string | null; found: string | null }): Error {
  const where = config.s3Url === null ? `DATA_DIR ${config.dataDir}` : 'S3_URL';
  const wanted = names.known === null ? '' : ` (${STORE_NAME} ${names.known}; aqui ${names.found ?? 'nenhum'})`;
  return new Error(
    `${where}: os arquivos deste banco de dados ficam em outro lugar${wanted}: use o mesmo DATA_DIR, ` +
      'um S3_URL comum a todas as máquinas, ou leve os arquivos como diz o README',
  );
}

export type ClaimedStore = {
  /** The store to use: nothing is added or removed before the claim has succeeded. */
  readonly files: FileStore;
  /** Claims the store, unless that has already succeeded. */
  readonly claimed: () => Promise<void>;
};

/**
 * Wraps `files` so that the store is claimed before anything is changed in it. A claim that failed
 * is tried again when it is needed next.
 */
export function claimedStore(files: FileStore, claim: () => Promise<void>): ClaimedStore {
  let held: Promise<void> | null = null;
  const claimed = (): Promise<void> => {
    held ??= claim().catch((error: unknown) => {
      held = null;
      throw error;
    });
    return held;
  };
  const guarded: FileStore = {
    ...files,
    async put(stream, options) {
      await claimed();
      return files.put(stream, options);
    },
    async remove(storageKey) {
      await claimed();
      await files.remove(storageKey);
    },
    async note(name) {
      await claimed();
      return files.note(name);
    },
    async keepNote(name, text) {
      await claimed();
      await files.keepNote(name, text);
    },
    async check() {
      await claimed();
      await files.check();
    },
  };
  return { files: guarded, claimed };
}
