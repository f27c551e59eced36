import type pg from 'pg';
import type { Manifest } from './archive.ts';

/**
 * Tables that a backup leaves out. Rows that belong to logins, live for minutes or hold secrets:
 * after a restore everybody logs in again (S16). The name of the file store, because restored files
 * go into the store of the target (S27). Files that were sent ahead of their command, which devices
 * send again (S101). The sums of files, which are counted again during a restore. Exports, which
 * people ask for again. What these servers did when, such as their last backup.
 */
export const NOT_KEPT = [
  'schema_migrations',
  'file_store',
  'lineage',
  'sessions',
  'push_subscriptions',
  'used_challenges',
  'login_failures',
  'password_resets',
  'calendar_feeds',
  'staged_parts',
  'staged_uploads',
  'held_commands',
  'storage_use',
  'maintenance',
  'exports',
  'export_entries',
];

export type TableList = Manifest['tables'];

/** All tables but those that are `leftOut`, each after the tables that it points at. */
export async function readTables(client: pg.Client, leftOut: readonly string[] = NOT_KEPT): Promise<TableList> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `select c.relname::text as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       array(select distinct target.relname::text from pg_constraint f join pg_class target on target.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1) order by c.relname`,
    [leftOut],
  );
  const ordered: TableList = [];
  const left = [...rows];
  while (left.length > 0) {
    const next = left.findIndex((table) => table.needs.every((need) => ordered.some(({ name }) => name === need)));
    const [table] = left.splice(next, 1);
    if (next < 0 || table === undefined) throw new Error('the tables point at each other in a circle');
    ordered.push({ name: table.name, columns: table.columns });
  }
  return ordered;
}

/** Hashes of the migrations that have run, oldest first. */
export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>('select hash from schema_migrations order by id');
  return rows.map((row) => row.hash);
}

/** The columns of a table for SQL: `"a", "b"`. */
export function columnsOf({ columns }: TableList[number]): string {
  return columns.map(quoted).join(', ');
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
