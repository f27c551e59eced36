import type { Attachments } from './use-attachments.ts';
import { usePhotoInput } from './use-photo-input.tsx';

/**
 * For a button that adds one page from the source of the last photograph. `replaces`: the page
 * whose place the photograph takes. Null: it becomes the last page. The caller draws `parts`
 * anywhere.
 */
export function usePhotoButton({ source, take, draft }: Attachments, { replaces }: { replaces: string | null }) {
  return usePhotoInput({
    draft,
    from: source,
    isMultiple: replaces === null,
    onPick: (photos) => take(photos, replaces),
  });
}
