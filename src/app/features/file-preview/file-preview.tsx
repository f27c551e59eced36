import { extensionOf } from '#domain/files.ts';
import type { ViewFile } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { LinkButton } from '#ui/actions/link-button.tsx';
import { Download, ExternalLink } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { fileBytes } from '../../shared/files/file-bytes.ts';
import { FileFrame } from '../../shared/files/file-frame.tsx';
import { useOpenedFile } from '../../shared/files/use-opened-file.ts';
import { saveFile } from '../../device/save-file.ts';
import { FILE_TEXT } from '../../text/files.ts';
import { formatSize } from '../../text/format.ts';
import styles from './file-preview.module.css';

/** One attachment, shown over the document. PDF and text can be viewed; word formats can only be downloaded (rule J4). */
export function FilePreview({ file, onClose }: { file: ViewFile; onClose: () => void }) {
  const { mirror, now } = useProfile();
  const read = () => fileBytes(mirror, { file, nowMs: now() });
  const { opened, retry } = useOpenedFile({ name: file.name, read });

  async function download() {
    await saveFile(await read(), file.name);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={file.name}
      size="full"
      footer={
        <>
          <p className={styles.size}>{formatSize(file.size)}</p>
          {opened.kind === 'open' && extensionOf(file.name) === 'pdf' ? (
            <LinkButton href={opened.address} target="_blank" icon={ExternalLink}>
              {FILE_TEXT.newTab}
            </LinkButton>
          ) : null}
          <Button variant="primary" icon={Download} isDisabled={opened.kind !== 'open'} onPress={() => void download()}>
            {FILE_TEXT.download}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FileFrame name={file.name} opened={opened} retry={retry} />
      </div>
    </Dialog>
  );
}
