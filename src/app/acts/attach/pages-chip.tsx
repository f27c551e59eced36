import { FileChip } from '#ui/document-look/file-chip.tsx';
import { Images, Trash2 } from 'lucide-react';
import { eraseWaitingText, photographedText, PAGES_TEXT } from '../../text/document/files.ts';
import type { Attachments } from './use-attachments.ts';

/**
 * A chip that counts the photographs that are not an attachment yet, and opens them. Without such
 * photographs it draws nothing. Those of which no page could be made can be erased here, because
 * the dialog of pages does not show them.
 */
export function PagesChip({ attachments }: { attachments: Attachments }) {
  const { loose, draft } = attachments;
  if (loose === 0) return null;
  const erase = eraseWaitingText(draft.photos.length);
  return (
    <FileChip
      icon={Images}
      name={photographedText(loose)}
      detail={PAGES_TEXT.notJoined}
      isPencil
      onPress={attachments.open}
      action={
        draft.photos.length === 0
          ? undefined
          : { icon: Trash2, label: erase, accessibleName: erase, onPress: () => void attachments.dropPhotos() }
      }
    />
  );
}
