import type { Connection } from '#mirror/questions/connection.ts';

/**
 * Whether nobody could enter now. A connection that comes and goes lets a person enter at the
 * second try.
 */
export function isCutOff({ network }: Connection): boolean {
  return network === 'offline' || network === 'portal';
}
