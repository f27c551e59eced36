import { IconButton } from '#ui/actions/icon-button.tsx';
import { FilePicker, splitAccepted } from '#ui/fields/file-picker.tsx';
import { Camera, ChevronRight, CloudOff, FilePlus, Images, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { ACCEPTED_EXTENSIONS, ACCEPTED_MIMES, PICKED_TYPES, PAGES_TEXT } from '../../text/document/files.ts';
import type { Attachments } from './use-attachments.ts';
import styles from './attach-button.module.css';
import { useFileInput } from './use-file-input.tsx';
import { usePhotoWays } from './use-photo-ways.ts';

type AttachWaysProps = {
  readonly attachments: Attachments;
  /** Words for the form that gets the files: `À sua resposta em PMVI 037`. */
  readonly about: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/**
 * Offers the three ways to attach a file: camera, gallery, documents. On phones it is a sheet from
 * the bottom. It stays open until something was picked.
 */
function AttachWays({ attachments, about, isOpen, onClose }: AttachWaysProps) {
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
            // The system may end the application while its picker is open (src/app/experience.md,
            // experience T22).
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

/**
 * The button that attaches files to a reply. On phones it opens the three ways of `AttachWays`.
 * Elsewhere it opens the file picker, which takes photographs too; a second button opens the ways
 * with the camera.
 */
export function AttachButton(props: { label: string; about: string; attachments: Attachments; onPicked?: () => void }) {
  const { label, about, attachments, onPicked } = props;
  const isPhone = useLayoutKind() === 'phone';
  const [isOpen, setOpen] = useState(false);
  const told: Attachments = {
    ...attachments,
    pick(files, rejected) {
      attachments.pick(files, rejected);
      onPicked?.();
    },
    addPhotos(photos, from) {
      attachments.addPhotos(photos, from);
      onPicked?.();
    },
  };
  const opens = {
    'aria-haspopup': 'dialog',
    'aria-describedby': attachments.field.describedBy,
    onPress: () => setOpen(true),
  } as const;
  return (
    <>
      {isPhone ? (
        <IconButton {...opens} variant="secondary" icon={Paperclip} label={label} />
      ) : (
        <>
          <FilePicker
            label={label}
            icon={Paperclip}
            extensions={ACCEPTED_EXTENSIONS}
            mimeTypes={PICKED_TYPES}
            onPick={told.pick}
            describedBy={attachments.field.describedBy}
            isMultiple
            isIconOnly
          />
          <IconButton {...opens} icon={Camera} label={PAGES_TEXT.photos} />
        </>
      )}
      <AttachWays about={about} attachments={told} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
