import type { ViewFile } from '#mirror/questions/view-document.ts';
import { useProfile } from '../../profile/profile.tsx';
import { fileBytes } from '../../shared/files/file-bytes.ts';
import { FileDialog } from '../../shared/files/file-dialog.tsx';

export function FilePreview({ file, onClose }: { file: ViewFile; onClose: () => void }) {
  const { mirror, now } = useProfile();
  const { name, size } = file;
  const read = () => fileBytes(mirror, { file, nowMs: now() });
  return <FileDialog file={{ name, size, read }} onClose={onClose} />;
}
