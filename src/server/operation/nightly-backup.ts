// Backups that the server makes by itself: at an hour of this machine, by one server at a time.
// Each backup is proved after it is made, and then the data are verified. The database has when
// each of the two last succeeded, for all servers; GET /health and GET /metrics tell it.

import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { connectOwner } from '../db/connections.ts';
import type { Database } from '../db/database.ts';
import { becomeSystem } from '../db/roles.ts';
import { openBackupPlace, proveMoment, prunePlace } from './backup-place.ts';
import { type BackupParts, backUpTo, type PlacedBackup } from './create-backup.ts';
import { verifyData } from './verify-data.ts';

/** Advisory lock of the server, or the command, that writes to BACKUP_TO. */
const BACKUP_LOCK = 726_107;
const RETRY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Each older file in BACKUP_TO is read again once in so many nights. */
const NIGHTS = 16;

/** The next instant at which this hour begins on this machine, in epoch milliseconds. */
export function nextBackupAt(now: number, hour: number): number {
  const at = new Date(now);
  at.setHours(hour, 0, 0, 0);
  if (at.getTime() <= now) at.setDate(at.getDate() + 1);
  return at.getTime();
}

type Moment = { readonly now: number; readonly hour: number };

/** Whether a backup should begin now. A server that was off at the hour begins it late. */
export async function isBackupDue(database: Database, { now, hour }: Moment): Promise<boolean> {
  const next = new Date(nextBackupAt(now, hour)).toISOString();
  const [row] = await database.onceAsSystem((tx) =>
    tx.rowsOf(
      v.object({ due: v.boolean(), far: v.boolean() }),
      sql`select due_at <= ${new Date(now).toISOString()}::timestamptz as due, due_at > ${next}::timestamptz as far
        from maintenance where name = 'backup'`,
    ),
  );
  if (row?.far === false) return row.due;
  // A new database, another hour than before, or a time written under a clock that ran ahead.
  await database.onceAsSystem((tx) =>
    tx.execute(sql`insert into maintenance (name, due_at) values ('backup', ${next}::timestamptz)
      on conflict (name) do update set due_at = excluded.due_at`),
  );
  return false;
}

/** Notes for all servers that a backup or a verification succeeded. */
export async function noteSuccess(
  connection: pg.ClientConfig,
  { name, now }: { readonly name: 'backup' | 'verify'; readonly now: number },
): Promise<void> {
  await asSystem(connection, (client) =>
    client.query(
      // `isBackupDue` replaces 'infinity' by the time of the next backup.
      `insert into maintenance (name, due_at, succeeded_at) values ($1, 'infinity', $2)
         on conflict (name) do update set succeeded_at = excluded.succeeded_at`,
      [name, new Date(now).toISOString()],
    ),
  );
}

async function asSystem<Result>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) {
  const client = await connectOwner(connection);
  try {
    await client.query('begin');
    await becomeSystem(client);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

/**
 * Does the work while no other server or command writes to BACKUP_TO; null when another one does.
 */
export async function whileAlone<Result>(
  connection: pg.ClientConfig,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const client = await connectOwner(connection);
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK]);
    return rows[0]?.taken === true ? await work() : null;
  } finally {
    await client.end();
  }
}

export type NightParts = BackupParts & {
  readonly to: string;
  readonly keep: number;
};

/**
 * A backup in BACKUP_TO. `wrong`: keys of its files that are missing or damaged there.
 * `unreadable`: names of earlier backups that can't be read.
 */
type ProvedBackup = PlacedBackup & { readonly wrong: readonly string[]; readonly unreadable: readonly string[] };

/**
 * Backs up to BACKUP_TO and reads what it wrote. The oldest backups are removed only when all of it
 * is right. Damaged files in BACKUP_TO are removed, so that the next backup brings them anew.
 */
export async function backUpAndProve({ to, keep, ...parts }: NightParts): Promise<ProvedBackup> {
  const place = await openBackupPlace(to, { isWriter: true });
  const made = await backUpTo(place, parts);
  const turn = Math.floor(parts.now / DAY_MS) % NIGHTS;
  const wrong = await proveMoment(place, {
    name: made.name,
    isRead: (key) => made.added.has(key) || Number.parseInt(key.slice(0, 1), NIGHTS) === turn,
  });
  for (const key of wrong) await place.stored.remove(key);
  const unreadable = wrong.length === 0 ? await prunePlace(place, keep) : [];
  if (wrong.length + made.losses.length === 0) await noteSuccess(parts.connection, { name: 'backup', now: parts.now });
  return { ...made, wrong, unreadable };
}

/**
 * Does the backup and the verification of a night, once for all servers that call it. A failure is
 * logged, and the night is tried again an hour later.
 */
export async function doNight(parts: NightParts & { readonly hour: number; readonly log: Logger }): Promise<void> {
  const { connection, now, hour } = parts;
  await whileAlone(connection, async () => {
    if (!(await isStillDue(connection, now))) return;
    const isBackedUp = await backUpLogged(parts);
    await verifyLogged(parts);
    const next = isBackedUp ? nextBackupAt(now, hour) : now + RETRY_MS;
    await asSystem(connection, (client) =>
      client.query(`update maintenance set due_at = $1 where name = 'backup'`, [new Date(next).toISOString()]),
    );
  });
}

/** Whether the backup is still due: another server may have made it. */
async function isStillDue(connection: pg.ClientConfig, now: number): Promise<boolean> {
  const { rows } = await asSystem(connection, (client) =>
    client.query<{ due: boolean }>(`select due_at <= $1::timestamptz as due from maintenance where name = 'backup'`, [
      new Date(now).toISOString(),
    ]),
  );
  return rows[0]?.due === true;
}

/** Resolves to whether a backup was made. One from which lost files are missing counts as made. */
async function backUpLogged({ log, ...parts }: NightParts & { readonly log: Logger }): Promise<boolean> {
  try {
    const { name, rows, files, added, losses, wrong, unreadable } = await backUpAndProve(parts);
    const facts = { name, documents: rows['documents'] ?? 0, files, added: added.size };
    const lost = losses.map(({ storageKey }) => storageKey);
    if (lost.length + wrong.length + unreadable.length === 0)
      log.info({ event: 'backup_done', ...facts }, 'a backup was made and proved');
    else
      log.error(
        { event: 'backup_incomplete', ...facts, lost, wrong, unreadable },
        'something is missing from the backups',
      );
    return wrong.length === 0;
  } catch (error) {
    log.error({ event: 'backup_failed', err: error }, 'no backup was made');
    return false;
  }
}

async function verifyLogged({ connection, files, now, log }: NightParts & { readonly log: Logger }): Promise<void> {
  try {
    const { differences, rows, files: count, wrongFiles } = await verifyData({ connection, files });
    const facts = { documents: rows, files: count, differences: differences.length };
    if (differences.length === 0) {
      await noteSuccess(connection, { name: 'verify', now });
      log.info({ event: 'verify_done', ...facts }, 'rows and files agree');
      return;
    }
    const wrong = wrongFiles.map(({ storageKey }) => storageKey);
    log.error({ event: 'verify_differs', ...facts, wrong }, 'rows and files differ: npm run verify names each');
  } catch (error) {
    log.error({ event: 'verify_failed', err: error }, 'rows and files were not compared');
  }
}
