import type pg from 'pg';

/** Rows per statement: large enough to be fast, small enough for one message of the protocol. */
const BATCH = 2000;

export type RowToInsert = Readonly<Record<string, unknown>>;

/**
 * Inserts rows in few statements. All rows have the same snake_case columns, ids included. `table`
 * is not escaped: it must be a constant of the code.
 */
export async function insertRows(
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
