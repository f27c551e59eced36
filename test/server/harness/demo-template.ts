// The demonstration data, made once per run and cloned by the test files that ask for it.

import pg from 'pg';
import { inject } from 'vitest';
import { seedDemo } from '#server/demo/seed-demo.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { oncePerRun } from './once-per-run.ts';

const NAME = 'malote_demo_template';

export type DemoTemplate = { readonly name: string; readonly filesDir: string };

/**
 * The template's database name and the folder of its files; waits while another test file makes it.
 */
export async function demoTemplate(): Promise<DemoTemplate> {
  const postgres = inject('postgres');
  const filesDir = inject('demoFiles');
  await oncePerRun(NAME, async () => {
    const admin = new pg.Client({ ...postgres, database: 'postgres' });
    await admin.connect();
    try {
      await admin.query(`drop database if exists ${NAME}`);
      await admin.query(`create database ${NAME} template ${inject('template')}`);
      await seedDemo({
        connection: { ...postgres, database: NAME },
        files: await openDiskStore(filesDir),
        now: Date.now(),
        password: 'malote-demo',
        documents: 60,
      });
    } finally {
      await admin.end();
    }
  });
  return { name: NAME, filesDir };
}
