import { type ReactElement, useState } from 'react';
import { useCameraWay } from '../../device/camera.ts';
import { CameraOverlay } from './camera-overlay.tsx';
import type { Attachments } from './use-attachments.ts';
import { useFileInput } from './use-file-input.tsx';

/**
 * One more photograph, from where the last one came. `replaces`: the page whose place it takes; null = it becomes the last. `parts`
 * stand anywhere on the screen.
 */
export function usePhotoButton(
  { source, take, draft }: Attachments,
  { replaces }: { replaces: string | null },
): { readonly open: () => void; readonly parts: ReactElement } {
  const way = useCameraWay();
  const [isShooting, setShooting] = useState(false);
  const isCamera = source === 'camera' && way !== null;
  const onPick = (photos: readonly File[]) => take(photos.map((photo) => ({ photo, replaces })));
  const input = useFileInput({ accept: 'image/*', isMultiple: replaces === null && !isCamera, isCamera, onPick });
  return {
    open() {
      void draft.flush().catch(() => undefined);
      if (isCamera && way === 'stream') setShooting(true);
      else input.open();
    },
    parts: (
      <>
        {input.input}
        <CameraOverlay
          isOpen={isShooting}
          onClose={() => setShooting(false)}
          onPhoto={(photo) => {
            setShooting(false);
            onPick([photo]);
          }}
        />
      </>
    ),
  };
}
