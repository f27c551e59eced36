import { PATHS } from '#contract/paths.ts';
import type { PublicBody } from '#contract/session-calls.ts';
import { BASE_URL } from './page-server.ts';

const isPart = (part: unknown): part is string | null => part === null || typeof part === 'string';

/**
 * Whose server this is, where it has one public body alone. Throws where something else answers. It
 * belongs to the first load of the login, so that it reads the answer without the client.
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
