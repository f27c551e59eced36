import { blobOf } from '#mirror/keep/files.ts';
import type { OutboxCommand } from '#mirror/store/outbox-row.ts';
import type { Mirror } from '#mirror/store/schema.ts';
import { saveFile } from '../../device/save-file.ts';
import { distinctNames } from '../../shared/files/zip-names.ts';

/**
 * "Exportar pendência": what would be sent, as JSON with its files in one ZIP, so that unsent work can leave a broken device.
 * Throws when a file's bytes are gone.
 */
export async function exportItem(mirror: Mirror, command: OutboxCommand): Promise<void> {
  const names = distinctNames(command.files.map((file) => file.name));
  const { lease: _lease, ...content } = command;
  const json = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' });
  const entries: { name: string; input: Blob }[] = [{ name: 'pendencia.json', input: json }];
  for (const [index, file] of command.files.entries()) {
    const blob = await blobOf(mirror, file.id);
    if (blob === null) throw new Error(`file ${file.id} is not on this device`);
    entries.push({ name: `arquivos/${names[index] ?? file.name}`, input: blob });
  }
  const { downloadZip } = await import('client-zip');
  await saveFile(await downloadZip(entries).blob(), `pendencia-${command.id.slice(-8)}.zip`);
}
