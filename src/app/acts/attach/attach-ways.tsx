import { Dialog } from '#ui/overlays/dialog.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { splitAccepted } from '#ui/fields/file-selection.ts';
import { Camera, ChevronRight, CloudOff, FilePlus, Images } from 'lucide-react';
import { ACCEPTED_EXTENSIONS, ACCEPTED_MIMES } from '../../text/files.ts';
import { PAGES_TEXT } from '../../text/pages.ts';
import styles from './attach-ways.module.css';
import type { Attachments } from './use-attachments.ts';
import { useFileInput } from './use-file-input.tsx';
import { usePhotoWays } from './use-photo-ways.ts';

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
  const { draft, pick } = attachments;
  const { camera, gallery } = usePhotoWays(attachments, onClose);
  const documents = useFileInput({
    accept: [...ACCEPTED_EXTENSIONS, ...ACCEPTED_MIMES].join(),
    isMultiple: true,
    onPick(files) {
      const { accepted, rejected } = splitAccepted(files, ACCEPTED_EXTENSIONS);
      pick(accepted, rejected);
      onClose();
    },
  });
  return (
    <>
      <p className={styles.about}>{about}</p>
      <ul className={styles.ways}>
        {camera === null ? null : (
          <Way icon={Camera} title={PAGES_TEXT.takePhoto} detail={PAGES_TEXT.takePhotoDetail} onPress={camera.open} />
        )}
        <Way
          icon={Images}
          title={PAGES_TEXT.choosePhotos}
          detail={PAGES_TEXT.choosePhotosDetail}
          onPress={gallery.open}
        />
        <Way
          icon={FilePlus}
          title={PAGES_TEXT.chooseFile}
          detail={PAGES_TEXT.chooseFileDetail}
          onPress={() => {
            // The system may end the application while its picker is open (src/app/experience.md, experience T22).
            void draft.flush().catch(() => undefined);
            documents.open();
          }}
        />
      </ul>
      {documents.input}
      <p className={styles.note}>
        <CloudOff size={20} strokeWidth={1.75} aria-hidden />
        {PAGES_TEXT.worksOffline}
      </p>
      {camera?.parts}
      {gallery.parts}
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
