import type { FileRef } from '#contract/references.ts';
import type { CommandFile, OutboxCommand } from '../store/outbox-row.ts';
import type { ViewSource } from './view-source.ts';
import type { ViewFile } from './view-types.ts';

/** Registered files, with whether their bytes are on this device. */
export function registeredFiles(refs: readonly FileRef[], { localIdOf }: Pick<ViewSource, 'localIdOf'>): ViewFile[] {
  return refs.map((ref) => {
    const localFileId = localIdOf.get(ref.id) ?? null;
    return {
      key: `f:${ref.id}`,
      serverFileId: ref.id,
      localFileId,
      name: ref.name,
      mime: ref.mime_type,
      size: ref.size,
      sha256: ref.sha256,
      onDevice: localFileId !== null,
      pencil: false,
    };
  });
}

/** Files that go with a command. */
export function commandFiles(command: OutboxCommand, { kept }: Pick<ViewSource, 'kept'>): ViewFile[] {
  return command.files.map((file: CommandFile) => ({
    key: `l:${file.id}`,
    serverFileId: null,
    localFileId: kept.has(file.id) ? file.id : null,
    name: file.name,
    mime: file.mime,
    size: file.size,
    sha256: file.sha256,
    onDevice: kept.has(file.id),
    pencil: command.state !== 'done',
  }));
}
