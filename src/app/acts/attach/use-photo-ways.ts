import { useCameraWay } from '../../device/camera.ts';
import type { Attachments, PhotoSource } from './use-attachments.ts';
import { usePhotoInput } from './use-photo-input.tsx';

/**
 * Tirar foto and Escolher fotos. `onTaken` is called after each; `camera` exists only where the
 * device has one.
 */
export function usePhotoWays({ draft, addPhotos }: Attachments, onTaken: () => void = () => undefined) {
  const hasCamera = useCameraWay() !== null;
  const taking = (from: PhotoSource) => ({
    draft,
    from,
    isMultiple: true,
    onPick(photos: File[]) {
      addPhotos(photos, from);
      onTaken();
    },
  });
  const camera = usePhotoInput(taking('camera'));
  const gallery = usePhotoInput(taking('gallery'));
  return { camera: hasCamera ? camera : null, gallery };
}
