// The only door to the data. Every statement runs as a working role that row-level security binds
// to one tenant (rule H8; default 15). The few needs across tenants use a second role with its own
// short list of grants (src/server/db/migrations): sessions, login by e-mail, challenges, tenants,
// jobs.

import { sql, type SQLWrapper } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import * as v from 'valibot';
import { createTurns } from '../config/turns.ts';
import { clientOf, type ConnectionOptions, connectOwner, doorOf, registerPgTypes } from './connections.ts';
import { dialect } from './json.ts';
import { readRoles, type Roles } from './roles.ts';

type Execute = (query: SQLWrapper) => Promise<pg.QueryResult<Record<string, unknown>>>;

type RowsOf = <Schema extends v.GenericSchema>(schema: Schema, query: SQLWrapper) => Promise<v.InferOutput<Schema>[]>;

/**
 * The statements of one transaction. There are no nested transactions: one request is one
 * transaction.
 */
export type Transaction = Omit<NodePgDatabase, 'transaction' | 'execute'> & {
  /**
   * Sends the statement at once. Statements that are started without waiting for one another travel
   * together and run in their order.
   */
  execute: Execute;
  /**
   * Like `execute`, for a statement whose rows are read. The schema describes them; only tests
   * check it (`checkRows`).
   */
  rowsOf: RowsOf;
  /**
   * Like `execute`, for the last statement of the transaction. The commit is sent right behind it,
   * so that its locks are held no longer than needed.
   */
  executeLast: Execute;
  /** Like `rowsOf`, for the last statement of the transaction. */
  lastRowsOf: RowsOf;
};

export type Database = {
  /**
   * One transaction as the working role, with app.tenant_id set for row-level security. Reads and
   * writes.
   */
  inTenant<T>(tenantId: number, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Like inTenant, for a single statement by `execute`: the whole transaction is one message to the
   * database.
   */
  onceInTenant<T>(tenantId: number, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Like onceInTenant, for a statement that PostgreSQL plans anew for its values: the best plan
   * depends on how common a word or a status is.
   */
  searchInTenant<T>(tenantId: number, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Only for needs across tenants: sessions, login by e-mail, tenants, jobs. `sharer` names the
   * tenant for whose person the work is done, because tenants share these connections (S183). All
   * work without a sharer counts as one.
   */
  asSystem<T>(work: (tx: Transaction) => Promise<T>, sharer?: string): Promise<T>;
  /** Like asSystem, for a single statement, which is a transaction by itself. */
  onceAsSystem<T>(work: (tx: Transaction) => Promise<T>, sharer?: string): Promise<T>;
  /** Single statements in which PostgreSQL refuses every write. */
  readonly reading: Pick<Database, 'onceInTenant' | 'searchInTenant' | 'onceAsSystem'>;
  /** The connections of both pools as they are now. */
  connections(): Readonly<Record<'tenants' | 'system', PoolSize>>;
  close(): Promise<void>;
};

export type PoolSize = {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  readonly most: number;
};

export type DatabaseOptions = ConnectionOptions & {
  /**
   * Connections of the pool for tenants. The pool of asSystem has half as many, at least two, and
   * LEFT_TO_OTHERS more.
   */
  readonly maxConnections?: number;
  /**
   * Parses the rows of rowsOf, and fails where the database answers something else than its schema
   * says. For tests.
   */
  readonly checkRows?: boolean;
};

/**
 * Connections of the pool for tenants: what one tenant may hold of them keeps a few processors and
 * a disk busy. Each further connection adds answers of the database, which one turn of the event
 * loop has to handle before it looks at new requests (S88).
 */
const CONNECTIONS = 8;
/** Connections that one sharer leaves to the others, however much it asks (S158, S183). */
const LEFT_TO_OTHERS = 2;
/** A pool with fewer connections leaves none to others: there is nothing to share. */
const SHARED_FROM = 4;
const UNNAMED = 'unnamed';

/** The name under which the people of a tenant share the connections of asSystem (S183). */
export const sharerOfTenant = (tenantId: number): string => `tenant ${tenantId}`;

/** Opens both pools. Asks the database for its roles, which must exist (migrate.ts). */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  registerPgTypes();
  const roles = await rolesAt(options.connection);
  const max = options.maxConnections ?? CONNECTIONS;
  const onClient = (client: pg.PoolClient): void => {
    lines.set(client, newLine(client, options.checkRows === true));
  };
  const { pool: working, begin } = doorOf(options, { role: roles.working, max, onClient });
  const left = max < SHARED_FROM ? 0 : LEFT_TO_OTHERS;
  const systemOfOne = Math.max(2, Math.ceil(max / 2));
  const systemMax = systemOfOne + left;
  const { pool: system, ...own } = doorOf(options, { role: roles.system, max: systemMax, onClient });
  const turns = createTurns({ atATime: max, ofOne: max - left });
  const systemTurns = createTurns({ atATime: systemMax, ofOne: systemOfOne });
  const inSystemTurn = <T>(work: Work<T>, sharer = UNNAMED): Promise<T> =>
    systemTurns(sharer, () => transact(system, work));
  type InTurn<T> = Omit<Work<T>, 'begin'> & { readonly more?: string };
  const inTurn = <T>(tenantId: number, { more = '', ...work }: InTurn<T>): Promise<T> => {
    const whole = { ...work, begin: `${begin}; ${tenantSetting(tenantId)}${more}` };
    return turns(tenantId, () => transact(working, whole));
  };
  const single = (mode: string): Pick<Database, 'onceInTenant' | 'searchInTenant'> => ({
    onceInTenant: (tenantId, work) => inTurn(tenantId, { work, handle: 'once', more: mode }),
    searchInTenant: (tenantId, work) =>
      inTurn(tenantId, { work, handle: 'once', more: `${mode}; set local plan_cache_mode = auto` }),
  });
  const readOnly = '; set transaction read only';
  return {
    inTenant: (tenantId, work) => inTurn(tenantId, { work, handle: 'transaction' }),
    ...single(''),
    reading: {
      ...single(readOnly),
      onceAsSystem: (work, sharer) => inSystemTurn({ begin: own.begin + readOnly, work, handle: 'once' }, sharer),
    },
    asSystem: (work, sharer) => inSystemTurn({ begin: own.begin, work, handle: 'transaction' }, sharer),
    onceAsSystem: (work, sharer = UNNAMED) => {
      if (options.pooled === true) return inSystemTurn({ begin: own.begin, work, handle: 'once' }, sharer);
      return systemTurns(sharer, async () => {
        const client = await clientOf(system);
        try {
          return await work(lineOf(client).transaction);
        } finally {
          client.release();
        }
      });
    },
    connections: () => ({ tenants: sizeOf(working), system: sizeOf(system) }),
    close: async () => {
      await Promise.all([working.end(), system.end()]);
    },
  };
}

/** A socket that is silent for longer is closed, so that no answer to a longer one would arrive. */
const LONG_MS = 60_000;

/**
 * Gives the next statements of the transaction up to a minute each, in the place of five seconds
 * (default 11): those that write all documents of a tenant may need it.
 */
export async function allowLong(tx: Transaction): Promise<void> {
  await tx.execute(sql.raw(`set local statement_timeout = ${LONG_MS}`));
}

/** Opens the database for one piece of work of a console command, and closes it afterwards. */
export async function withDatabase<T>(
  connection: pg.ClientConfig,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ connection, onError: () => undefined });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function sizeOf({ totalCount, idleCount, waitingCount, options }: pg.Pool): PoolSize {
  return { open: totalCount, idle: idleCount, waiting: waitingCount, most: options.max };
}

async function rolesAt(connection: pg.ClientConfig): Promise<Roles> {
  const client = await connectOwner(connection);
  try {
    return await readRoles(client);
  } finally {
    await client.end();
  }
}

function tenantSetting(tenantId: number): string {
  if (!Number.isSafeInteger(tenantId) || tenantId < 1) throw new Error('a tenant id is a positive integer');
  return `set local app.tenant_id = ${tenantId}`;
}

type Work<T> = {
  readonly begin: string;
  readonly work: (tx: Transaction) => Promise<T>;
  /** Which Transaction `work` gets. `once`: its first statement is also its last. */
  readonly handle: 'transaction' | 'once';
};

/**
 * What is kept for a pooled connection: the two Transactions that work on it, and the commit that
 * was sent behind a last statement.
 */
type Line = {
  readonly transaction: Transaction;
  readonly once: Transaction;
  committing: Promise<pg.QueryResult> | null;
};

const lines = new WeakMap<pg.PoolClient, Line>();

async function transact<T>(pool: pg.Pool, { begin, work, handle }: Work<T>): Promise<T> {
  const client = await clientOf(pool);
  const line = lineOf(client);
  let broken: Error | undefined;
  try {
    const begun = unobserved(client.query(begin));
    const result = await work(line[handle]);
    await begun;
    const ended = await (line.committing ?? client.query('commit'));
    // PostgreSQL answers ROLLBACK to the commit of a failed transaction.
    if (ended.command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return result;
  } catch (error) {
    await (line.committing ?? client.query('rollback')).catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    line.committing = null;
    client.release(broken);
  }
}

function lineOf(client: pg.PoolClient): Line {
  const line = lines.get(client);
  if (line === undefined) throw new Error('the pool prepares a connection before it gives it out');
  return line;
}

function newLine(client: pg.PoolClient, checkRows: boolean): Line {
  const execute: Execute = (query) => {
    const { sql: text, params } = dialect.sqlToQuery(query.getSQL());
    return client.query({ text, values: params });
  };
  const executeLast: Execute = (query) => {
    const answer = execute(query);
    line.committing = unobserved(client.query('commit'));
    return answer;
  };
  const rowsBy =
    (run: Execute): RowsOf =>
    async (schema, query) => {
      const { rows } = await run(query);
      if (checkRows) v.parse(v.array(schema), rows);
      return rows as v.InferOutput<typeof schema>[];
    };
  const builder = (): NodePgDatabase => drizzle(client, { casing: 'snake_case' });
  const handle = (run: Execute): Transaction =>
    Object.assign(builder(), {
      execute: run,
      executeLast,
      rowsOf: rowsBy(run),
      lastRowsOf: rowsBy(executeLast),
    }) as Transaction;
  const line: Line = { transaction: handle(execute), once: handle(executeLast), committing: null };
  return line;
}

/**
 * The caller looks at the promise later. Until then its failure must not count as an unhandled
 * rejection.
 */
function unobserved<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/**
 * True when `error` is a unique violation on `table`. The driver's error is the cause of the query
 * builder's error.
 */
export function isUniqueViolation(error: unknown, table: string): boolean {
  const fault = databaseFaultOf(error);
  return fault?.code === '23505' && fault.table === table;
}

/** The name of the constraint that `error` violates; null when it violates none. */
export function violatedConstraint(error: unknown): string | null {
  const constraint = databaseFaultOf(error)?.constraint;
  return typeof constraint === 'string' ? constraint : null;
}

/** True when `error` is a missing value in a column of `table` that must have one. */
export function isMissingValue(error: unknown, table: string): boolean {
  const fault = databaseFaultOf(error);
  return fault?.code === '23502' && fault.table === table;
}

type DatabaseFault = { readonly code?: unknown; readonly table?: unknown; readonly constraint?: unknown };

function databaseFaultOf(error: unknown): DatabaseFault | null {
  let current: unknown = error;
  while (current instanceof Error) {
    if ('code' in current && 'table' in current) return current;
    current = current.cause;
  }
  return null;
}
