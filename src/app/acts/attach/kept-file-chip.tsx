import { lazyPart } from '#ui/base/lazy-part.tsx';
import type { FileRow } from '#mirror/store/rows.ts';
import { FileChip } from '#ui/document-look/file-chip.tsx';
import type { IconType } from '#ui/base/icon.ts';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { keptBytes } from '../../shared/files/file-bytes.ts';

const FileDialog = lazyPart(async () => (await import('../../shared/files/file-dialog.tsx')).FileDialog);

/** A file of a form: it can be looked at before it is sent, and removed. */
export function KeptFileChip(props: {
  file: FileRow;
  detail: string;
  icon?: IconType;
  isRefused?: boolean;
  onRemove: () => void;
}) {
  const { file, detail, icon, isRefused, onRemove } = props;
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
        onPress={() => setOpen(true)}
        onRemove={onRemove}
      />
      {isOpen ? <FileDialog file={{ name, size, read }} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
