// A resource that all test files of a run share is made by the first file that asks for it.

import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/**
 * Makes the resource once; waits while another file makes it. After a failure, the next file tries
 * again.
 */
export async function oncePerRun(name: string, make: () => Promise<void>): Promise<void> {
  const made = join(tmpdir(), `made-${name}`);
  if (existsSync(made)) return;
  const admin = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (existsSync(made)) return;
    await make();
    writeFileSync(made, '');
  } finally {
    await admin.end();
  }
}
