import type { ModelRow } from '#contract/reference-data.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { saveFile } from '../../device/save-file.ts';
import { modelFileBytes } from '../../shared/files/file-bytes.ts';
import { distinctNames } from '../../shared/files/zip-names.ts';

type Wanted = { readonly models: readonly Pick<ModelRow, 'name' | 'files'>[]; readonly nowMs: number };

/**
 * Hands over the files of these models: one file as it is, several as `modelos.zip` with a folder per model. Resolves to
 * whether the person took them. Throws FileUnavailable when a file can't be had, because a ZIP that lacks a file would look
 * complete.
 */
export async function downloadModels(mirror: Mirror, { models, nowMs }: Wanted): Promise<boolean> {
  const [only, ...others] = models.flatMap((model) => model.files);
  if (only === undefined) return false;
  if (others.length === 0) return saveFile(await modelFileBytes(mirror, { file: only, nowMs }), only.name);
  const folders = distinctNames(models.map((model) => model.name));
  const entries: { name: string; input: Blob }[] = [];
  for (const [place, model] of models.entries()) {
    const names = distinctNames(model.files.map((file) => file.name));
    for (const [index, file] of model.files.entries()) {
      const input = await modelFileBytes(mirror, { file, nowMs });
      entries.push({ name: `${folders[place] ?? model.name}/${names[index] ?? file.name}`, input });
    }
  }
  const { downloadZip } = await import('client-zip');
  return saveFile(await downloadZip(entries).blob(), 'modelos.zip');
}
