import { Button } from '#ui/actions/button.tsx';
import { Camera, Images } from 'lucide-react';
import { PAGES_TEXT } from '../../text/document/files.ts';
import type { Attachments } from './use-attachments.ts';
import { usePhotoWays } from './use-photo-ways.ts';

/** Tirar foto and Escolher fotos as buttons of a form, which has room for them. */
export function PhotoButtons({ attachments }: { attachments: Attachments }) {
  const { camera, gallery } = usePhotoWays(attachments);
  const { describedBy } = attachments.field;
  return (
    <>
      {camera === null ? null : (
        <Button icon={Camera} aria-describedby={describedBy} onPress={camera.open}>
          {PAGES_TEXT.takePhoto}
        </Button>
      )}
      <Button icon={Images} aria-describedby={describedBy} onPress={gallery.open}>
        {PAGES_TEXT.choosePhotos}
      </Button>
      {camera?.parts}
      {gallery.parts}
    </>
  );
}
