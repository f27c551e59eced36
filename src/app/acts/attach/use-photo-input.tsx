import { type ReactElement, useState } from 'react';
import { lazyPart } from '#ui/base/lazy-part.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { useCameraWay } from '../../device/camera.ts';
import type { Attachments, PhotoSource } from './use-attachments.ts';
import { useFileInput } from './use-file-input.tsx';
import type { CameraProps } from './camera-dialog.tsx';

const CameraDialog = lazyPart(async () => (await import('./camera-dialog.tsx')).CameraDialog);

/** The camera of a computer; its code loads at the first opening. */
function CameraOverlay(props: CameraProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <CameraDialog {...props} />
    </OnceOpened>
  );
}

type PhotoInputOptions = {
  readonly draft: Attachments['draft'];
  /** The source of the photographs. Without a camera, `camera` opens the gallery. */
  readonly from: PhotoSource;
  /** Whether several photographs may be picked at once. A camera always gives one at a time. */
  readonly isMultiple: boolean;
  readonly onPick: (photos: File[]) => void;
};

/**
 * Takes photographs from the camera or the gallery. The caller draws `parts` anywhere on the
 * screen, and calls `open` from a press, because browsers open neither otherwise.
 */
export function usePhotoInput({ draft, from, isMultiple, onPick }: PhotoInputOptions): {
  readonly open: () => void;
  readonly parts: ReactElement;
} {
  const way = useCameraWay();
  const [isShooting, setShooting] = useState(false);
  const isCamera = from === 'camera' && way !== null;
  const input = useFileInput({ accept: 'image/*', isMultiple: isMultiple && !isCamera, isCamera, onPick });
  return {
    open() {
      // The system may end the application while its camera or a picker is open
      // (src/app/experience.md, experience T22).
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
