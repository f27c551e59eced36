import type { ModelRow } from '#contract/reference-data.ts';
import { Button } from '#ui/actions/button.tsx';
import { Download } from 'lucide-react';
import { useProfile } from '../../profile/profile.tsx';
import { useDownload } from '../../shared/files/use-download.ts';
import { downloadAllText } from '../../text/models.ts';
import styles from './download-all.module.css';
import { downloadModels } from './download-models.ts';

/** Downloads the files of the shown models. Those that wait to be sent have none at the server yet. */
export function DownloadAll({ models }: { models: readonly Pick<ModelRow, 'name' | 'files'>[] }) {
  const { mirror, now } = useProfile();
  const { run, isBusy } = useDownload();
  const ready = models.filter((model) => model.files.length > 0);
  return (
    <span className={styles.last}>
      <Button
        icon={Download}
        isDisabled={ready.length === 0}
        isPending={isBusy}
        onPress={() => void run(() => downloadModels(mirror, { models: ready, nowMs: now() }))}
      >
        {downloadAllText(ready.length)}
      </Button>
    </span>
  );
}
