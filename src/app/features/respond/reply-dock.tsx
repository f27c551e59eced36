import { hasFormatting } from '#editor/has-formatting.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { isFocusLost } from '#ui/base/is-focus-lost.ts';
import { ChevronDown, Send } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useKeyboardOpen } from '../../device/use-keyboard-open.ts';
import { AttachButton } from '../../acts/attach/attach-button.tsx';
import { attachAbout, REPLY_ACT_LABEL, REPLY_TEXT } from '../../text/reply.ts';
import { footRef } from '../../shared/screen/foot-ref.ts';
import styles from './reply-dock.module.css';
import { ReplyForm } from './reply-form.tsx';
import type { Reply } from './use-reply.ts';

/** The button of the document's acts; with `onFormat` its sheet offers the whole reply box too. */
export type More = (onFormat?: () => void) => ReactNode;

type DockProps = {
  readonly reply: Reply;
  readonly more: More;
  readonly startsOpen: boolean;
  readonly takesFocus: boolean;
};

/**
 * On phones the box is one line above the bottom menu until the person opens it; the line says when there is a draft. It
 * opens with text and files only, the rest is behind `more`, unless the draft has formatting, a responsible or another date
 * already. Once it is whole it stays whole until the reply is sent, so that no field goes while it is being changed. `more`
 * takes the place of the send button while nothing is written.
 */
export function ReplyDock({ reply, more, startsOpen, takesFocus }: DockProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const { fields } = reply.draft;
  const [isWhole, setWhole] = useState(() => hasFormatting(fields.content));
  const hasMore = reply.effect.act !== 'reply' || (reply.canExtend && fields.limitDate === null);
  if (hasMore && !isWhole) setWhole(true);
  const write = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus && isFocusLost()) write.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const isKeyboardOpen = useKeyboardOpen();

  function openToWrite() {
    // A phone shows its keyboard only when the focus moves during the press, so the area must be there at once.
    flushSync(() => setOpen(true));
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }

  if (isOpen) {
    return (
      <div ref={box} className={styles.open} data-keyboard={isKeyboardOpen}>
        <div className={styles.collapse}>
          <IconButton icon={ChevronDown} label={REPLY_TEXT.collapse} onPress={() => setOpen(false)} />
        </div>
        {isWhole ? (
          <ReplyForm reply={reply} takesFocus />
        ) : (
          <ReplyForm reply={reply} more={more(() => setWhole(true))} />
        )}
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
      <button ref={write} data-reply type="button" className={styles.write} aria-expanded={false} onClick={openToWrite}>
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
        more()
      )}
    </div>
  );
}
