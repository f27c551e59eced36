// The demonstration data, made once per run by the first test file that asks, cloned by all.

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { seedDemo } from '#server/db/seed/seed-demo.ts';
import { openDiskStore } from '#server/files/disk-store.ts';

const NAME = 'malote_demo_template';
const LOCK_KEY = 1;

export type DemoTemplate = { readonly name: string; readonly filesDir: string };

/** The template's name and its files' folder; waits while another test file makes it. */
export async function demoTemplate(postgres: pg.ClientConfig): Promise<DemoTemplate> {
  const filesDir = join(tmpdir(), `malote-demo-${createHash('sha256').update(String(postgres.host)).digest('hex').slice(0, 12)}`);
  const admin = new pg.Client({ ...postgres, database: 'postgres' });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const made = await admin.query('select 1 from pg_database where datname = $1', [NAME]);
    if (made.rowCount === 0 || !existsSync(filesDir)) {
      await admin.query(`create database ${NAME}_new template ${inject('template')}`);
      await seedDemo({
        connection: { ...postgres, database: `${NAME}_new` },
        files: await openDiskStore(filesDir),
        now: Date.now(),
        password: 'malote-demo',
        documents: 60,
      });
      await admin.query(`alter database ${NAME}_new rename to ${NAME}`);
    }
    return { name: NAME, filesDir };
  } finally {
    await admin.end();
  }
}
