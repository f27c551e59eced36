import type { ModelRow } from '#contract/reference-data.ts';
import { Button } from '#ui/actions/button.tsx';
import { Card } from '#ui/document-look/surface.tsx';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { Check, Download, Eye, FileText, FileType } from 'lucide-react';
import { useState } from 'react';
import { useProfile } from '../../profile/profile.tsx';
import { HOME, MODEL_CARD, MODEL_FILE_LABEL } from '../../text/lists/home.ts';
import styles from './model-card.module.css';

/**
 * A model's card: what it is, its name, its files to download and, for PDF, to view. `isKept`: all
 * files are on this device.
 */
export function ModelCard(props: {
  model: ModelRow;
  onPreview: (modelId: number) => void;
  hasDescription?: boolean;
  isKept?: boolean;
}) {
  const { model, onPreview, hasDescription = false, isKept = false } = props;
  const { mirror, now } = useProfile();
  const [isBusy, setBusy] = useState(false);
  const Icon = model.file_mime_type === 'pdf' ? FileText : FileType;

  async function download() {
    setBusy(true);
    const { downloadModel } = await import('./download-model.ts');
    await downloadModel(mirror, { model, nowMs: now() });
    setBusy(false);
  }

  return (
    <Card as="div" padding="none" className={styles.card}>
      <p className={styles.kind}>
        <Icon size={20} strokeWidth={1.75} aria-hidden className={styles[model.file_mime_type]} />
        <span>{MODEL_FILE_LABEL[model.file_mime_type]}</span>
      </p>
      <p className={styles.name}>{model.name}</p>
      {hasDescription ? <p className={styles.text}>{model.description}</p> : null}
      {isKept ? (
        <p className={styles.kept}>
          <Check size={14} strokeWidth={2} aria-hidden />
          {MODEL_CARD.keptHere}
        </p>
      ) : null}
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
        {model.file_mime_type === 'pdf' ? (
          <IconButton
            icon={Eye}
            size="sm"
            label={`${MODEL_CARD.view}: ${model.name}`}
            onPress={() => onPreview(model.id)}
          />
        ) : null}
      </div>
    </Card>
  );
}
