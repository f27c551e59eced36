// The floors, on the same PostgreSQL and data: bare Fastify doing the least that could answer, and
// the fair floors (fair-floors.ts). It runs as a separate process, so that it shares the machine
// with the measured server on equal terms.

import { hash, verify } from '@node-rs/argon2';
import Fastify from 'fastify';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { addFairFloors } from './fair-floors.ts';

const TENANT = 1;
const PAGE = 10;
const SYNC_ROWS = 200;

/** `makeFloorTables` must have run. */
export async function startFloorServer(connection: pg.PoolConfig): Promise<{ port: number; close(): Promise<void> }> {
  const pool = new pg.Pool({ ...connection, max: 16 });
  const stored = await hash('malote-demo');
  const app = Fastify();
  // The bench stops at an unsuccessful answer, and reads only its status.
  app.setErrorHandler((...[error, , reply]) => {
    process.stderr.write(`${String(error)}\n`);
    return reply.code(500).send();
  });

  app.get('/list', async () => {
    const { rows } = await pool.query(
      'select * from documents where tenant_id = $1 order by created_at desc, id desc limit $2',
      [TENANT, PAGE],
    );
    return { data: rows };
  });
  app.get('/search', async () => {
    const { rows } = await pool.query(
      "select count(*)::int as total from documents where tenant_id = $1 and (search_text || '') ilike $2",
      [TENANT, '%drenagem%'],
    );
    return rows[0];
  });
  app.post('/write', async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('insert into floor_interactions (content) values ($1)', ['<p>Recebido.</p>']);
      await client.query('insert into floor_logs (action) values ($1)', ['creation']);
      await client.query('commit');
    } finally {
      client.release();
    }
    return { ok: true };
  });
  app.get('/receipt', async () => {
    const { rows } = await pool.query('select * from receipts where tenant_id = $1 limit 1', [TENANT]);
    return rows[0] ?? {};
  });
  app.get('/changes', async () => {
    const { rows } = await pool.query('select * from documents where tenant_id = $1 order by id limit $2', [
      TENANT,
      SYNC_ROWS,
    ]);
    return { changes: rows };
  });
  app.post('/login', async () => ({ ok: await verify(stored, 'malote-demo') }));

  const fair = await addFairFloors(app, connection);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  return {
    port,
    close: async () => {
      await app.close();
      await fair.close();
      await pool.end();
    },
  };
}

/** Creates the tables that the bare floor writes. */
export async function makeFloorTables(owner: pg.Client): Promise<void> {
  await owner.query('create table if not exists floor_interactions (id bigserial primary key, content text not null)');
  await owner.query('create table if not exists floor_logs (id bigserial primary key, action text not null)');
}

/**
 * Starts this file as a separate process. `probe` is the port on which it reports its processor
 * time (loop-probe.mjs).
 */
export function forkFloor(
  connection: pg.ClientConfig,
  probe: { environment: Readonly<Record<string, string>> },
): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, ...probe.environment, FLOOR_CONNECTION: JSON.stringify(connection) },
  });
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }: { port: number }) =>
      resolve({ url: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGTERM') }),
    );
    child.once('exit', (code) => reject(new Error(`the floor server ended with ${code}`)));
  });
}

if (process.argv[1]?.endsWith('floor-server.ts') === true && process.send !== undefined) {
  const { port } = await startFloorServer(JSON.parse(process.env['FLOOR_CONNECTION'] ?? '{}') as pg.PoolConfig);
  process.send({ port });
}
