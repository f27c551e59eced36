import type { ModelFile, ModelRow } from '#contract/reference-data.ts';
import { Button, LinkButton } from '#ui/actions/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { Download, ExternalLink } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { modelFileBytes } from '../../shared/files/file-bytes.ts';
import { FileFrame } from '../../shared/files/file-dialog.tsx';
import { useDownload } from '../../shared/files/use-download.ts';
import { useOpenedFile } from '../../shared/files/use-opened-file.ts';
import { saveFile } from '../../device/save-file.ts';
import { FILE_TEXT } from '../../text/document/files.ts';
import { formatSize } from '../../text/words/format.ts';
import { HELP } from '../../text/frame/help.ts';
import styles from './model-preview.module.css';

/**
 * A model's PDF files in frames beside its description (rule J1). Word files are only downloaded.
 */
export function ModelPreview({ modelId, onClose }: { modelId: number; onClose: () => void }) {
  const { mirror } = useProfile();
  const model = useLiveQuery(() => mirror.models.get(modelId), [mirror, modelId]);
  if (model === undefined) return null;
  return (
    <Dialog isOpen onClose={onClose} title={model.name} size="full">
      <div className={styles.columns}>
        <div className={styles.about}>
          <h3 className={styles.label}>{HELP.description}</h3>
          <p className={styles.text}>{model.description}</p>
        </div>
        <div className={styles.files}>
          {model.files.map((file) => (
            <Preview key={file.id} model={model} file={file} />
          ))}
        </div>
      </div>
    </Dialog>
  );
}

function Preview({ model, file }: { model: ModelRow; file: ModelFile }) {
  const { mirror, now } = useProfile();
  const { run, isBusy } = useDownload();
  const read = () => modelFileBytes(mirror, { file, nowMs: now() });
  const { opened, retry } = useOpenedFile({ name: file.name, read });
  return (
    <section aria-label={file.name} className={styles.file}>
      <div className={styles.fileHead}>
        <p className={styles.fileName}>
          {file.name}
          <span className={styles.size}>{file.size === 0 ? null : formatSize(file.size)}</span>
        </p>
        {opened.kind === 'open' && model.file_mime_type === 'pdf' ? (
          <LinkButton href={opened.address} target="_blank" size="sm" icon={ExternalLink}>
            {FILE_TEXT.newTab}
          </LinkButton>
        ) : null}
        <Button
          size="sm"
          icon={Download}
          isPending={isBusy}
          aria-label={`${FILE_TEXT.download}: ${file.name}`}
          onPress={() => void run(async () => saveFile(await read(), file.name))}
        >
          {FILE_TEXT.download}
        </Button>
      </div>
      <div className={styles.frame}>
        <FileFrame name={file.name} opened={opened} retry={retry} />
      </div>
    </section>
  );
}
