import type { SessionUser } from '#contract/session.ts';
import { readMeta } from '../store/storage.ts';
import type { Mirror } from '../store/schema.ts';

/** Who is logged in on this mirror, as the server last said. */
export async function sessionOf(mirror: Mirror): Promise<SessionUser | undefined> {
  return readMeta(mirror, 'session');
}
