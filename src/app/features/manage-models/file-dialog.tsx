import { blobOf } from '#mirror/keep/files.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Download } from 'lucide-react';
import { saveFile } from '../../device/save-file.ts';
import { useProfile } from '../../profile/profile.tsx';
import { FileUnavailable, modelFileBytes } from '../../shared/files/file-bytes.ts';
import { FileFrame } from '../../shared/files/file-frame.tsx';
import { useDownload } from '../../shared/files/use-download.ts';
import { useOpenedFile } from '../../shared/files/use-opened-file.ts';
import { FILE_TEXT } from '../../text/files.ts';
import styles from './file-dialog.module.css';

/** A file of the form: one of the server's, or one kept on this device. */
export type ShownFile =
  | { readonly from: 'server'; readonly id: number; readonly name: string; readonly size: number }
  | { readonly from: 'device'; readonly id: string; readonly name: string };

/** One file of a model at reading size. */
export function FileDialog({ file, onClose }: { file: ShownFile; onClose: () => void }) {
  const { mirror, now } = useProfile();
  const { run, isBusy } = useDownload();
  const read = () => bytesOf(mirror, { file, nowMs: now() });
  const { opened, retry } = useOpenedFile({ name: file.name, read });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={file.name}
      size="full"
      footer={
        <Button
          variant="primary"
          icon={Download}
          isPending={isBusy}
          onPress={() => void run(async () => saveFile(await read(), file.name))}
        >
          {FILE_TEXT.download}
        </Button>
      }
    >
      <div className={styles.body}>
        <FileFrame name={file.name} opened={opened} retry={retry} />
      </div>
    </Dialog>
  );
}

async function bytesOf(mirror: Mirror, { file, nowMs }: { file: ShownFile; nowMs: number }): Promise<Blob> {
  if (file.from === 'server') return modelFileBytes(mirror, { file, nowMs });
  const kept = await blobOf(mirror, file.id);
  if (kept === null) throw new FileUnavailable(false);
  return kept;
}
