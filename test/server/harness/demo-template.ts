// The demonstration data, made once per run by the first test file that asks, cloned by all.

import pg from 'pg';
import { inject } from 'vitest';
import { seedDemo } from '#server/demo/seed-demo.ts';
import { openDiskStore } from '#server/files/disk-store.ts';

const NAME = 'malote_demo_template';
const LOCK_KEY = 1;

export type DemoTemplate = { readonly name: string; readonly filesDir: string };

/** The template's name and its files' folder; waits while another test file makes it. */
export async function demoTemplate(postgres: pg.ClientConfig): Promise<DemoTemplate> {
  const filesDir = inject('demoFiles');
  const admin = new pg.Client({ ...postgres, database: 'postgres' });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const made = await admin.query('select 1 from pg_database where datname = $1', [NAME]);
    if (made.rowCount === 0) {
      await admin.query(`drop database if exists ${NAME}_new`);
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
