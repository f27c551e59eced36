import { lazyPart } from '#ui/base/lazy-part.tsx';
import type { FileRow } from '#mirror/store/rows.ts';
import { FileChip } from '#ui/document-look/file-chip.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { keptBytes } from '../../shared/files/file-bytes.ts';
import { backLabel, PAGES_TEXT } from '../../text/document/files.ts';

const FileDialog = lazyPart(async () => (await import('../../shared/files/file-dialog.tsx')).FileDialog);

/**
 * A file of a form, with buttons to look at it, to go back to the pages of which it was made, and
 * to remove it.
 */
export function KeptFileChip(props: {
  file: FileRow;
  detail: string;
  icon?: IconType;
  isRefused?: boolean;
  /** Reopens the photographs of which the file was made; undefined for any other file. */
  onBack: (() => void) | undefined;
  onRemove: () => void;
}) {
  const { file, detail, icon, isRefused, onBack, onRemove } = props;
  const { mirror } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const { id, name, size } = file;
  const read = () => keptBytes(mirror, id);
  return (
    <>
      <FileChip
        name={name}
        detail={detail}
        icon={icon}
        isPencil
        isRefused={isRefused}
        action={onBack && { icon: Images, label: PAGES_TEXT.back, accessibleName: backLabel(name), onPress: onBack }}
        onPress={() => setOpen(true)}
        onRemove={onRemove}
      />
      {isOpen ? <FileDialog file={{ name, size, read }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
