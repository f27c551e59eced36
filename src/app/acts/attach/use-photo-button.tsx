import type { Attachments } from './use-attachments.ts';
import { usePhotoInput } from './use-photo-input.tsx';

/**
 * One more photograph, from where the last one came. `replaces`: the page whose place it takes;
 * null = it becomes the last. `parts` stand anywhere on the screen.
 */
export function usePhotoButton({ source, take, draft }: Attachments, { replaces }: { replaces: string | null }) {
  return usePhotoInput({
    draft,
    from: source,
    isMultiple: replaces === null,
    onPick: (photos) => take(photos, replaces),
  });
}
