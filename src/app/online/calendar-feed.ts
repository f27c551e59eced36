// The address of the subscribed calendar (S67). It is a secret, so it is requested while the person
// waits, and never stored on the device.

import { PATHS } from '#contract/paths.ts';
import { BASE_URL } from './page-server.ts';
import { client, serverReply } from './client.ts';
import { directWrite, type WriteRefused } from './direct-write.ts';

type Author = { readonly userId: number; readonly key: string };

/**
 * When the person's calendar address was made (ISO); `madeAt` is null when there is none. Null when
 * the server gave no answer.
 */
export async function calendarFeed(): Promise<{ readonly madeAt: string | null } | null> {
  const answer = serverReply(await client.request({ method: 'GET', path: PATHS.calendar }));
  if (answer === null || answer.status !== 200) return null;
  const { made_at: madeAt } = answer.json as { made_at?: unknown };
  return typeof madeAt === 'string' || madeAt === null ? { madeAt } : null;
}

/** Makes a new calendar address. The earlier one ends. */
export async function makeCalendarFeed(
  author: Author,
): Promise<{ readonly kind: 'made'; readonly address: string; readonly madeAt: string } | WriteRefused> {
  const answer = await directWrite({ path: PATHS.calendar, method: 'POST', fields: [], ...author });
  if (answer.kind !== 'done') return answer;
  const { path, made_at: madeAt } = answer.json as { path?: unknown; made_at?: unknown };
  if (typeof path !== 'string' || typeof madeAt !== 'string') return { kind: 'unanswered' };
  return { kind: 'made', address: new URL(path, new URL(BASE_URL, location.href)).href, madeAt };
}

/** Ends the calendar address. */
export async function revokeCalendarFeed(author: Author): Promise<{ readonly kind: 'done' } | WriteRefused> {
  const answer = await directWrite({ path: PATHS.calendar, method: 'DELETE', fields: [], ...author });
  return answer.kind === 'done' ? { kind: 'done' } : answer;
}
