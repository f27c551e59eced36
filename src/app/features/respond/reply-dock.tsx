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

/** The button of the document's acts; with `onFormat` its sheet offers the whole reply box too. */
export type More = (onFormat?: () => void) => ReactNode;

type DockProps = {
  readonly reply: Reply;
  readonly more: More;
  readonly startsOpen: boolean;
  readonly takesFocus: boolean;
};

/** A page that ends within this many px below the window shows its last message. */
const NEAR_END_PX = 200;

/**
 * On phones the box is one line above the bottom menu until the person opens it; the line says when
 * there is a draft. It opens with text and files only, the rest is behind `more`, unless the draft
 * has formatting, a responsible or another date already. Once it is whole it stays whole until the
 * reply is sent, so that no field goes while it is being changed. `more` takes the place of the
 * send button while nothing is written. The bottom menu is away while the box has the focus
 * (`data-writing`), and the page ends below it, so that the last message can stay in sight.
 */
export function ReplyDock({ reply, more, startsOpen, takesFocus }: DockProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  // Until it is first opened the short box is drawn and hidden, in a moment without work, so that
  // the press only shows it (S145).
  const [isAhead, setAhead] = useState(!startsOpen);
  // The box covers the line, which goes after the paint: an element that has the focus costs a
  // layout when it is removed (S121).
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

  /** Moves the last message above the open box, where it was in sight before. */
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
    // Before the next paint, which needs the same layout.
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

/**
 * The closed box. Like the short one it is drawn for another reply, and not by the press that opens
 * the box.
 */
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
