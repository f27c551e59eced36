import { Button } from '#ui/actions/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { closeCamera, openCamera, photographOf } from '../../device/camera.ts';
import { PAGES_TEXT } from '../../text/document/files.ts';
import styles from './camera-dialog.module.css';

export type CameraProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPhoto: (photo: File) => void;
};

/**
 * Shows the picture of the camera, with one button that takes a photograph. The camera is on only
 * while the dialog is open.
 */
export function CameraDialog({ isOpen, onClose, onPhoto }: CameraProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={PAGES_TEXT.camera} size="lg">
      <Viewfinder onPhoto={onPhoto} />
    </Dialog>
  );
}

type CameraState = 'opening' | 'ready' | 'blocked' | 'gone';

function Viewfinder({ onPhoto }: Pick<CameraProps, 'onPhoto'>) {
  const video = useRef<HTMLVideoElement>(null);
  const [seen, setSeen] = useState<CameraState>('opening');
  const [attempt, setAttempt] = useState(0);
  const isShooting = useRef(false);

  useEffect(() => {
    let opened: MediaStream | null = null;
    let isOver = false;
    openCamera().then(
      (stream) => {
        opened = stream;
        if (isOver) closeCamera(stream);
        else if (video.current !== null) video.current.srcObject = stream;
      },
      (error: unknown) => {
        if (!isOver) setSeen(error instanceof DOMException && error.name === 'NotAllowedError' ? 'blocked' : 'gone');
      },
    );
    return () => {
      isOver = true;
      if (opened !== null) closeCamera(opened);
    };
  }, [attempt]);

  async function shoot() {
    // A second press before the first photograph is there takes no other.
    if (isShooting.current) return;
    isShooting.current = true;
    const picture = video.current === null ? null : await photographOf(video.current);
    isShooting.current = false;
    if (picture === null) setSeen('gone');
    else onPhoto(new File([picture], 'foto.jpg', { type: picture.type }));
  }

  const isMissing = seen === 'blocked' || seen === 'gone';
  return (
    <div className={styles.camera}>
      {isMissing ? (
        <Banner tone="warn" icon={CameraOff}>
          {seen === 'blocked' ? PAGES_TEXT.cameraBlocked : PAGES_TEXT.cameraGone}
        </Banner>
      ) : (
        <video
          ref={video}
          className={styles.picture}
          aria-label={PAGES_TEXT.camera}
          autoPlay
          muted
          playsInline
          onLoadedData={() => setSeen('ready')}
        />
      )}
      {isMissing ? (
        <Button
          onPress={() => {
            setSeen('opening');
            setAttempt((count) => count + 1);
          }}
        >
          {PAGES_TEXT.retryCamera}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          icon={Camera}
          isWide
          isDisabled={seen !== 'ready'}
          onPress={() => void shoot()}
        >
          {seen === 'ready' ? PAGES_TEXT.shoot : PAGES_TEXT.openingCamera}
        </Button>
      )}
    </div>
  );
}
