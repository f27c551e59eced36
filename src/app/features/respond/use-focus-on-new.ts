import type { ThreadEntry } from '#mirror/questions/view-document.ts';
import { isFocusLost } from '#ui/base/is-focus-lost.ts';
import { useEffect, useRef } from 'react';
import { toReply } from '../../shared/screen/reply-place.ts';
import { placeId } from '../../shared/screen/use-place.ts';

type Sent = {
  readonly thread: readonly ThreadEntry[];
  /** The command of the reply that was just sent; null = none was. */
  readonly sent: string | null;
  /** Whether the next reply has been begun, with all that was typed: what is drawn of it may come later (S109). */
  readonly hasBegun: () => boolean;
};

/**
 * Gives the focus to the message of a reply once it stands in the thread (S78). It stays in the box where the next reply has
 * been begun, and elsewhere where the person has moved it.
 */
export function useFocusOnNew({ thread, sent, hasBegun }: Sent): void {
  const reached = useRef<string | null>(null);
  useEffect(() => {
    if (sent === null || reached.current === sent) return;
    const entry = thread.find((one) => one.key.startsWith(`c:${sent}:`));
    const place = entry === undefined ? null : document.getElementById(placeId(entry.key));
    if (place === null) return;
    reached.current = sent;
    const isInBox = document.activeElement?.closest('[data-reply]') != null;
    if (hasBegun() || !(isFocusLost() || isInBox)) return;
    place.tabIndex = -1;
    place.addEventListener('keydown', writeOn);
    place.focus({ preventScroll: true });
  });
}

/**
 * A letter pressed on the new message begins the next reply: the box takes the focus before the browser writes the letter. It
 * is no shortcut there, because its person may not have seen yet that the reply was sent.
 */
function writeOn(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, target, currentTarget } = event;
  const isWriting = (key.length === 1 && key !== ' ') || key === 'Dead';
  if (!isWriting || altKey || ctrlKey || metaKey || target !== currentTarget) return;
  event.stopPropagation();
  toReply();
}
