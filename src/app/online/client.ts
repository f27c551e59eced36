import { PATHS } from '#contract/paths.ts';
import { browserClientParts } from '#sync/browser-runtime.ts';
import { createClient } from '#sync/client.ts';
import { type Answer, readingOf, type Reply } from '#sync/reading.ts';
import { COOKIE_FORBIDDEN } from '../text/words/stored-here.ts';
import { PAGE_SERVER } from './page-server.ts';

/** The client of calls that a person's own gesture makes. */
export const client = createClient(browserClientParts(PAGE_SERVER));

/**
 * Why such a call did not succeed: an answer with a sentence for the person, or no answer of our
 * server.
 */
export type CallRefused =
  | { readonly kind: 'refused'; readonly field: string | null; readonly message: string }
  | { readonly kind: 'offline' };

/**
 * The answer of our server, or of a gateway in trouble; null when there was none, or when a portal
 * or a proxy answered instead.
 */
export function serverReply(answer: Answer): Reply | null {
  const reading = readingOf(answer);
  if (reading.kind === 'intercepted') return null;
  return reading.reply?.status === 419 ? withoutCookie(reading.reply) : reading.reply;
}

/**
 * The client has fetched a new token and sent it, so the browser has not given back the cookie that
 * belongs to it.
 */
function withoutCookie(reply: Reply): Reply {
  return { ...reply, json: { message: COOKIE_FORBIDDEN } };
}

/**
 * Whether the server has a challenge for the human check at all; only its own word counts that it
 * has none (S113). Some servers ask for a login at any address that they do not know.
 */
export async function hasChallenge(): Promise<boolean> {
  const { kind, reply } = readingOf(await client.request({ method: 'GET', path: PATHS.humanVerification }));
  return kind !== 'login' && !(kind === 'ours' && reply.status === 404);
}
