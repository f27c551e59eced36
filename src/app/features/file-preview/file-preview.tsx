import { canPreview, extensionOf } from '#domain/files.ts';
import type { ViewFile } from '#mirror/questions/view-document.ts';
import { Button } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkButton } from '#ui/actions/link-button.tsx';
import { SkeletonBlock } from '#ui/feedback/skeleton.tsx';
import { CloudOff, Download, ExternalLink, FileText, FileWarning } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { fileBytes } from '../../shared/files/file-bytes.ts';
import { saveFile } from '../../device/save-file.ts';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { FILE_TEXT } from '../../text/files.ts';
import { formatSize } from '../../text/format.ts';
import styles from './file-preview.module.css';
import { type OpenedFile, useOpenedFile } from './use-opened-file.ts';

/** One attachment, shown over the document. PDF and text can be viewed; word formats can only be downloaded (rule J4). */
export function FilePreview({ file, onClose }: { file: ViewFile; onClose: () => void }) {
  const { mirror, now } = useProfile();
  const { opened, retry } = useOpenedFile(file);

  async function download() {
    await saveFile(await fileBytes(mirror, { file, nowMs: now() }), file.name);
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
        <Content file={file} opened={opened} retry={retry} />
      </div>
    </Dialog>
  );
}

function Content(props: { file: ViewFile; opened: OpenedFile; retry: () => void }) {
  const { file, opened, retry } = props;
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
  if (!canPreview(file.name)) return <EmptyState icon={FileText} title={FILE_TEXT.previewOnlyPdf} />;
  if (opened.text !== null) {
    return (
      // A text area, because a long text must scroll with the keyboard too.
      <textarea readOnly className={styles.text} aria-label={file.name} value={opened.text} />
    );
  }
  // Browsers of phones show no PDF inside a page (experience T20): it opens in its own tab.
  if (!isDesktop) return <EmptyState icon={FileText} title={FILE_TEXT.opensApart} />;
  return <iframe title={file.name} src={opened.address} className={styles.frame} />;
}
