// The owners of the bytes of kept files (`FileRow.owner`): a draft, a command, or the device's copy of a server file.

/** Prefix of the owners of server files: only these files may be trimmed. */
export const CACHE_PREFIX = 'cache:';

/** Owner of the files of a draft. */
export function draftOwnerOf(draftId: string): string {
  return `draft:${draftId}`;
}

/** Owner of the files of a command. */
export function commandOwnerOf(commandId: string): string {
  return `command:${commandId}`;
}

/** Owner of the bytes of a server file. */
export function cacheOwnerOf(serverFileId: number): string {
  return `${CACHE_PREFIX}${serverFileId}`;
}
