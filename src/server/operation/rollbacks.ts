// A database that went back to an older state of itself (S169): a server notices it while it runs
// and at its start, numbers that were given out since are not given out again, and every device
// walks anew.

import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import * as v from 'valibot';
import { connectOwner } from '../db/connections.ts';
import type { Database, Transaction } from '../db/database.ts';
import { CHANGES_CHANNEL } from '../events/event-bus.ts';
import { type FileStore, HIGH_WATER, StoreUnavailable } from '../files/file-store.ts';
import { every, type Timer } from '../reporting/timers.ts';
import type { CursorWatch } from '../sync/cursor.ts';
import { quoted, readTables, type TableList } from './read-tables.ts';

const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

// The numbers that the database has reached, noted beside the files (S169).

/** The numbers that the database has reached at one moment. */
const Numbers = v.object({
  tenants: v.array(v.object({ id: Whole, rev: Whole, number: Whole })),
  /** The greatest id of each table, by the name of its sequence. */
  ids: v.record(v.string(), Whole),
});
type Numbers = v.InferOutput<typeof Numbers>;

const HighWater = v.object({ beat: Whole, ...Numbers.entries });
type HighWater = v.InferOutput<typeof HighWater>;

/**
 * The last note of the numbers; null where there is none, or it can't be read, which proves
 * nothing.
 */
export async function notedHighWater(files: FileStore): Promise<HighWater | null> {
  const text = await files.note(HIGH_WATER);
  if (text === null) return null;
  try {
    const parsed = v.safeParse(HighWater, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

async function noteHighWater(files: FileStore, water: HighWater): Promise<void> {
  await files.keepNote(HIGH_WATER, JSON.stringify(water));
}

/** The state of the database at one moment, with what a server last noted in it. */
const Standing = v.object({
  /**
   * The number of the last note, which rises with each; null before a server has noted anything.
   */
  beat: v.nullable(v.number()),
  /** PostgreSQL's timeline when it was noted, and now; null where PostgreSQL does not tell it. */
  timeline: v.nullable(v.number()),
  present: v.nullable(v.number()),
  numbers: Numbers,
});
type Standing = v.InferOutput<typeof Standing>;

const TIMELINE = '(select timeline_id from pg_control_checkpoint())';

/**
 * The statement that reads one Standing, as `standing`. `mayAsk`: whether this role may read the
 * timeline.
 */
function standingSql(mayAsk: boolean): string {
  return `select json_build_object(
    'beat', (select beat from lineage), 'timeline', (select timeline from lineage),
    'present', ${mayAsk ? TIMELINE : 'null'},
    'numbers', json_build_object(
      'tenants', coalesce((select json_agg(json_build_object('id', tenant_id, 'rev', value, 'number', last_document_number)
        order by tenant_id) from counters), '[]'::json),
      'ids', coalesce((select json_object_agg(sequencename, last_value) from pg_sequences
        where schemaname = 'public' and last_value is not null), '{}'::json))) as standing`;
}

/** Whether this role may read the timeline: a hosted PostgreSQL may not allow it. */
const MAY_ASK_SQL = `select has_function_privilege('pg_control_checkpoint()', 'execute') as may`;

const PROOFS = ['beat', 'counter', 'timeline', 'cursor', 'operator'] as const;
type Proof = (typeof PROOFS)[number];

/** The proof that the database went back, or null. */
export function proofOf(standing: Standing, noted: HighWater | null): Proof | null {
  if (noted !== null) {
    // `beat` rises in the database before it is noted beside the files.
    if ((standing.beat ?? -1) < noted.beat) return 'beat';
    const before = new Map(noted.tenants.map((tenant) => [tenant.id, tenant.rev]));
    if (standing.numbers.tenants.some(({ id, rev }) => rev < (before.get(id) ?? 0))) return 'counter';
  }
  const { timeline, present } = standing;
  return timeline !== null && present !== null && timeline !== present ? 'timeline' : null;
}

/** Whether something was written since the note. */
function hasMoved(standing: Standing, noted: HighWater | null): boolean {
  if (noted === null || standing.beat === null) return true;
  return JSON.stringify(standing.numbers.tenants) !== JSON.stringify(noted.tenants);
}

/** The reserve of ids beyond the last note, for those that were given out after it. */
const MORE_IDS = 100_000;
/**
 * The reserve of document numbers beyond the last note. It is small, because people read and write
 * these numbers on paper: no tenant gives out so many between two notes.
 */
const MORE_NUMBERS = 100;
/**
 * Servers that write lock rows in another order than this transaction does. PostgreSQL may then end
 * it, and it begins again.
 */
const TRIES = 5;
const ENDED = new Set(['40P01', '40001']);

/** What lifting the numbers works with (S169). */
type LiftParts = {
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  /** Epoch milliseconds. */
  readonly now: number;
};

/**
 * The proof of a rollback that the server's own marks do not show: an operator's word, or the
 * number of a change that a device has and the database has not.
 */
type RollbackProof = 'operator' | { readonly tenantId: number; readonly rev: number };

/** The proof, and for each tenant the last document number that may have been given out before. */
type LiftResult = { readonly proof: Proof; readonly numbers: ReadonlyMap<number, number> };

/**
 * After the database went back to an older state: lifts its numbers, so that none is given out
 * twice, and makes every device walk again (S169). Looks for the proof again under a lock, so that
 * only one of several servers lifts. null when the database did not go back. `known`: last document
 * numbers by tenant, which an operator knows from paper.
 */
async function liftNumbers(
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
    // A sequence that is unused in this state may have been used in the lost one.
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

/** The state of the database, read by its owner. */
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

const MINUTE_MS = 60_000;

// A restored database is older than the devices that were in touch with the lost one. Devices keep
// a row only for a greater number (S4) and trust their cursor until their epoch changes. So every
// number is lifted above all numbers ever given out, in the same order, and every person's walk
// begins again. The walk removes rows that exist only on devices.

/**
 * Lifts all numbers by the milliseconds since 1970. There were never more changes than that, so a
 * later restore of the same backup outranks an earlier one. Lifts one tenant after the other,
 * because row-level security binds even the owner to one. Must run in the transaction that
 * restores, with `app.maintenance` on.
 */
export async function outrankDevices(client: pg.Client, restored: { tables: TableList; now: number }): Promise<void> {
  const lift = Math.floor(restored.now);
  const stamped = restored.tables.filter(({ columns }) => columns.includes('rev'));
  const { rows: tenants } = await client.query<{ id: string }>('select id::text from tenants order by id');
  for (const { id } of tenants) {
    await client.query(`select set_config('app.tenant_id', $1, true)`, [id]);
    for (const { name, columns } of stamped) {
      const ofTenant = columns.includes('tenant_id') ? 'tenant_id' : 'id';
      const also = name === 'document_rows' ? `, row = ${KEPT_ROW_LIFTED}` : '';
      await client.query(`update ${quoted(name)} set rev = rev + $1::bigint${also} where ${ofTenant} = $2`, [lift, id]);
    }
    await client.query('update counters set value = value + $1 where tenant_id = $2', [lift, id]);
    await client.query('update users set scope_epoch = greatest(scope_epoch + 1, $1) where tenant_id = $2', [
      Math.floor(lift / MINUTE_MS),
      id,
    ]);
  }
}

/** The text of a kept row has its number too, in the first place. */
const KEPT_ROW_LIFTED = `regexp_replace(row::text, '"rev" : \\d+', '"rev" : ' || (rev + $1::bigint))::json`;

/**
 * How often a server looks whether the database went back; it also notes numbers that have risen.
 */
const LOOK_EVERY_MS = 10_000;
const SEAL_LENGTH = 16;

export type RollbackWatch = CursorWatch & {
  /**
   * Looks once. Lifts all numbers when the database went back, otherwise notes how far they are.
   */
  readonly look: () => Promise<LiftResult | null>;
  readonly start: () => Timer;
};

type WatchParts = {
  readonly database: Database;
  /** Connects as the owner of the tables. */
  readonly connection: pg.ClientConfig;
  readonly files: FileStore;
  readonly secret: string;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;
};

export function watchRollbacks(parts: WatchParts): RollbackWatch {
  const { database, connection, files, clock, log } = parts;
  let toldDenied = false;

  const tellDenied = (): void => {
    if (toldDenied) return;
    toldDenied = true;
    log.info(
      { event: 'timeline_unknown' },
      'PostgreSQL does not tell its timeline: a rollback is noticed by the numbers alone',
    );
  };

  const lift = async (said?: RollbackProof): Promise<LiftResult | null> => {
    const lifted = await liftNumbers({ connection, files, now: clock() }, said === undefined ? {} : { said });
    if (lifted === null) return null;
    log.error(
      { event: 'rolled_back', proof: lifted.proof, lastNumbers: Object.fromEntries(lifted.numbers) },
      'the database went back to an older state: numbers are lifted, and all devices compare everything',
    );
    return lifted;
  };

  const look = async (): Promise<LiftResult | null> => {
    try {
      const found = await database.asSystem((tx) => beat(tx, { files, tellDenied }));
      if (found === 'went-back') return await lift();
      // After the commit, so that the note is never ahead of the database.
      if (found !== 'steady') await noteHighWater(files, found);
    } catch (error) {
      // A store that is away is asked again at the next look.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    return null;
  };

  const seal = (text: string): string =>
    createHmac('sha256', `cursor ${parts.secret}`).update(text).digest('base64url').slice(0, SEAL_LENGTH);
  let lifting: Promise<unknown> | null = null;
  return {
    look,
    start: () => every(LOOK_EVERY_MS, { name: 'rollbacks', log, work: look }),
    seal,
    isSealed: (text, given) =>
      given?.length === SEAL_LENGTH && timingSafeEqual(Buffer.from(seal(text)), Buffer.from(given)),
    async seenAhead(seen) {
      lifting ??= lift(seen).finally(() => {
        lifting = null;
      });
      await lifting;
    },
  };
}

/**
 * One look, under a lock. Returns the numbers to note; `steady` when nothing was written since the
 * last note; or `went-back`.
 */
async function beat(
  tx: Transaction,
  { files, tellDenied }: { files: FileStore; tellDenied: () => void },
): Promise<HighWater | 'steady' | 'went-back'> {
  const [asked] = await tx.rowsOf(v.object({ may: v.boolean() }), sql.raw(MAY_ASK_SQL));
  const mayAsk = asked?.may === true;
  if (!mayAsk) tellDenied();
  await tx.execute(sql`select beat from lineage for update`);
  const [row] = await tx.rowsOf(v.object({ standing: Standing }), sql.raw(standingSql(mayAsk)));
  if (row === undefined) throw new Error('the database says nothing of itself');
  const { standing } = row;
  const noted = await notedHighWater(files);
  if (proofOf(standing, noted) !== null) return 'went-back';
  if (!hasMoved(standing, noted) && standing.timeline === standing.present) return 'steady';
  const next = (standing.beat ?? 0) + 1;
  await tx.execute(sql`insert into lineage (beat, timeline) values (${next}, ${standing.present})
    on conflict (single) do update set beat = excluded.beat, timeline = excluded.timeline`);
  return { beat: next, ...standing.numbers };
}

type Tenant = { readonly id: number; readonly acronym: string };

/**
 * Lifts the numbers on an operator's word, where nothing proves that the database went back: files
 * and database went back together, and no device has come since. `known`: last document numbers by
 * acronym. Returns the next document number of each tenant.
 */
export async function declareRollback(
  parts: LiftParts,
  known: ReadonlyMap<string, number>,
): Promise<readonly { readonly acronym: string; readonly next: number }[]> {
  const tenants = await tenantsOf(parts);
  const byId = new Map<number, number>();
  for (const [acronym, number] of known) {
    const tenant = tenants.find((one) => one.acronym === acronym);
    if (tenant === undefined) throw new Error(`não há órgão com a sigla ${acronym}`);
    byId.set(tenant.id, number);
  }
  const lifted = await liftNumbers(parts, { said: 'operator', known: byId });
  return tenants.map(({ id, acronym }) => ({ acronym, next: (lifted?.numbers.get(id) ?? 0) + 1 }));
}

async function tenantsOf({ connection }: LiftParts): Promise<readonly Tenant[]> {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await client.query(`set local app.maintenance = 'on'`);
    const { rows } = await client.query<Tenant>('select id::float8 as id, acronym from tenants order by acronym');
    return rows;
  } finally {
    await client.end();
  }
}
