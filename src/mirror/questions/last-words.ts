import { plainTextOf } from '#domain/plain-text.ts';
import type { Mirror } from '../store/schema.ts';
import type { Notice } from './notices.ts';

/** Whether the notice tells of a reply. */
export const isReply = (notice: Notice) => notice.kind === 'act' && notice.act.kind === 'message';

/**
 * The text of the newest reply in each document, by the key of the reply's notice. `told`: notices,
 * newest first. Notices are kept in memory without texts, so texts are read only for a list that is
 * open.
 */
export async function lastWords(mirror: Mirror, told: readonly Notice[]): Promise<ReadonlyMap<string, string>> {
  const newest = new Map<string, Notice>();
  for (const notice of told) {
    if (isReply(notice) && !newest.has(notice.document.key)) newest.set(notice.document.key, notice);
  }
  const details = await mirror.details.bulkGet([...newest.keys()]);
  return new Map(
    [...newest.values()].flatMap(({ key }, at) => {
      const reply = details[at]?.interactions.find(({ id }) => key === `i:${id}`);
      const text = reply === undefined ? '' : plainTextOf(reply.content);
      return text === '' ? [] : [[key, text] as const];
    }),
  );
}
