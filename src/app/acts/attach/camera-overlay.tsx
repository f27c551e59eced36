import { lazyPart } from '#ui/base/lazy-part.tsx';
import { OnceOpened } from '#ui/overlays/once-opened.tsx';
import type { CameraProps } from './camera-dialog.tsx';

const CameraDialog = lazyPart(async () => (await import('./camera-dialog.tsx')).CameraDialog);

/** The camera of a computer; its code loads at the first opening. */
export function CameraOverlay(props: CameraProps) {
  return (
    <OnceOpened isOpen={props.isOpen}>
      <CameraDialog {...props} />
    </OnceOpened>
  );
}
