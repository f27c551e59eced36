import { PATHS } from '#contract/paths.ts';
import { browserClientParts } from '#sync/browser-runtime.ts';
import { createClient } from '#sync/client.ts';
import { type Answer, readingOf, type Reply } from '#sync/reading.ts';
import { COOKIE_FORBIDDEN } from '../text/words/stored-here.ts';
import { PAGE_SERVER } from './page-server.ts';

/** The client of the page, for calls that wait for an answer on screen. */
export const client = createClient(browserClientParts(PAGE_SERVER));

/**
 * Why a call failed: `refused` with a sentence of our server, or `offline` when our server gave no
 * answer.
 */
export type CallRefused =
  | { readonly kind: 'refused'; readonly field: string | null; readonly message: string }
  | { readonly kind: 'offline' };

/**
 * The reply of our server, or of a gateway in front of it. Null when there was no answer, or a
 * portal or proxy answered.
 */
export function serverReply(answer: Answer): Reply | null {
  const reading = readingOf(answer);
  if (reading.kind === 'intercepted') return null;
  return reading.reply?.status === 419 ? withoutCookie(reading.reply) : reading.reply;
}

/**
 * Turns a 419 into words about cookies: the client has already fetched and sent a new token, so the
 * browser must be withholding the token's cookie.
 */
function withoutCookie(reply: Reply): Reply {
  return { ...reply, json: { message: COOKIE_FORBIDDEN } };
}

/**
 * Whether the server has a challenge for the human check. Only its own 404 or 401 says that it has
 * none: some servers with the product's own calls alone answer 401 at every unknown address (S113).
 */
export async function hasChallenge(): Promise<boolean> {
  const { kind, reply } = readingOf(await client.request({ method: 'GET', path: PATHS.humanVerification }));
  return kind !== 'login' && !(kind === 'ours' && reply.status === 404);
}
