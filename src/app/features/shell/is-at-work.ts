import { writtenDrafts } from '#mirror/keep/drafts.ts';
import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { flushForms, openDrafts } from '../../shared/draft/open-drafts.ts';

/**
 * Whether the login screen would come over somebody's work: commands wait in the outbox, or a form of this page holds
 * something written (rule E3). Drafts that no form shows are safe wherever their author goes.
 */
export async function isAtWork(mirror: Mirror): Promise<boolean> {
  // Words typed a moment ago are in no draft yet. A form that can't be saved must not be left either.
  const isSaved = await flushForms().then(
    () => true,
    () => false,
  );
  if (!isSaved) return true;
  // Drafts before commands: a gesture makes a command of a draft in one transaction, so that this order misses neither.
  const open = openDrafts();
  const drafts = await writtenDrafts(mirror);
  if (drafts.some((draft) => open.has(draft.id))) return true;
  const { pending, needsAuthor } = await outboxSummary(mirror);
  return pending + needsAuthor > 0;
}
