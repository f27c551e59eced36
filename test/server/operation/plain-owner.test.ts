import pg from 'pg';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { createTenant } from '#server/operation/tenants.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { seedDemo } from '#server/demo/seed-demo.ts';
import { openDiskStore } from '#server/files/disk-store.ts';
import { HIGH_WATER } from '#server/files/file-store.ts';
import { watchRollbacks } from '#server/operation/rollbacks.ts';
import * as v from 'valibot';
import { endOwnerOf, ownerOf } from '../harness/plain-owner.ts';

// DATABASE_URL of a role that owns a database and nothing else: no superuser, no right to create
// roles.
const postgres = inject('postgres');
const NAME = `plain_${process.pid}`;
const connection = { ...postgres, user: NAME, password: NAME, database: NAME };
let filesDir = '';

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ ...postgres, database: 'postgres' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'malote-plain-'));
  await asAdmin(...ownerOf(NAME), `create database ${NAME} owner ${NAME}`);
});
afterAll(async () => {
  await asAdmin(`drop database ${NAME} with (force)`, ...endOwnerOf(NAME));
  await rm(filesDir, { recursive: true, force: true });
});

describe('an ordinary owner', () => {
  it('an ordinary database owner can migrate, seed, serve and create tenants', async () => {
    await migrateDatabase(connection);
    await migrateDatabase(connection);
    const files = await openDiskStore(filesDir);
    const options = { connection, files, now: Date.now(), password: 'malote-demo', documents: 20 };
    expect(await seedDemo(options)).toBe(true);
    expect(await seedDemo(options)).toBe(false);
    const tenant = {
      name: 'Prefeitura de Teste',
      acronym: 'TST',
      admin: { name: 'Ana Souza', email: 'ana@tst.example' },
    };
    const made = await createTenant(connection, tenant);
    await expect(createTenant(connection, tenant)).rejects.toThrow('a sigla TST já existe');
    const database = await openDatabase({ connection, maxConnections: 2 });
    const count = async (tenantId: number): Promise<unknown> =>
      database
        .inTenant(tenantId, (tx) =>
          tx.execute(
            sql`select (select count(*)::int from documents) as documents, (select count(*)::int from users) as users`,
          ),
        )
        .then(({ rows }) => rows[0]);
    expect(await count(1)).toEqual({ documents: 20, users: 42 });
    expect(await count(2)).toEqual({ documents: 5, users: 4 });
    expect(await count(made.id)).toEqual({ documents: 0, users: 1 });

    // A rollback is noticed, and all numbers are lifted, with the same rights.
    const log = { error: () => undefined, warn: () => undefined, info: () => undefined };
    const secret = 'a secret that only tests use, long enough';
    const rollbacks = watchRollbacks({ database, connection, files, secret, clock: Date.now, log } as never);
    expect(await rollbacks.look()).toBeNull();
    const numbers = (tenantId: number): Promise<{ rev: number; kept: number; epoch: number; last: number }[]> =>
      database.inTenant(tenantId, (tx) =>
        tx.rowsOf(
          v.object({ rev: v.number(), kept: v.number(), epoch: v.number(), last: v.number() }),
          sql`select (select min(rev) from documents) as rev, (select count(*)::int from document_rows k
              where (k.row ->> 'rev')::bigint <> k.rev) as kept, (select min(scope_epoch) from users) as epoch,
            last_document_number as last from counters where tenant_id = ${tenantId}`,
        ),
      );
    const before = [await numbers(1), await numbers(2)].flat();
    await files.keepNote(HIGH_WATER, JSON.stringify({ beat: 1_000, tenants: [], ids: {} }));
    expect(await rollbacks.look()).toMatchObject({ proof: 'beat' });
    expect(await rollbacks.look()).toBeNull();
    for (const [at, after] of [await numbers(1), await numbers(2)].flat().entries()) {
      expect(after.rev).toBeGreaterThan((before[at]?.rev ?? Infinity) + 1e12);
      expect(after.epoch).toBeGreaterThan(before[at]?.epoch ?? Infinity);
      expect(after.last).toBe((before[at]?.last ?? 0) + 100);
      expect(after.kept).toBe(0);
    }
    await database.close();
  });

  it('an ordinary database owner reads days and instants in one notation, whatever the database is set to', async () => {
    await asAdmin(`alter database ${NAME} set datestyle = 'German, DMY'`);
    const database = await openDatabase({ connection, maxConnections: 2 });
    const { rows } = await database.asSystem((tx) =>
      tx.execute(sql`select date '2026-11-20' as day, timestamptz '2026-11-20 14:30:00.5+00' as at`),
    );
    expect(rows).toEqual([{ day: '2026-11-20', at: '2026-11-20 14:30:00.5+00' }]);
    await database.close();
  });
});
