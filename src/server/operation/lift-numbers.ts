// After the database went back to an older state: numbers that were given out since are not given
// out again, and every device walks anew (S169).

import type pg from 'pg';
import * as v from 'valibot';
import { connectOwner } from '../db/connections.ts';
import type { FileStore } from '../files/file-store.ts';
import { CHANGES_CHANNEL } from '../events/event-bus.ts';
import { notedHighWater, noteHighWater } from './high-water.ts';
import { outrankDevices } from './outrank-devices.ts';
import { readTables } from './read-tables.ts';
import { MAY_ASK_SQL, type Proof, proofOf, Standing, standingSql } from './rollback-proof.ts';

/** Beyond what was noted: ids given out between two notes, or since the last one that is known. */
const MORE_IDS = 100_000;
/**
 * The same for the numbers of documents, which people read and write on paper: no tenant gives out
 * so many between two notes.
 */
const MORE_NUMBERS = 100;
/**
 * A server's writers and this one lock rows in different orders: one of them is ended, and begins
 * again.
 */
const TRIES = 5;
const ENDED = new Set(['40P01', '40001']);

export type LiftParts = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  /** Epoch milliseconds. */
  readonly now: number;
};

/**
 * What proves the rollback beside what is noted: an operator, or a device that has seen a change
 * which is not there.
 */
export type RollbackProof = 'operator' | { readonly tenantId: number; readonly rev: number };

/** What was proven, and the last document number of each tenant that is not given out any more. */
export type LiftResult = { readonly proof: Proof; readonly numbers: ReadonlyMap<number, number> };

/**
 * Looks again under a lock, so that of several servers one lifts. Null where nothing went back.
 * @param known Last numbers of documents by tenant that an operator knows from paper.
 */
export async function liftNumbers(
  parts: LiftParts,
  { said, known = new Map() }: { said?: RollbackProof; known?: ReadonlyMap<number, number> } = {},
): Promise<LiftResult | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lifted(parts, { said, known });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (attempt === TRIES || !ENDED.has(code)) throw error;
    }
  }
}

type LiftQuestion = { readonly said: RollbackProof | undefined; readonly known: ReadonlyMap<number, number> };

async function lifted(
  { connection, files, now }: LiftParts,
  { said, known }: LiftQuestion,
): Promise<LiftResult | null> {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await client.query(`set local app.maintenance = 'on'`);
    await client.query('lock table lineage in exclusive mode');
    const [standing, noted] = [await standingOf(client), await notedHighWater(files)];
    const proof = proofOf(standing, noted) ?? proofBy(said, standing);
    if (proof === null) return null;
    const before = { ...standing.numbers.ids };
    for (const [name, id] of Object.entries(noted?.ids ?? {})) before[name] = Math.max(before[name] ?? 0, id);
    // A sequence that was never used in this state may have been used in the lost one.
    const { rows } = await client.query<{ name: string }>(
      `select sequencename::text as name from pg_sequences where schemaname = 'public'`,
    );
    for (const { name } of rows) {
      await client.query('select setval($1::regclass, $2)', [`public.${name}`, (before[name] ?? 0) + MORE_IDS]);
    }
    await outrankDevices(client, { tables: await readTables(client), now });
    const numbers = new Map<number, number>();
    for (const tenant of standing.numbers.tenants) {
      const was = noted?.tenants.find(({ id }) => id === tenant.id)?.number ?? 0;
      const lost = isAbout(said, tenant.id) ? said.rev - tenant.rev : 0;
      const last = Math.max(tenant.number + lost, was, known.get(tenant.id) ?? 0) + MORE_NUMBERS;
      numbers.set(tenant.id, last);
      await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenant.id)]);
      await client.query('update counters set last_document_number = $1 where tenant_id = $2', [last, tenant.id]);
    }
    const beat = Math.max(standing.beat ?? 0, noted?.beat ?? 0) + 1;
    await client.query(
      `insert into lineage (beat, timeline) values ($1, $2)
        on conflict (single) do update set beat = excluded.beat, timeline = excluded.timeline`,
      [beat, standing.present],
    );
    const after = await standingOf(client);
    for (const { id, rev } of after.numbers.tenants) {
      await client.query('select pg_notify($1, $2)', [CHANGES_CHANNEL, `${id}:${rev}`]);
    }
    await client.query('commit');
    await noteHighWater(files, { beat, ...after.numbers });
    return { proof, numbers };
  } finally {
    await client.end();
  }
}

/** What the database says of itself, to its owner. */
export async function standingOf(client: pg.Client): Promise<Standing> {
  const { rows: may } = await client.query<{ may: boolean }>(MAY_ASK_SQL);
  const { rows } = await client.query<{ standing: unknown }>(standingSql(may[0]?.may === true));
  return v.parse(Standing, rows[0]?.standing);
}

function proofBy(said: RollbackProof | undefined, standing: Standing): Proof | null {
  if (said === undefined || said === 'operator') return said ?? null;
  const present = standing.numbers.tenants.find(({ id }) => id === said.tenantId);
  return present !== undefined && present.rev < said.rev ? 'cursor' : null;
}

function isAbout(said: RollbackProof | undefined, tenantId: number): said is Exclude<RollbackProof, 'operator'> {
  return typeof said === 'object' && said.tenantId === tenantId;
}
