import { PATHS } from '#contract/paths.ts';
import { readingOf } from '#sync/reading.ts';
import { client } from './client.ts';

/**
 * Whether the server has a challenge for the human check at all; only its own word counts that it
 * has none (S113). Some servers ask for a login at any address that they do not know.
 */
export async function hasChallenge(): Promise<boolean> {
  const { kind, reply } = readingOf(await client.request({ method: 'GET', path: PATHS.humanVerification }));
  return kind !== 'login' && !(kind === 'ours' && reply.status === 404);
}
