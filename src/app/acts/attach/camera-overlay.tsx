import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import { lazy } from 'react';

const CameraDialog = lazy(() => import('./camera-dialog.tsx').then((module) => ({ default: module.CameraDialog })));

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
