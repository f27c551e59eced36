import type pg from 'pg';

/** Rows at a time: large enough to be fast, small enough for one message. */
const BATCH = 2000;

export type RowToInsert = Readonly<Record<string, unknown>>;

/** Inserts rows (snake_case columns, all the same, ids included) in few statements. `table` is trusted. */
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
