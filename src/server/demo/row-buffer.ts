// Collects rows of several tables, numbers them, and writes them in the order that foreign keys
// require.

import type pg from 'pg';
import { insertRows, type RowToInsert } from './insert-rows.ts';

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
