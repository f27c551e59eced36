import { LinkButton } from '#ui/actions/button.tsx';
import { Plus } from 'lucide-react';
import { useKeyboardOpen, useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { HOME } from '../../text/lists/home.ts';
import styles from './create-button.module.css';
import { floatRef } from './foot-ref.ts';

/**
 * The button that leads to creating a document. `isFloating`: it floats over the page; not on a
 * tablet, where it would cover the end of the carousels. While a phone's keyboard is open, the
 * button is hidden.
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
