import type { ModelRow } from '#contract/reference-data.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { saveFile } from '../../device/save-file.ts';
import { FileUnavailable, modelFileBytes } from '../../shared/files/file-bytes.ts';
import { FILE_TEXT } from '../../text/document/files.ts';

type ModelDownload = { readonly model: Pick<ModelRow, 'files'>; readonly nowMs: number };

/**
 * Hands over the files of a model, one after another. Shows what went wrong, with a button to try
 * again.
 */
export async function downloadModel(mirror: Mirror, wanted: ModelDownload): Promise<void> {
  const { model, nowMs } = wanted;
  try {
    for (const file of model.files) await saveFile(await modelFileBytes(mirror, { file, nowMs }), file.name);
  } catch (error) {
    const isOffline = error instanceof FileUnavailable && error.isOffline;
    notify({
      title: isOffline ? FILE_TEXT.offline : FILE_TEXT.failed,
      detail: isOffline ? FILE_TEXT.offlineDetail : undefined,
      tone: 'danger',
      action: { label: FILE_TEXT.retry, onAction: () => void downloadModel(mirror, wanted) },
    });
  }
}
