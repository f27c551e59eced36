import type { SessionUser } from '#contract/session.ts';
import { Dexie } from 'dexie';
import { sessionOf } from '../questions/session.ts';
import { dropGoneValues, dropOldSlices } from '../store/position.ts';
import { inTime } from '../store/page-sleep.ts';
import { Mirror, profileName } from '../store/schema.ts';
import { closeForGood, readMeta, StorageTrouble } from '../store/storage.ts';

export type OpenedMirror = { readonly mirror: Mirror; readonly session: SessionUser | undefined };

const opened = new Map<number, Mirror>();

/**
 * The mirror of one person: one instance per context (page, worker), opened at its first use. It
 * closes itself when another context upgrades or erases the database, so that it never blocks that
 * context (src/sync/promises.md, hazard 30).
 */
export function openMirror(userId: number): Mirror {
  const known = opened.get(userId);
  if (known !== undefined) return known;
  const mirror = new Mirror(profileName(userId));
  // This may also reach an instance that is closed already: an opening that was given up as late
  // can still succeed. `opened` may then hold a newer instance, which stays.
  mirror.on('versionchange', () => {
    closeForGood(mirror);
    if (opened.get(userId) === mirror) opened.delete(userId);
    return false;
  });
  opened.set(userId, mirror);
  return mirror;
}

/**
 * Opens the mirror and waits for its first answer. Throws StorageTrouble when it does not answer;
 * the next call tries another connection.
 */
export async function openAnsweringMirror(userId: number): Promise<OpenedMirror> {
  const mirror = openMirror(userId);
  try {
    return { mirror, session: await firstReading(mirror) };
  } catch (error) {
    letGo(userId);
    throw error;
  }
}

/**
 * Closes a person's mirror in this context; writes that are not committed are lost. The next use
 * opens it again.
 */
export function letGo(userId: number): void {
  const mirror = opened.get(userId);
  if (mirror === undefined) return;
  closeForGood(mirror);
  opened.delete(userId);
}

/**
 * The first query of a mirror: returns who is logged in on it. It is one read-write transaction
 * over all tables, so once it has answered, no transaction of a sleeping page blocks a table (S31).
 * Throws StorageTrouble (`silent`) when the mirror does not answer in time; it then aborts, so that
 * it blocks no other transaction.
 */
export async function firstReading(mirror: Mirror): Promise<SessionUser | undefined> {
  const given = new AbortController();
  const reading = mirror.transaction('rw', mirror.tables, async (turn) => {
    given.signal.addEventListener('abort', () => turn.abort());
    const [session, position] = await Promise.all([sessionOf(mirror), readMeta(mirror, 'cursor')]);
    await dropOldSlices(mirror, position);
    await dropGoneValues(mirror);
    return session;
  });
  try {
    return await inTime(reading, () => new StorageTrouble('silent', null));
  } catch (error) {
    given.abort();
    throw mirror.isSilent ? new StorageTrouble('silent', error) : error;
  }
}

const NAME = /^malote-(\d+)$/;

/**
 * The people (user ids) other than `userId` who have a mirror on this device, even one with sealed
 * work alone.
 */
export async function othersHere(userId: number): Promise<number[]> {
  const people = (await Dexie.getDatabaseNames()).flatMap((name) => NAME.exec(name)?.slice(1).map(Number) ?? []);
  return people.filter((other) => other !== userId);
}
