import type { SessionUser } from '#contract/session.ts';

/**
 * Whether what the feed says of the person is written in the place of what is kept: like any row,
 * only with a greater number. What an older version kept has none, and neither has what a server
 * without numbers said. The session of another person never is (I4).
 */
export function isNewerSession(kept: SessionUser | undefined, said: SessionUser | undefined): boolean {
  if (kept === undefined || said === undefined || kept.id !== said.id) return false;
  return (kept.rev ?? -1) < (said.rev ?? -1);
}
