import { FileChip } from '#ui/document-look/file-chip.tsx';
import { Images } from 'lucide-react';
import { photographedText, PAGES_TEXT } from '../../text/document/files.ts';
import type { Attachments } from './use-attachments.ts';

/**
 * A chip that counts the photographs that are not an attachment yet, and opens them. Without such
 * photographs it draws nothing.
 */
export function PagesChip({ attachments }: { attachments: Attachments }) {
  const { loose } = attachments;
  if (loose === 0) return null;
  return (
    <FileChip
      icon={Images}
      name={photographedText(loose)}
      detail={PAGES_TEXT.notJoined}
      isPencil
      onPress={attachments.open}
    />
  );
}
