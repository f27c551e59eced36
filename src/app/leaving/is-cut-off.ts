import type { Connection } from '#mirror/questions/connection.ts';

/**
 * Whether no login is possible now. On an unstable connection a login succeeds at the second
 * attempt.
 */
export function isCutOff({ network }: Connection): boolean {
  return network === 'offline' || network === 'portal';
}
