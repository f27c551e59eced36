import type { SessionUser } from '#contract/session.ts';
import { firstReading } from './first-reading.ts';
import { Mirror, profileName } from '../store/schema.ts';
import { closeForGood } from '../store/storage.ts';

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
  // A mirror that was closed gets a connection too, when an opening that was late succeeds after
  // all.
  mirror.on('versionchange', () => {
    closeForGood(mirror);
    if (opened.get(userId) === mirror) opened.delete(userId);
    return false;
  });
  opened.set(userId, mirror);
  return mirror;
}

/**
 * A mirror that has answered once. Throws StorageTrouble when it does not answer; the next call
 * tries another connection.
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
