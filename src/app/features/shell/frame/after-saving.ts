import { notify } from '#ui/feedback/toast.tsx';
import { flushForms } from '../../../shared/draft/open-forms.ts';
import { MISSING_PART } from '../../../text/frame/missing-part.ts';

/**
 * Does what ends this page once everything half-written is stored. What can't be stored keeps the
 * page, and says so.
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
