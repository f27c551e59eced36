import { extensionOf, canPreview } from '#domain/files.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Download, ExternalLink, CloudOff, FileText, FileWarning } from 'lucide-react';
import { saveFile } from '../../device/save-file.ts';
import { FILE_TEXT } from '../../text/document/files.ts';
import { formatSize } from '../../text/words/format.ts';
import styles from './file-dialog.module.css';
import { type ReadableFile, useOpenedFile, type OpenedFile } from './use-opened-file.ts';
import { lazyPart } from '#ui/base/lazy-part.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { useLayoutKind } from '../../device/use-layout-kind.ts';

/**
 * A dialog with one file. PDF and plain text are shown; files of word processors can only be
 * downloaded (rule J4).
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

const PdfPages = lazyPart(async () => (await import('./pdf-pages.tsx')).PdfPages, {
  meanwhile: <SkeletonBlock height={480} />,
});

/**
 * The content of an opened file: PDF in a frame or drawn, plain text in a text area, and one
 * sentence for everything else.
 */
export function FileFrame(props: { name: string; opened: OpenedFile; retry: () => void }) {
  const { name, opened, retry } = props;
  const isDesktop = useLayoutKind() === 'desktop';
  if (opened.kind === 'loading') {
    return (
      <div role="status" aria-label={FILE_TEXT.loading} className={styles.loading}>
        <SkeletonBlock height={480} />
      </div>
    );
  }
  if (opened.kind === 'failed') {
    return (
      <EmptyState
        icon={opened.isOffline ? CloudOff : FileWarning}
        title={opened.isOffline ? FILE_TEXT.offline : FILE_TEXT.failed}
        action={<Button onPress={retry}>{FILE_TEXT.retry}</Button>}
      >
        {opened.isOffline ? FILE_TEXT.offlineDetail : null}
      </EmptyState>
    );
  }
  if (!canPreview(name)) return <EmptyState icon={FileText} title={FILE_TEXT.noPreview} />;
  if (opened.text !== null) {
    return (
      // A text area, because a long text must scroll with the keyboard too.
      <textarea readOnly className={styles.text} aria-label={name} value={opened.text} />
    );
  }
  // Browsers of phones show no PDF in a frame (src/app/experience.md, experience T20): a library
  // draws its pages.
  if (!isDesktop) {
    return <PdfPages name={name} blob={opened.blob} />;
  }
  return <iframe title={name} src={opened.address} className={styles.frame} />;
}
