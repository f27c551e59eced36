import type { Attachments } from './use-attachments.ts';
import { usePhotoInput } from './use-photo-input.tsx';

/**
 * Adds one photograph from the source of the last one. `replaces`: the page that it replaces; null
 * = it becomes the last. `parts` may be anywhere on the screen.
 */
export function usePhotoButton({ source, take, draft }: Attachments, { replaces }: { replaces: string | null }) {
  return usePhotoInput({
    draft,
    from: source,
    isMultiple: replaces === null,
    onPick: (photos) => take(photos, replaces),
  });
}
