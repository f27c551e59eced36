import type { Mirror } from '#mirror/store/schema.ts';
import type { FileRow } from '#mirror/store/rows.ts';

/**
 * The kept files of a form, in the order they were picked. Throws when one is not on the device, which is a bug of the
 * form.
 */
export async function pickedFiles(mirror: Mirror, fileIds: readonly string[]): Promise<FileRow[]> {
  const rows = await mirror.files.bulkGet([...fileIds]);
  return rows.map((row, index) => {
    if (row === undefined) throw new Error(`file ${fileIds[index]} is not on this device`);
    return row;
  });
}
