import { useCameraWay } from '../../device/camera.ts';
import type { Attachments, PhotoSource } from './use-attachments.ts';
import { usePhotoInput } from './use-photo-input.tsx';

/**
 * What the buttons Tirar foto and Escolher fotos need. `onTaken` is called after each photograph
 * that was taken or chosen. `camera` is null on a device without one.
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
