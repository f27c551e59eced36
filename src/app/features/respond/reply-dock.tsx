import { hasFormatting } from '#editor/nodes-to-html.ts';
import { IconButton } from '#ui/actions/icon-button.tsx';
import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { ChevronDown, Send } from 'lucide-react';
import {
  Activity,
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useKeyboardOpen } from '../../device/use-layout-kind.ts';
import { AttachButton } from '../../acts/attach/attach-button.tsx';
import { attachAbout, REPLY_ACT_LABEL, REPLY_TEXT } from '../../text/document/acts.ts';
import { footRef } from '../../shared/screen/foot-ref.ts';
import styles from './reply-dock.module.css';
import { ReplyForm } from './reply-form.tsx';
import type { Reply } from './use-reply.ts';

/**
 * Draws the button with the document's acts. With `onFormat`, its sheet also offers the whole reply
 * box.
 */
export type More = (onFormat?: () => void) => ReactNode;

type DockProps = {
  readonly reply: Reply;
  readonly more: More;
  readonly startsOpen: boolean;
  readonly takesFocus: boolean;
};

/** How near to the end of the page, in px, the last message counts as in sight. */
const NEAR_END_PX = 200;

/**
 * The reply box of phones. Closed, it is one line above the bottom menu, which says when there is a
 * draft. It opens short: text and files, with the rest in the sheet of `more`. A draft with
 * formatting, a responsible or another date opens whole, and the box then stays whole until the
 * reply is sent, so that no field disappears during a change. While nothing is written, `more`
 * stands in place of the send button. `data-writing` hides the bottom menu while the open box has
 * the focus. `room` lengthens the page, so that the box does not cover the last message.
 */
export function ReplyDock({ reply, more, startsOpen, takesFocus }: DockProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  // Draws the short box hidden while the browser is idle, before it is first opened. The press then
  // only shows it (S145).
  const [isAhead, setAhead] = useState(!startsOpen);
  // The open box covers the closed line, which is removed after the paint. Removing the focused
  // element before it would cost a layout (S121).
  const isGone = useDeferredValue(isOpen);
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
  const room = useRef<HTMLDivElement>(null);
  const showsEnd = useRef(false);

  /** Scrolls the last message above the open box, if it was in sight before the box opened. */
  function keepEnd() {
    if (!showsEnd.current) return;
    const [end, top] = [room, box].map((part) => part.current?.getBoundingClientRect().top);
    if (end !== undefined && top !== undefined && end > top) window.scrollBy(0, end - top);
  }

  useEffect(() => {
    // A keyboard makes the window smaller after the box was opened.
    window.addEventListener('resize', keepEnd);
    return () => window.removeEventListener('resize', keepEnd);
  }, []);

  const openToWrite = useCallback(() => {
    const page = document.documentElement;
    showsEnd.current = page.scrollHeight - window.scrollY - window.innerHeight < NEAR_END_PX;
    // A phone shows its keyboard only when the focus moves during the press, so the area must be
    // there at once.
    flushSync(() => setOpen(true));
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
    // In the next frame, whose layout is computed anyway.
    requestAnimationFrame(keepEnd);
  }, []);

  const collapse = useCallback(() => {
    flushSync(() => {
      setOpen(false);
      setAhead(false);
    });
    write.current?.focus({ preventScroll: true });
  }, []);

  const open = useCallback(() => setOpen(true), []);
  const makeWhole = useCallback(() => setWhole(true), []);

  return (
    <>
      {isOpen && isGone ? null : (
        <div ref={footRef} className={styles.dock} data-keyboard={isKeyboardOpen} inert={isOpen}>
          <Line ref={write} reply={reply} more={more} onPicked={open} onWrite={openToWrite} />
        </div>
      )}
      {isOpen || (isAhead && !isWhole) ? (
        <Activity mode={isOpen ? 'visible' : 'hidden'}>
          <div ref={room} className={styles.room} />
          <div ref={box} className={styles.open} data-writing={isOpen || undefined} data-keyboard={isKeyboardOpen}>
            {isWhole ? (
              <>
                <div className={styles.collapse}>
                  <Collapse onPress={collapse} />
                </div>
                <ReplyForm reply={reply} takesFocus />
              </>
            ) : (
              <ShortForm reply={reply} more={more} onWhole={makeWhole} onCollapse={collapse} />
            )}
          </div>
        </Activity>
      ) : null}
    </>
  );
}

type PartProps = Pick<DockProps, 'reply' | 'more'>;
type LineProps = PartProps & {
  readonly ref: Ref<HTMLButtonElement>;
  readonly onPicked: () => void;
  readonly onWrite: () => void;
};

/** The closed box. `memo`, so that the press that opens the box does not draw the line again. */
const Line = memo(function Line({ ref, reply, more, onPicked, onWrite }: LineProps) {
  return (
    <>
      <AttachButton
        label={REPLY_TEXT.attach}
        about={attachAbout(reply.view.document)}
        attachments={reply.attachments}
        onPicked={onPicked}
      />
      <button ref={ref} data-reply type="button" className={styles.write} aria-expanded={false} onClick={onWrite}>
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
    </>
  );
});

const ShortForm = memo(function ShortForm({
  reply,
  more,
  onWhole,
  onCollapse,
}: PartProps & { onWhole: () => void; onCollapse: () => void }) {
  return (
    <ReplyForm
      reply={reply}
      more={
        <>
          {more(onWhole)}
          <Collapse onPress={onCollapse} />
        </>
      }
    />
  );
});

function Collapse({ onPress }: { onPress: () => void }) {
  return <IconButton icon={ChevronDown} label={REPLY_TEXT.collapse} onPress={onPress} />;
}
