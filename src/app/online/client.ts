import { browserClientParts } from '#sync/browser-runtime.ts';
import { createClient } from '#sync/client.ts';
import { readingOf } from '#sync/reading.ts';
import type { Answer, Reply } from '#sync/reply.ts';
import { BASE_URL } from './base-url.ts';

/** The client of calls made by a person's own gesture. */
export const client = createClient(browserClientParts(BASE_URL));

/** Why a call by gesture did not work out: an answer with a sentence for the person, or no answer at all. */
export type CallRefused =
  | { readonly kind: 'refused'; readonly field: string | null; readonly message: string }
  | { readonly kind: 'offline' };

/** The server's own answer; null when there was none, or when something in between answered. */
export function serverReply(answer: Answer): Reply | null {
  const reading = readingOf(answer);
  return reading.kind === 'intercepted' ? null : reading.reply;
}
