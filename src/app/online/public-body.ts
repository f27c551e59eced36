import { PATHS } from '#contract/paths.ts';
import type { PublicBody } from '#contract/session-calls.ts';
import { BASE_URL } from './page-server.ts';

const isPart = (part: unknown): part is string | null => part === null || typeof part === 'string';

/**
 * The name and logo of a server with one public body; null values for any other (S248). Throws when
 * something else answers. It uses `fetch` directly, because the first load of the login has no
 * client.
 */
export async function fetchPublicBody(): Promise<PublicBody> {
  const answer = await fetch(BASE_URL + PATHS.publicBody);
  const { name, logo, contact_phone, contact_email } = (await answer.json()) as Partial<
    Record<keyof PublicBody, unknown>
  >;
  if (!isPart(name) || !isPart(logo)) throw new TypeError();
  const contacts = Object.entries({ contact_phone, contact_email }).filter(([, part]) => typeof part === 'string');
  return { name, logo, ...(Object.fromEntries(contacts) as Pick<PublicBody, 'contact_phone' | 'contact_email'>) };
}
