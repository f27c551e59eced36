import { LinkButton } from '#ui/actions/button.tsx';
import { Plus } from 'lucide-react';
import { useKeyboardOpen, useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { HOME } from '../../text/lists/home.ts';
import styles from './create-button.module.css';
import { floatRef } from './foot-ref.ts';

/**
 * The button that leads to creating a document. It floats over the page, where `isFloating`; on a
 * tablet it would cover what carousels have at their end. Hidden while the keyboard of a phone is
 * open.
 */
export function CreateButton({ isFloating }: { isFloating: boolean }) {
  const { may } = useProfile();
  const isShort = useLayoutKind() !== 'desktop';
  const isTyping = useKeyboardOpen();
  if (!may('create_documents') || isTyping) return null;
  return (
    <div {...(isFloating ? { ref: floatRef, className: styles.float } : {})}>
      <LinkButton
        href="/admin/create-documents"
        variant="primary"
        size={isFloating ? 'lg' : 'md'}
        isPill={isFloating}
        icon={Plus}
        aria-label={isShort ? HOME.create : undefined}
      >
        {isShort ? HOME.createShort : HOME.create}
      </LinkButton>
    </div>
  );
}
