// The only door to the data. Every statement runs as a working role that row-level security binds to one tenant
// (decisions H8; hardening, isolation); the few cross-tenant needs go through a second role with its own short list of
// grants (migrations/0001_roles.sql): sessions, login by e-mail, challenges, tenants, jobs.

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { registerPgTypes } from './pg-types.ts';

/** Statements of one transaction. Nested transactions don't exist: one request, one transaction. */
export type Transaction = Omit<NodePgDatabase, 'transaction'>;

export type Database = {
  /** One transaction as the working role, with app.tenant_id set (row-level security). Reads and writes. */
  inTenant<T>(tenantId: number, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Cross-tenant needs only: sessions, login by e-mail, tenants, jobs. */
  asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** As asSystem, for a single reading statement: without a transaction around it, because every request pays for it. */
  readAsSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** How many wait for a connection now. */
  waiting(): number;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly connection: pg.PoolConfig;
  /** Connections for tenants' work; a quarter as many, at least two, serve asSystem. */
  readonly maxConnections?: number;
  /** Milliseconds after which a statement is ended (hardening, default 11). */
  readonly statementTimeoutMs?: number;
  /** Hears of every statement: tests count them. `begin`, `commit` and setting the tenant are one each. */
  readonly onStatement?: (text: string) => void;
  /** Hears of connections lost while idle. */
  readonly onError?: (error: Error) => void;
};

export const WORKING_ROLE = 'malote_app';
export const SYSTEM_ROLE = 'malote_system';

/** Opens both pools; the first connection is made on first use. Both roles must exist (migrate.ts). */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  registerPgTypes();
  const max = options.maxConnections ?? 16;
  const working = poolOf(options, { role: WORKING_ROLE, max });
  const system = poolOf(options, { role: SYSTEM_ROLE, max: Math.max(2, Math.ceil(max / 4)) });
  return {
    inTenant: (tenantId, work) => {
      if (!Number.isSafeInteger(tenantId) || tenantId < 1) throw new Error('a tenant id is a positive integer');
      return transact(working, { begin: `begin; set local app.tenant_id = ${tenantId}`, work });
    },
    asSystem: (work) => transact(system, { begin: 'begin', work }),
    readAsSystem: async (work) => {
      const client = await system.connect();
      try {
        return await work(handleOf(client));
      } finally {
        client.release();
      }
    },
    waiting: () => working.waitingCount + system.waitingCount,
    close: async () => {
      await Promise.all([working.end(), system.end()]);
    },
  };
}

function poolOf(options: DatabaseOptions, own: { role: string; max: number }): pg.Pool {
  const settings = [
    `-c role=${own.role}`,
    `-c statement_timeout=${options.statementTimeoutMs ?? 5000}`,
    '-c idle_in_transaction_session_timeout=60000',
    '-c timezone=UTC',
  ].join(' ');
  const pool = new pg.Pool({
    ...options.connection,
    options: [options.connection.options, settings].filter(Boolean).join(' '),
    max: own.max,
    // What is sent without waiting, `begin` before the first statement, travels with what follows it.
    pipeline: true,
    connectionTimeoutMillis: 5000,
    application_name: options.connection.application_name ?? 'malote',
  });
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => {
    // The pool listens to idle clients only: one that is lost between two statements would end the process.
    client.on('error', (error: Error) => options.onError?.(error));
    prepareStatements(client, options.onStatement ?? (() => undefined));
  });
  return pool;
}

type Work<T> = { readonly begin: string; readonly work: (tx: Transaction) => Promise<T> };

const handles = new WeakMap<pg.PoolClient, NodePgDatabase>();

async function transact<T>(pool: pg.Pool, { begin, work }: Work<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query(begin);
    // Awaited below; until then nobody looks.
    begun.catch(() => undefined);
    const result = await work(handleOf(client));
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function handleOf(client: pg.PoolClient): NodePgDatabase {
  let handle = handles.get(client);
  if (handle === undefined) {
    handle = drizzle(client, { casing: 'snake_case' });
    handles.set(client, handle);
  }
  return handle;
}

/** Statements beyond this many different texts are planned each time they run. */
const PREPARED_MAX = 500;
const names = new Map<string, string>();

/**
 * Every statement with parameters is prepared under a name of its own, once per connection: planning the feed's and the
 * list's statements costs more than running them.
 */
function prepareStatements(client: pg.PoolClient, hear: (text: string) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (...[first, ...rest]: unknown[]): unknown => {
    if (typeof first === 'string' || first === null || typeof first !== 'object') {
      hear(String(first));
      return query(first, ...rest);
    }
    const config = first as pg.QueryConfig;
    hear(config.text);
    const name = nameOf(config.text);
    return query(name === undefined ? config : { ...config, name }, ...rest);
  };
  client.query = prepared as typeof client.query;
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED_MAX) return known;
  const name = `malote_${names.size}`;
  names.set(text, name);
  return name;
}
