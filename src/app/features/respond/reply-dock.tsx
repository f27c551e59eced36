import { IconButton } from '#ui/actions/icon-button.tsx';
import { isFocusLost } from '#ui/base/is-focus-lost.ts';
import { ChevronDown, Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useKeyboardOpen } from '../../device/use-keyboard-open.ts';
import { AttachButton } from '../../acts/attach/attach-button.tsx';
import { attachAbout, REPLY_ACT_LABEL, REPLY_TEXT } from '../../text/reply.ts';
import { footRef } from '../../shared/screen/foot-ref.ts';
import styles from './reply-dock.module.css';
import { ReplyForm } from './reply-form.tsx';
import type { Reply } from './use-reply.ts';

/**
 * On phones the box is one line above the bottom menu until the person opens it; the line says when there is a draft.
 * `more` takes the place of the send button while nothing is written.
 */
export function ReplyDock(props: { reply: Reply; more: ReactNode; startsOpen: boolean; takesFocus: boolean }) {
  const { reply, more, startsOpen, takesFocus } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const write = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus && isFocusLost()) write.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const isKeyboardOpen = useKeyboardOpen();
  if (isOpen) {
    return (
      <div className={styles.open} data-keyboard={isKeyboardOpen}>
        <div className={styles.collapse}>
          <IconButton icon={ChevronDown} label={REPLY_TEXT.collapse} onPress={() => setOpen(false)} />
        </div>
        <ReplyForm reply={reply} />
      </div>
    );
  }
  return (
    <div ref={footRef} className={styles.dock} data-keyboard={isKeyboardOpen}>
      <AttachButton
        label={REPLY_TEXT.attach}
        about={attachAbout(reply.view.document)}
        attachments={reply.attachments}
        onPicked={() => setOpen(true)}
      />
      <button ref={write} type="button" className={styles.write} aria-expanded={false} onClick={() => setOpen(true)}>
        {reply.isStarted ? REPLY_TEXT.continueDraft : REPLY_TEXT.placeholder}
      </button>
      {reply.isStarted ? (
        <IconButton
          icon={Send}
          label={REPLY_ACT_LABEL[reply.effect.act]}
          variant="primary"
          isDisabled={!reply.effect.canSend || reply.isSending}
          onPress={() => void reply.send()}
        />
      ) : (
        more
      )}
    </div>
  );
}
