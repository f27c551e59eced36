import { Button } from '#ui/actions/button.tsx';
import { Camera, Images } from 'lucide-react';
import { useState } from 'react';
import { useCameraWay } from '../../device/camera.ts';
import { PAGES_TEXT } from '../../text/pages.ts';
import { CameraOverlay } from './camera-overlay.tsx';
import type { Attachments } from './use-attachments.ts';
import { useFileInput } from './use-file-input.tsx';

/** Tirar foto and Escolher fotos as buttons of a form, which has room for them. */
export function PhotoButtons({ attachments }: { attachments: Attachments }) {
  const way = useCameraWay();
  const [isShooting, setShooting] = useState(false);
  const { addPhotos, draft, field } = attachments;
  const camera = useFileInput({
    accept: 'image/*',
    isMultiple: false,
    isCamera: true,
    onPick: (photos) => addPhotos(photos, 'camera'),
  });
  const gallery = useFileInput({
    accept: 'image/*',
    isMultiple: true,
    onPick: (photos) => addPhotos(photos, 'gallery'),
  });
  // The system may end the application while its camera or a picker is open (experience T22).
  const saved = (open: () => void) => () => {
    void draft.flush().catch(() => undefined);
    open();
  };
  return (
    <>
      {way === null ? null : (
        <Button
          icon={Camera}
          aria-describedby={field.describedBy}
          onPress={way === 'capture' ? saved(camera.open) : () => setShooting(true)}
        >
          {PAGES_TEXT.takePhoto}
        </Button>
      )}
      <Button icon={Images} aria-describedby={field.describedBy} onPress={saved(gallery.open)}>
        {PAGES_TEXT.choosePhotos}
      </Button>
      {camera.input}
      {gallery.input}
      <CameraOverlay
        isOpen={isShooting}
        onClose={() => setShooting(false)}
        onPhoto={(photo) => {
          setShooting(false);
          addPhotos([photo], 'camera');
        }}
      />
    </>
  );
}
