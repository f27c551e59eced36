import type { SessionUser } from '#contract/session.ts';
import { inTime } from '../store/in-time.ts';
import type { Mirror } from '../store/schema.ts';
import { readMeta } from '../store/meta.ts';
import { dropGoneValues, dropOldSlices } from '../store/older-version.ts';
import { sessionOf } from '../questions/session.ts';
import { StorageTrouble } from '../store/storage.ts';

/**
 * The first query of a mirror: who is logged in on it. It waits its turn in every table, for
 * reading and for writing, so that after its answer no screen waits for ever. Throws StorageTrouble
 * (`silent`) when the mirror does not answer in time; the query then blocks no other transaction.
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
