import { pinDocument } from '#mirror/keep/cached-files.ts';
import { pinnedDocuments } from '#mirror/keep/trim-details.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { connectionNow } from '../connection/use-connection.ts';
import { FILE_TEXT } from '../../text/document/files.ts';

/**
 * The act "Guardar neste aparelho" (pin). `toggle` is null for a document without a number, because
 * all of it is on this device anyway.
 */
export function usePin({ document, details, files }: DocumentView): { isPinned: boolean; toggle: (() => void) | null } {
  const { mirror } = useProfile();
  const { serverId: id, key: about } = document;
  const isPinned =
    useLiveQuery(async () => id !== null && (await pinnedDocuments(mirror)).has(id), [mirror, id]) ?? false;
  const isMissing = details === null || files.some((file) => !file.onDevice);

  async function pin(serverId: number) {
    await pinDocument(mirror, { id: serverId, isPinned: !isPinned });
    if (isPinned) return notify({ title: FILE_TEXT.unpinned, about });
    const { isOffline } = await connectionNow(mirror);
    const whatComes = isOffline ? FILE_TEXT.pinnedLater : FILE_TEXT.pinnedComing;
    return notify({
      title: FILE_TEXT.pinned,
      detail: isMissing ? whatComes : FILE_TEXT.pinnedDetail,
      tone: 'ok',
      about,
    });
  }
  const change = (serverId: number) =>
    pin(serverId).catch(() => notify({ title: FILE_TEXT.pinFailed, tone: 'danger', about }));

  return { isPinned, toggle: id === null ? null : () => void change(id) };
}
