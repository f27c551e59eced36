import { LinkButton } from '#ui/actions/button.tsx';
import { Plus } from 'lucide-react';
import { useKeyboardOpen, useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { HOME } from '../../text/lists/home.ts';
import styles from './create-button.module.css';

/**
 * The floating button that leads to creating a document. Hidden while the keyboard of a phone is
 * open.
 */
export function CreateButton() {
  const { may } = useProfile();
  const kind = useLayoutKind();
  const isTyping = useKeyboardOpen();
  if (!may('create_documents') || isTyping) return null;
  return (
    <div className={styles.float}>
      <LinkButton
        href="/admin/create-documents"
        variant="primary"
        size="lg"
        isPill
        icon={Plus}
        aria-label={kind === 'phone' ? HOME.create : undefined}
      >
        {kind === 'phone' ? HOME.createShort : HOME.create}
      </LinkButton>
    </div>
  );
}
