// 200 commits per second against the change counter of one tenant (S3): the cost of waiting for one
// row. The floor is the same writes without the counter.

import * as v from 'valibot';
import { sql } from 'drizzle-orm';
import { stampChange } from '#server/once/change-counter.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { runningDatabase } from '../running-database.ts';
import { prepareServer } from '../e2e/real-server.ts';
import { figuresOf, inWords, percentile, printLine, printTitle } from './figures.ts';

const TENANT = 1;
const WRITERS = 16;
const ROUNDS = 5;
const PER_ROUND = 1_000;
const PER_SECOND = 200;
const STEADY_SECONDS = 5;

type Write = (database: Database, documentId: number) => Promise<unknown>;

const touch = (documentId: number) =>
  sql`update documents set last_activity_at = now() where tenant_id = ${TENANT} and id = ${documentId}`;

const counted: Write = (database, id) =>
  database.inTenant(TENANT, async (tx) => {
    await tx.execute(touch(id));
    return stampChange(tx, { tenantId: TENANT, touched: { documents: [id] } });
  });

const uncounted: Write = (database, id) => database.inTenant(TENANT, (tx) => tx.execute(touch(id)));

export async function benchCommits(): Promise<void> {
  printTitle('Commits against the change counter of one tenant (PostgreSQL, fsync on)');
  const server = await prepareServer();
  try {
    await server.start();
    const connection = runningDatabase(server.dataDir);
    const database = await openDatabase({ connection, maxConnections: WRITERS });
    const documents = await documentIds(database);
    const withCounter: number[] = [];
    const without: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      withCounter.push(await closedLoop({ database, documents, write: counted }));
      without.push(await closedLoop({ database, documents, write: uncounted }));
    }
    printLine(`as fast as possible, ${WRITERS} writers`, inWords(figuresOf(withCounter), 'commits/s'));
    printLine('the same without the counter', inWords(figuresOf(without), 'commits/s'));
    const steady = await openLoop({ database, documents, write: counted });
    printLine(
      `at a steady ${PER_SECOND} a second for ${STEADY_SECONDS} s`,
      `p50 ${percentile(steady, 0.5).toFixed(1)} ms · p95 ${percentile(steady, 0.95).toFixed(1)} ms · p99 ${percentile(steady, 0.99).toFixed(1)} ms`,
    );
    await database.close();
  } finally {
    await server.dispose();
  }
}

async function documentIds(database: Database): Promise<number[]> {
  const rows = await database.inTenant(TENANT, (tx) =>
    tx.rowsOf(v.object({ id: v.number() }), sql`select id from documents where tenant_id = ${TENANT} order by id`),
  );
  return rows.map((row) => Number(row.id));
}

type Load = { readonly database: Database; readonly documents: readonly number[]; readonly write: Write };

/** Every writer starts its next commit when the last one is done. Returns commits per second. */
async function closedLoop({ database, documents, write }: Load): Promise<number> {
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (next < PER_ROUND) {
        next += 1;
        await write(database, documents[next % documents.length] ?? 1);
      }
    }),
  );
  return (PER_ROUND * 1000) / (performance.now() - started);
}

/** Commits begin on schedule and do not wait for earlier ones. Returns the milliseconds of each. */
async function openLoop({ database, documents, write }: Load): Promise<number[]> {
  const total = PER_SECOND * STEADY_SECONDS;
  const started = performance.now();
  const running: Promise<number>[] = [];
  while (running.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) * PER_SECOND) / 1000));
    while (running.length < due) {
      const begun = performance.now();
      const work = write(database, documents[running.length % documents.length] ?? 1);
      running.push(work.then(() => performance.now() - begun));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return Promise.all(running);
}
