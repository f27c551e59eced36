// Cleaning up that belongs to no tenant, done by one server at a time.

import { sql, type SQL } from 'drizzle-orm';
import * as v from 'valibot';
import { APART_MS } from '../config/system-clock.ts';
import type { Database } from '../db/database.ts';
import { deleteUploads, removeObjects } from '../files/staged-uploads.ts';
import { isFarLink, shortenSessions } from '../sessions/session-store.ts';
import { collectStrayFiles } from './collect-stray-files.ts';
import type { JobParts } from './job-parts.ts';
import { keepDocumentRows } from './keep-document-rows.ts';

const EVERY_MS = 3_600_000;
const LEASE_MS = 30 * 60_000;
const LATE_MS = 24 * EVERY_MS;

const TASKS: Readonly<Record<string, (parts: JobParts) => Promise<Record<string, number>>>> = {
  'stray-files': collectStrayFiles,
  expired: removeExpired,
  'document-rows': keepDocumentRows,
  'staged-uploads': sweepStaged,
  'access-months': makeMonths,
};

/** Partitions of access events are made this many months ahead. */
const MONTHS_AHEAD = 2;

async function makeMonths({ database, clock }: JobParts): Promise<{ made: number }> {
  const today = new Date(clock()).toISOString();
  const rows = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      v.object({ made: v.number() }),
      sql`select ensure_access_months(${today}::timestamptz::date, ${MONTHS_AHEAD}::int) as made`,
    ),
  );
  return { made: rows[0]?.made ?? 0 };
}

/**
 * Does the tasks that are due. Each task runs about once an hour over all servers together. A task
 * that is due further ahead than one interval, for any server's clock, was written under a clock
 * that ran ahead, and counts as due.
 */
export async function doMaintenance(parts: JobParts): Promise<void> {
  for (const name of await takeDue(parts.database, parts.clock())) {
    const task = TASKS[name];
    if (task === undefined) continue;
    try {
      const done = await task(parts);
      parts.log.info({ event: 'maintenance', task: name, ...done }, 'cleaned up');
    } catch (error) {
      parts.log.error({ event: 'maintenance_failed', task: name, err: error }, 'cleaning up failed');
    }
    // A halted server may have stopped in the middle of the task, which stays due for the next
    // server.
    const next = parts.isHalted?.() === true ? sql`due_at` : sql`${new Date(parts.clock() + EVERY_MS).toISOString()}`;
    await parts.database.onceAsSystem((tx) =>
      tx.execute(sql`update maintenance set due_at = ${next}, leased_until = null where name = ${name}`),
    );
  }
}

/**
 * Takes the tasks that are due. A task that is more than a day late waits for another interval:
 * either no server ran, or this clock runs ahead, and such a clock must not remove things.
 */
async function takeDue(database: Database, at: number): Promise<string[]> {
  const instant = (ms: number): string => new Date(ms).toISOString();
  const [now, until, next] = [at, at + LEASE_MS, at + EVERY_MS].map(instant);
  const names = JSON.stringify(Object.keys(TASKS));
  const isFree = sql`(leased_until is null or leased_until <= ${now}
    or leased_until > ${instant(at + LEASE_MS + APART_MS)})`;
  const isDue = sql`(due_at > ${instant(at - LATE_MS)} and due_at <= ${now}
    or due_at > ${instant(at + EVERY_MS + APART_MS)})`;
  return database.asSystem(async (tx) => {
    const rows = await tx.rowsOf(
      v.object({ name: v.string(), known: v.boolean() }),
      sql`
      with late as (update maintenance set due_at = ${next}
          where name in (select jsonb_array_elements_text(${names}::jsonb)) and due_at <= ${instant(at - LATE_MS)} and ${isFree}),
        due as (select name from maintenance
          where name in (select jsonb_array_elements_text(${names}::jsonb)) and ${isDue} and ${isFree} for update skip locked),
        taken as (update maintenance m set leased_until = ${until} from due where m.name = due.name returning m.name)
      select name, true as known from taken
      union all
      select wanted.name, false from jsonb_array_elements_text(${names}::jsonb) as wanted (name)
        where not exists (select from maintenance m where m.name = wanted.name)`,
    );
    const fresh = rows.filter((row) => !row.known).map((row) => row.name);
    if (fresh.length > 0) {
      // A new task runs for the first time after an hour.
      await tx.execute(sql`insert into maintenance (name, due_at)
        select name, ${next}::timestamptz from jsonb_array_elements_text(${JSON.stringify(fresh)}::jsonb) as t (name)
        on conflict (name) do nothing`);
    }
    return rows.filter((row) => row.known).map((row) => row.name);
  });
}

type Cleaning = Pick<JobParts, 'database' | 'clock' | 'isHalted'>;

const DAY_MS = 86_400_000;
/** A device whose cursor is older walks everything again (src/sync/promises.md, Pull). */
const TOMBSTONES_DAYS = 180;
/** Work of a login that is older than this is judged like work that names no login (S34). */
const LOGINS_DAYS = 400;
/** A command that was first refused so long ago is no longer expected to come again. */
const HELD_DAYS = 90;
/**
 * Finished jobs stay this long. Their keys keep messages from being planned twice, and no key is
 * planned again so late.
 */
const DONE_JOBS_DAYS = 30;

/**
 * Rows that one statement changes at most: other statements wait only a short time for its locks,
 * and it ends well before the statement timeout.
 */
export const ROWS_AT_ONCE = 1000;

/**
 * The rows (alias `r`) of a table that may be removed. `key` is the primary key, or the columns
 * that come closest to it.
 */
type Expired = { readonly table: string; readonly key: string; readonly when: SQL };

function removeSome({ table, key, when }: Expired): SQL {
  const [rows, columns] = [sql.raw(`${table} r`), sql.raw(key)];
  const some = sql`select ${columns} from ${rows} where ${when} limit ${sql.raw(`${ROWS_AT_ONCE}`)}`;
  return sql`delete from ${rows} where ${when} and (${columns}) in (${some})`;
}

/**
 * Removes expired sessions, challenges, failed logins and recovery links, old logins, old
 * tombstones and finished jobs. Shortens sessions whose end was set by a clock that ran ahead.
 */
export async function removeExpired({ database, clock, isHalted }: Cleaning): Promise<Record<string, number>> {
  const now = clock();
  const at = new Date(now).toISOString();
  const before = (ageMs: number): SQL => sql`${new Date(now - ageMs).toISOString()}::timestamptz`;
  const expired: Readonly<Record<string, Expired>> = {
    sessions: { table: 'sessions', key: 'token_hash', when: sql`expires_at < ${before(0)}` },
    logins: {
      table: 'logins',
      key: 'tenant_id, key',
      when: sql`at < ${before(LOGINS_DAYS * DAY_MS)}
        and not exists (select 1 from sessions s where s.tenant_id = r.tenant_id and s.login_id = r.key)`,
    },
    challenges: { table: 'used_challenges', key: 'signature', when: sql`expires_at < ${before(0)}` },
    held: { table: 'held_commands', key: 'tenant_id, actor_id, key', when: sql`at < ${before(HELD_DAYS * DAY_MS)}` },
    failures: { table: 'login_failures', key: 'key, at', when: sql`at < ${before(DAY_MS)}` },
    resets: {
      table: 'password_resets',
      key: 'token_hash',
      when: sql`(expires_at < ${before(DAY_MS)} or ${isFarLink(at)})`,
    },
    tombstones: {
      table: 'tombstones',
      key: 'tenant_id, collection, row_id',
      when: sql`at < ${before(TOMBSTONES_DAYS * DAY_MS)}`,
    },
    jobs: { table: 'jobs', key: 'tenant_id, id', when: sql`done_at < ${before(DONE_JOBS_DAYS * DAY_MS)}` },
  };
  const statements: readonly (readonly [name: string, statement: SQL])[] = [
    ['shortened', shortenSessions(at, ROWS_AT_ONCE)],
    ...Object.entries(expired).map(([name, one]) => [name, removeSome(one)] as const),
  ];
  const removed: Record<string, number> = {};
  const faults: unknown[] = [];
  for (const [name, statement] of statements) {
    try {
      await untilNone(isHalted, async () => {
        const { rowCount } = await database.onceAsSystem((tx) => tx.execute(statement));
        removed[name] = (removed[name] ?? 0) + (rowCount ?? 0);
        return rowCount ?? 0;
      });
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return removed;
}

/** Does some of the work again and again, until there is none left or the server stops. */
async function untilNone(isHalted: JobParts['isHalted'], doSome: () => Promise<number>): Promise<void> {
  for (let done = 1; done > 0 && isHalted?.() !== true;) done = await doSome();
}

/**
 * How long an upload without new parts is kept. A device that is away for longer sends its file
 * from the start.
 */
export const STAGED_KEPT_MS = 7 * 86_400_000;

/** Uploads that one statement removes at most: each may have a thousand parts. */
export const UPLOADS_AT_ONCE = 20;

/**
 * Removes staged uploads (S101): those that got no part for `STAGED_KEPT_MS`, those whose command
 * is registered, and those of people who were deleted.
 */
export async function sweepStaged({
  database,
  files,
  clock,
  isHalted,
}: Cleaning & Pick<JobParts, 'files'>): Promise<{ uploads: number; parts: number }> {
  const before = new Date(clock() - STAGED_KEPT_MS).toISOString();
  const which = sql`u.touched_at < ${before}::timestamptz or exists (select from receipts r
      where (r.tenant_id, r.actor_id, r.key) = (u.tenant_id, u.actor_id, u.key))
    or exists (select from users p where p.tenant_id = u.tenant_id and p.id = u.actor_id and p.deleted_at is not null)`;
  const done = { uploads: 0, parts: 0 };
  await untilNone(isHalted, async () => {
    const { uploads, storageKeys } = await database.asSystem((tx) =>
      deleteUploads(tx, { which, restingAtMost: UPLOADS_AT_ONCE }),
    );
    await removeObjects(files, storageKeys);
    done.uploads += uploads;
    done.parts += storageKeys.length;
    return uploads;
  });
  return done;
}
