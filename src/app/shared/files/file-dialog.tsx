import { extensionOf } from '#domain/files.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Download, ExternalLink } from 'lucide-react';
import { saveFile } from '../../device/save-file.ts';
import { FILE_TEXT } from '../../text/document/files.ts';
import { formatSize } from '../../text/words/format.ts';
import styles from './file-dialog.module.css';
import { FileFrame } from './file-frame.tsx';
import { type ReadableFile, useOpenedFile } from './use-opened-file.ts';

/**
 * One file over what is on screen. PDF and text can be viewed; word formats can only be downloaded
 * (rule J4).
 */
export function FileDialog(props: { file: ReadableFile & { readonly size: number }; onClose: () => void }) {
  const { file, onClose } = props;
  const { opened, retry } = useOpenedFile(file);

  async function download() {
    await saveFile(await file.read(), file.name);
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={file.name}
      size="full"
      footer={
        <>
          <p className={styles.size}>{file.size === 0 ? null : formatSize(file.size)}</p>
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
