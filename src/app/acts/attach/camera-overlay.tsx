import { lazyPart } from '#ui/base/lazy-part.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';

const CameraDialog = lazyPart(async () => (await import('./camera-dialog.tsx')).CameraDialog);

export type CameraProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPhoto: (photo: File) => void;
};

/** The camera of a computer; its code loads at the first opening. */
export function CameraOverlay(props: CameraProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <CameraDialog {...props} />
    </OnceOpened>
  );
}
