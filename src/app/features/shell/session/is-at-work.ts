import { writtenDrafts } from '#mirror/keep/written-drafts.ts';
import { outboxSummary } from '#mirror/questions/outbox-summary.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { connectionNow } from '../../../shared/connection/use-connection.ts';
import { flushForms, openDrafts } from '../../../shared/draft/open-forms.ts';

/**
 * Whether going to the login screen would interrupt somebody's work: commands wait in the outbox,
 * or a form of this page holds something written (rule E3). Drafts that no form shows stay stored
 * wherever the person goes.
 */
export async function isAtWork(mirror: Mirror): Promise<boolean> {
  // Words typed a moment ago are in no draft yet. A form that can't be saved counts as work too.
  const isSaved = await flushForms().then(
    () => true,
    () => false,
  );
  if (!isSaved) return true;
  // Drafts are read before commands: a gesture turns a draft into a command in one transaction, so
  // this order misses neither.
  const open = openDrafts();
  const drafts = await writtenDrafts(mirror);
  if (drafts.some((draft) => open.has(draft.id))) return true;
  return (await outboxSummary(mirror)).unsent > 0;
}

/**
 * Whether the login screen may take the place of this one: no work would be interrupted, and the
 * session is still over once that is known, because another login may have come meanwhile.
 */
export async function mayShowLogin(mirror: Mirror): Promise<boolean> {
  return !(await isAtWork(mirror)) && (await connectionNow(mirror)).needsLogin;
}
