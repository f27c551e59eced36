import type { SessionUser } from '#contract/session.ts';

/**
 * Whether the session row of the feed replaces the stored one: like any row, only with a greater
 * rev. A session that an older version stored has no rev, nor has one of a server without revs. The
 * row of another person never replaces it (I4).
 */
export function isNewerSession(kept: SessionUser | undefined, said: SessionUser | undefined): boolean {
  if (kept === undefined || said === undefined || kept.id !== said.id) return false;
  return (kept.rev ?? -1) < (said.rev ?? -1);
}
