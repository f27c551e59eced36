// Connections to PostgreSQL: what is set on them, and which statements they prepare.

import pg from 'pg';
import { reasonAt, withReason } from '../config/reasons.ts';
import type { Want } from '../config/want.ts';

export type ConnectionOptions = {
  readonly connection: pg.PoolConfig;
  /**
   * The connection leads through a pooler that gives each transaction another session (PgBouncer,
   * `pool_mode = transaction`). Role and settings are then set in every transaction, and no
   * statement is prepared.
   */
  readonly pooled?: boolean;
  /** Milliseconds after which a statement is ended (default 11). */
  readonly statementTimeoutMs?: number;
  /**
   * Called with the text of every query, so that tests can count them. A transaction adds two: one
   * that begins it and sets the tenant, and `commit`.
   */
  readonly onStatement?: (text: string) => void;
  /** Called when an idle connection is lost. */
  readonly onError?: (error: Error) => void;
};

/** The pool of one role, and the SQL that begins a transaction on its connections. */
export type Door = { readonly pool: pg.Pool; readonly begin: string };

/**
 * The isolation level of every transaction. A writer that waits for the change counter must see
 * what the writer before it has committed. A stricter level, which a database, a role or
 * DATABASE_URL may have set, would make it fail.
 */
const ISOLATION = 'read committed';

/**
 * Opens no connection yet: the pool makes each one when it is needed, and then calls `onClient`
 * with it.
 */
export function doorOf(
  options: ConnectionOptions,
  { role, max, onClient }: { role: string; max: number; onClient: (client: pg.PoolClient) => void },
): Door {
  const settings = {
    role,
    statement_timeout: options.statementTimeoutMs ?? 5000,
    idle_in_transaction_session_timeout: 60_000,
    timezone: 'UTC',
    // Days and instants are parsed in PostgreSQL's ISO form; a database, a role or DATABASE_URL may
    // have set another one.
    datestyle: 'ISO,YMD',
    // Nearly every statement finds its rows by keys: planning it for its own values each time would
    // cost as much as running it.
    plan_cache_mode: 'force_generic_plan',
  };
  if (options.pooled === true) {
    return {
      pool: poolOf(options, { max, onClient, settings: [] }),
      begin: [
        `begin isolation level ${ISOLATION}`,
        ...each(settings, (name, value) => `set local ${name} = '${value}'`),
      ].join('; '),
    };
  }
  const started = { ...settings, default_transaction_isolation: ISOLATION.replaceAll(' ', '\\ ') };
  return {
    pool: poolOf(options, { max, onClient, settings: each(started, (name, value) => `-c ${name}=${value}`) }),
    begin: 'begin',
  };
}

function each(
  settings: Readonly<Record<string, string | number>>,
  text: (name: string, value: string | number) => string,
): string[] {
  return Object.entries(settings).map((setting) => text(...setting));
}

type Own = { max: number; settings: readonly string[]; onClient: (client: pg.PoolClient) => void };

function poolOf(options: ConnectionOptions, { max, settings, onClient }: Own): pg.Pool {
  const given = [options.connection.options, ...settings].filter(Boolean).join(' ');
  const pool = new pg.Pool({
    ...options.connection,
    ...(given === '' ? {} : { options: given }),
    max,
    // Statements are sent without waiting for the answers of those before them, `begin` too.
    pipeline: true,
    connectionTimeoutMillis: 5000,
    application_name: options.connection.application_name ?? 'malote',
  });
  const { connection } = options;
  pool.on('error', (error) => options.onError?.(reasoned(error, connection)));
  pool.on('connect', (client) => {
    // The pool listens for errors of idle clients only. Without this listener, a connection that is
    // lost between two statements of a transaction would end the process.
    client.on('error', (error: Error) => options.onError?.(reasoned(error, connection)));
    hearStatements(client, {
      hear: options.onStatement ?? (() => undefined),
      prepare: options.pooled !== true,
      onFailure: (error) => void reasoned(error, connection),
    });
    onClient(client);
  });
  return pool;
}

/** Statements beyond this many different texts are planned each time they run. */
const PREPARED_MAX = 500;
const names = new Map<string, string>();

/**
 * Calls `hear` with every statement. `prepare`: every statement with parameters is prepared under a
 * name of its own, once per connection, because planning the statements of the feed and the list
 * costs more than running them.
 */
function hearStatements(
  client: pg.PoolClient,
  { hear, prepare, onFailure }: { hear: (text: string) => void; prepare: boolean; onFailure: (error: Error) => void },
): void {
  const bare = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (...args: unknown[]): unknown => {
    const answer = bare(...args);
    // Adds the reason to the error. The caller gets the same error object.
    if (answer instanceof Promise) answer.catch(onFailure);
    return answer;
  };
  const prepared = (...[first, ...rest]: unknown[]): unknown => {
    if (typeof first === 'string' || first === null || typeof first !== 'object') {
      hear(String(first));
      return query(first, ...rest);
    }
    const config = first as pg.QueryConfig;
    hear(config.text);
    const name = prepare ? nameOf(config.text) : undefined;
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

/**
 * Opens a connection outside of the pools, as the owner of the tables. When it is lost, only the
 * statement that waits for it fails.
 */
export async function connectOwner(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // Without this listener, the loss of the connection would end the process without any cleaning
  // up.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw reasoned(error, connection);
  });
  // The isolation level of the pools' connections, whatever the database has set.
  await client.query(`set session characteristics as transaction isolation level ${ISOLATION}`);
  return client;
}

const INT8 = 20;
const INT8_ARRAY = 1016;
const { DATE, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;

function toNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint column holds ${text}, which is no safe integer`);
  return value;
}

// bigint columns are ids and counters below 2^53 (default 4), so they are numbers everywhere, not
// strings. Days and instants stay the text that PostgreSQL writes: a day is never a Date (rule
// A10).

/**
 * Makes the driver answer int8 and int8[] as numbers, and dates and timestamps as text. Calling it
 * again changes nothing.
 */
export function registerPgTypes(): void {
  pg.types.setTypeParser(INT8, toNumber);
  pg.types.setTypeParser(INT8_ARRAY as never, (text: string) =>
    text.slice(1, -1).split(',').filter(Boolean).map(toNumber),
  );
  for (const type of [DATE, TIMESTAMP, TIMESTAMPTZ]) pg.types.setTypeParser(type, (text) => text);
}

/** Takes a connection from the pool. The error of a failure to connect carries its reason. */
export async function clientOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw error instanceof Error ? reasoned(error, pool.options) : error;
  }
}

/**
 * Adds a reason to the error when the database itself failed. An error of one of our statements
 * gets none.
 */
function reasoned(error: Error, connection: pg.ClientConfig): Error {
  const given = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const code = given ?? (error.message.includes('timeout') ? 'ETIMEDOUT' : 'ECONNRESET');
  if (wantOfDatabase(error) === null && !LOGIN_REFUSED.test(code)) return error;
  const { host, port } = new pg.Client(connection);
  const at = host.startsWith('/') ? host : `${host}:${port}`;
  return withReason(error, reasonAt('database', { host: at, code }));
}

/** SQLSTATE of a refused login (28), a missing database (3D) or a missing right (42501). */
const LOGIN_REFUSED = /^(28|3D|42501)/;

/**
 * disk_full, and the state that a managed database reports when it was made read-only because its
 * disk is full.
 */
const FULL_DATABASE = new Set(['53100', '25006']);
/**
 * Classes of SQLSTATE that pass by themselves: connections, resources, operator intervention,
 * timeouts, deadlocks, broken disks.
 */
const AWAY_DATABASE = /^(08|53|57|58|40|55P03)/;
/** A socket that breaks in the middle of a statement reports only one of these codes. */
const AWAY_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|pool after calling end|not queryable/;

// Distinguishes a database that can't be used now from a wrong statement of ours: the first
// recovers without a restart.

/**
 * Why the database can't be used now; null for an error that is about the statement. Drizzle wraps
 * the driver's error as its cause.
 */
export function wantOfDatabase(error: unknown): Want | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause instanceof Error && !('severity' in error) ? error.cause : error;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (AWAY_MESSAGE.test(cause.message) || AWAY_SOCKET.has(code)) return 'away';
  if ('severity' in cause) return FULL_DATABASE.has(code) ? 'full' : AWAY_DATABASE.test(code) ? 'away' : null;
  // ENOENT with an `address` is the missing socket of a database that does not run. Without one,
  // some other file is missing.
  return 'address' in cause && code === 'ENOENT' ? 'away' : null;
}

/**
 * Awaits a write that only accompanies a read. When the database has no space for the write, the
 * read goes on without it.
 */
export async function unlessFull(note: Promise<unknown>): Promise<void> {
  await note.catch((error: unknown) => {
    if (wantOfDatabase(error) !== 'full') throw error;
  });
}
