import type { ModelRow } from '#contract/reference-data.ts';
import { Button } from '#ui/actions/button.tsx';
import { notify } from '#ui/feedback/toast.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { Download, FileText, FileType } from 'lucide-react';
import { useState } from 'react';
import { openModelFile } from '../../online/open-file.ts';
import { useProfile } from '../../profile/profile.tsx';
import { connectionNow } from '../connection/use-connection.ts';
import { HOME } from '../../text/home.ts';
import { FILE_TEXT } from '../../text/files.ts';
import styles from './model-card.module.css';
import { saveFile } from '../../device/save-file.ts';

const KIND: Record<ModelRow['file_mime_type'], string> = { word: 'Word', pdf: 'PDF' };

/** A model's card: what it is, its name, and its files to download. */
export function ModelCard({ model, hasDescription = false }: { model: ModelRow; hasDescription?: boolean }) {
  const { mirror } = useProfile();
  const [isBusy, setIsBusy] = useState(false);
  const Icon = model.file_mime_type === 'pdf' ? FileText : FileType;

  async function download() {
    setIsBusy(true);
    try {
      for (const file of model.files) await saveFile(await openModelFile(file.id), file.name);
    } catch {
      const title = (await connectionNow(mirror)).isOffline ? FILE_TEXT.offline : FILE_TEXT.failed;
      notify({ title, tone: 'danger', action: { label: FILE_TEXT.retry, onAction: () => void download() } });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Card as="div" padding="none" className={styles.card}>
      <p className={styles.kind}>
        <Icon size={20} strokeWidth={1.75} aria-hidden className={styles[model.file_mime_type]} />
        {KIND[model.file_mime_type]}
      </p>
      <p className={styles.name}>{model.name}</p>
      {hasDescription ? <p className={styles.text}>{model.description}</p> : null}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          size="sm"
          icon={Download}
          isPending={isBusy}
          aria-label={`${HOME.download}: ${model.name}`}
          onPress={() => void download()}
        >
          {HOME.download}
        </Button>
      </div>
    </Card>
  );
}
