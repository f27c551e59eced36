import { Dialog } from '#ui/overlays/dialog.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { splitAccepted } from '#ui/fields/file-selection.ts';
import { Camera, ChevronRight, CloudOff, FilePlus, Images } from 'lucide-react';
import { useState } from 'react';
import { useCameraWay } from '../../device/camera.ts';
import { ACCEPTED_EXTENSIONS, ACCEPTED_MIMES } from '../../text/files.ts';
import { PAGES_TEXT } from '../../text/pages.ts';
import styles from './attach-ways.module.css';
import { CameraOverlay } from './camera-overlay.tsx';
import type { Attachments } from './use-attachments.ts';
import { useFileInput } from './use-file-input.tsx';

type AttachWaysProps = {
  readonly attachments: Attachments;
  /** `À sua resposta em PMVI 037`. */
  readonly about: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** The three ways to attach: a sheet from the bottom on phones. It stays open until something was picked. */
export function AttachWays({ attachments, about, isOpen, onClose }: AttachWaysProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={PAGES_TEXT.attach} size="sm">
      <Ways attachments={attachments} about={about} onClose={onClose} />
    </Dialog>
  );
}

function Ways({ attachments, about, onClose }: Omit<AttachWaysProps, 'isOpen'>) {
  const way = useCameraWay();
  const [isShooting, setShooting] = useState(false);
  const { draft, pick, addPhotos } = attachments;
  const camera = useFileInput({
    accept: 'image/*',
    isMultiple: false,
    isCamera: true,
    onPick(files) {
      addPhotos(files, 'camera');
      onClose();
    },
  });
  const gallery = useFileInput({
    accept: 'image/*',
    isMultiple: true,
    onPick(files) {
      addPhotos(files, 'gallery');
      onClose();
    },
  });
  const documents = useFileInput({
    accept: [...ACCEPTED_EXTENSIONS, ...ACCEPTED_MIMES].join(),
    isMultiple: true,
    onPick(files) {
      const { accepted, rejected } = splitAccepted(files, ACCEPTED_EXTENSIONS);
      pick(accepted, rejected);
      onClose();
    },
  });
  // The system may end the application while its camera or a picker is open (experience T22).
  const saved = (open: () => void) => () => {
    void draft.flush().catch(() => undefined);
    open();
  };
  return (
    <>
      <p className={styles.about}>{about}</p>
      <ul className={styles.ways}>
        {way === null ? null : (
          <Way
            icon={Camera}
            title={PAGES_TEXT.takePhoto}
            detail={PAGES_TEXT.takePhotoDetail}
            onPress={way === 'capture' ? saved(camera.open) : () => setShooting(true)}
          />
        )}
        <Way
          icon={Images}
          title={PAGES_TEXT.choosePhotos}
          detail={PAGES_TEXT.choosePhotosDetail}
          onPress={saved(gallery.open)}
        />
        <Way
          icon={FilePlus}
          title={PAGES_TEXT.chooseFile}
          detail={PAGES_TEXT.chooseFileDetail}
          onPress={saved(documents.open)}
        />
      </ul>
      {camera.input}
      {gallery.input}
      {documents.input}
      <p className={styles.note}>
        <CloudOff size={20} strokeWidth={1.75} aria-hidden />
        {PAGES_TEXT.worksOffline}
      </p>
      <CameraOverlay
        isOpen={isShooting}
        onClose={() => setShooting(false)}
        onPhoto={(photo) => {
          setShooting(false);
          addPhotos([photo], 'camera');
          onClose();
        }}
      />
    </>
  );
}

function Way(props: { icon: IconType; title: string; detail: string; onPress: () => void }) {
  const { icon: Icon, title, detail, onPress } = props;
  return (
    <li>
      <button type="button" className={styles.way} onClick={onPress}>
        <span className={styles.icon}>
          <Icon size={24} strokeWidth={1.75} aria-hidden />
        </span>
        <span className={styles.words}>
          <b>{title}</b>
          <span className={styles.detail}>{detail}</span>
        </span>
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden />
      </button>
    </li>
  );
}
