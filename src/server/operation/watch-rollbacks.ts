// Notices while the server runs, and at its start, that the database went back to an older state
// (S169).

import { sql } from 'drizzle-orm';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import type { Database, Transaction } from '../db/database.ts';
import { type FileStore, StoreUnavailable } from '../files/file-store.ts';
import type { CursorWatch } from '../sync/cursor-watch.ts';
import { every, type Timer } from '../reporting/timers.ts';
import { notedHighWater, noteHighWater, type HighWater } from './high-water.ts';
import { liftNumbers, type LiftResult, type RollbackProof } from './lift-numbers.ts';
import { hasMoved, MAY_ASK_SQL, proofOf, Standing, standingSql } from './rollback-proof.ts';

/** So often a server looks, and notes how far the numbers are if something was written. */
export const LOOK_EVERY_MS = 10_000;
const SEAL_LENGTH = 16;

export type RollbackWatch = CursorWatch & {
  /**
   * Looks once. Lifts all numbers when the database went back, otherwise notes how far they are.
   */
  readonly look: () => Promise<LiftResult | null>;
  readonly start: () => Timer;
};

export type WatchParts = {
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
    log.info('PostgreSQL does not tell its timeline: a rollback is noticed by the numbers alone');
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
      // A store that is away is looked at again with the next beat.
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
 * One beat, under the lock of its row: what is to be noted; nothing where nothing was written; or
 * that the database went back.
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
