import { notify } from '#ui/feedback/toast.tsx';
import { flushForms } from '../../../shared/draft/open-forms.ts';
import { MISSING_PART } from '../../../text/frame/missing-part.ts';

/**
 * Saves the forms of this page, then calls `leave`, which ends the page. If a form can't be saved,
 * the page stays and a message says so.
 */
export async function afterSaving(leave: () => void | Promise<void>): Promise<void> {
  const isSaved = await flushForms().then(
    () => true,
    () => false,
  );
  if (isSaved) return leave();
  notify({ title: MISSING_PART.unsaved, tone: 'danger', about: 'update' });
}

export const reloadSafely = (): void => void afterSaving(() => location.reload());
