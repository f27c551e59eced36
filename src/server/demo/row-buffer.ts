// Collects rows of several tables, numbers them, and writes them in the order that foreign keys
// require.

import type pg from 'pg';

const ORDER = [
  'organizations',
  'roles',
  'users',
  'user_roles',
  'document_subjects',
  'subject_exempt_organizations',
  'models',
  'model_organizations',
  'alerts',
  'holidays',
  'holiday_exempt_organizations',
  'documents',
  'document_responsibles',
  'document_organizations',
  'document_tags',
  'interactions',
  'logs',
  'files',
] as const;
export type SeededTable = (typeof ORDER)[number];

const NUMBERED: readonly SeededTable[] = [
  'organizations',
  'roles',
  'users',
  'document_subjects',
  'models',
  'alerts',
  'holidays',
  'documents',
  'interactions',
  'logs',
  'files',
];

export type RowBuffer = {
  /** Takes the next id of a table. */
  id(table: SeededTable): number;
  add(table: SeededTable, row: RowToInsert): void;
  /** Writes the rows added so far. */
  flush(client: pg.ClientBase): Promise<void>;
  /** Moves the sequences of the tables past the ids given here. */
  finish(client: pg.ClientBase): Promise<void>;
};

/** Ids start at 1, so the buffer is only for an empty database. */
export function createRowBuffer(): RowBuffer {
  const rows = new Map<SeededTable, RowToInsert[]>();
  const ids = new Map<SeededTable, number>();
  return {
    id(table) {
      const next = (ids.get(table) ?? 0) + 1;
      ids.set(table, next);
      return next;
    },
    add(table, row) {
      const list = rows.get(table);
      if (list === undefined) rows.set(table, [row]);
      else list.push(row);
    },
    async flush(client) {
      for (const table of ORDER) await insertRows(client, { table, values: rows.get(table) ?? [] });
      rows.clear();
    },
    async finish(client) {
      for (const table of NUMBERED) {
        const last = ids.get(table);
        if (last !== undefined)
          await client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [table, last]);
      }
    },
  };
}

/** Rows per statement: large enough to be fast, small enough for one message of the protocol. */
const BATCH = 2000;

type RowToInsert = Readonly<Record<string, unknown>>;

/**
 * Inserts rows in few statements. All rows have the same snake_case columns, ids included. `table`
 * is not escaped: it must be a constant of the code.
 */
async function insertRows(
  client: pg.ClientBase,
  rows: { table: string; values: readonly RowToInsert[] },
): Promise<void> {
  const columns = Object.keys(rows.values[0] ?? {}).join(', ');
  for (let start = 0; start < rows.values.length; start += BATCH) {
    await client.query(
      `insert into ${rows.table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${rows.table}, $1::json)`,
      [JSON.stringify(rows.values.slice(start, start + BATCH))],
    );
  }
}
