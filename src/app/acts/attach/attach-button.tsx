import { IconButton } from '#ui/actions/icon-button.tsx';
import { FilePicker } from '#ui/fields/file-picker.tsx';
import { Camera, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { ACCEPTED_EXTENSIONS, PICKED_TYPES } from '../../text/files.ts';
import { PAGES_TEXT } from '../../text/pages.ts';
import { AttachWays } from './attach-ways.tsx';
import type { Attachments } from './use-attachments.ts';

/**
 * Attaches to a reply. On phones one button opens the three ways. Elsewhere files are picked at once, photographs among them, and
 * a second button opens the ways for the camera.
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
