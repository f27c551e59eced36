import { pinDocument } from '#mirror/keep/cached-files.ts';
import { pinnedDocuments } from '#mirror/keep/pins.ts';
import type { DocumentView } from '#mirror/questions/view-document.ts';
import { notify } from '#ui/feedback/toast.tsx';
import { useLiveQuery } from 'dexie-react-hooks';
import { useProfile } from '../../profile/profile.tsx';
import { useConnection } from '../connection/use-connection.ts';
import { FILE_TEXT } from '../../text/files.ts';

/** Guardar neste aparelho. `toggle` is null for a document without a number: all of it is on this device anyway. */
export function usePin({ document, files }: DocumentView): { isPinned: boolean; toggle: (() => void) | null } {
  const { mirror } = useProfile();
  const { isOffline } = useConnection();
  const { serverId: id } = document;
  const isPinned =
    useLiveQuery(async () => id !== null && (await pinnedDocuments(mirror)).has(id), [mirror, id]) ?? false;
  const isMissing = isOffline && files.some((file) => !file.onDevice);

  async function pin(serverId: number) {
    await pinDocument(mirror, { id: serverId, isPinned: !isPinned });
    if (isPinned) notify({ title: FILE_TEXT.unpinned });
    else
      notify({
        title: FILE_TEXT.pinned,
        detail: isMissing ? FILE_TEXT.pinnedLater : FILE_TEXT.pinnedDetail,
        tone: 'ok',
      });
  }

  return { isPinned, toggle: id === null ? null : () => void pin(id) };
}
