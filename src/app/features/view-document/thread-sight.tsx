// The reader's position in a thread (S109): where it opens, where it is after going back, and the
// buttons to the parts above and below the window.

import { Button } from '#ui/actions/button.tsx';
import { useWatched, type WatchedValue, watchedValue } from '#ui/base/watched-value.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Highlighter } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLayoutKind } from '../../device/use-layout-kind.ts';
import { useProfile } from '../../profile/profile.tsx';
import { footRef } from '../../shared/screen/foot-ref.ts';
import { PersonAvatar } from '../../shared/screen/person-avatar.tsx';
import { toReply } from '../../shared/screen/reply-place.ts';
import { placeId, usePlace } from '../../shared/screen/use-place.ts';
import { aboveText, newestText, newsCountText, VIEW_TEXT } from '../../text/document/view-document.ts';
import { NEWS, type ThreadPart } from './thread-parts.ts';
import styles from './thread-sight.module.css';

/**
 * The height of the one-line header. `FOOT_PX`: the height of the bars at the foot of the window.
 */
const HEAD_PX = 56;
const FOOT_PX = { phone: 125, tablet: 64, desktop: 64 } as const;

/** Which parts of the thread are outside the window. */
type OutOfSight = {
  /** How many parts are above the window; 0 while the letter is in sight. */
  readonly above: number;
  readonly isNewestBelow: boolean;
  readonly isNewsBelow: boolean;
  readonly isReplyBelow: boolean;
};

/** An element at the top of the window, with its distance from that top in px. */
type Anchor = { readonly id: string; readonly top: number };

/**
 * The reader's position during one opening of a document. It outlives the thread, which is mounted
 * again when the tab changes.
 */
export type ThreadSight = {
  readonly seen: WatchedValue<OutOfSight>;
  readonly anchor: { current: Anchor | null };
  /** The parts of the thread, in their order on the page. */
  readonly parts: { current: readonly ThreadPart[] };
};

const ALL_IN_SIGHT: OutOfSight = { above: 0, isNewestBelow: false, isNewsBelow: false, isReplyBelow: false };

/** The reader's positions, by the key of an entry of the browser's history. */
const keptPlaces = new Map<string, Anchor>();
const KEPT_MAX = 200;

export function useNewSight(): ThreadSight {
  const [sight] = useState<ThreadSight>(() => ({
    seen: watchedValue(ALL_IN_SIGHT),
    anchor: { current: null },
    parts: { current: [] },
  }));
  return sight;
}

const elementOf = (part: ThreadPart | undefined) =>
  part === undefined ? null : document.getElementById(placeId(part.key));

/**
 * The index of the first part whose lower edge is below `line`. A binary search: the parts are in
 * their order on the page.
 */
function firstBelow(parts: readonly ThreadPart[], line: number): number {
  let [from, to] = [0, parts.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const bottom = elementOf(parts[middle])?.getBoundingClientRect().bottom ?? Infinity;
    if (bottom > line) to = middle;
    else from = middle + 1;
  }
  return from;
}

/**
 * Returns the `ref` of the thread's list, and scrolls the thread when it opens: to the new entries,
 * else to the newest message. If the newest message fits in the window, the thread stays at the
 * top. After going back it opens where the reader left it. It does not scroll while the person
 * writes, or once they have scrolled. Changes of height do not move what is being read.
 */
export function useThreadSight(sight: ThreadSight, parts: readonly ThreadPart[]): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const layout = useLayoutKind();
  const foot = FOOT_PX[layout];
  const { history } = useRouter();
  const keyNow = () => history.location.state.__TSR_key ?? '';
  const isLetterHere = parts.some((part) => part.kind === 'letter');
  const isOpened = useRef(false);
  const hasMoved = useHasMoved();
  const isPlaced = usePlace({ isLeft: sight.anchor.current !== null || keptPlaces.has(keyNow()) });
  sight.parts.current = parts;

  useLayoutEffect(() => {
    if (!isLetterHere || isOpened.current || list.current === null) return undefined;
    isOpened.current = true;
    const kept = sight.anchor.current ?? keptPlaces.get(keyNow()) ?? null;
    return openAndHold(list.current, () => {
      if (hasMoved.current || (kept === null && (isPlaced || isWriting()))) return null;
      return kept === null ? open(sight.parts.current, foot) : comeBack(kept);
    });
    // Runs once, when the letter is there. The functions inside read the values of that moment.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isLetterHere]);

  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const shown = sight.parts.current;
      const bottom = window.innerHeight - foot;
      const topOf = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? 0;
      const above = window.scrollY === 0 ? 0 : firstBelow(shown, HEAD_PX);
      const top = elementOf(shown.slice(above).find((part) => part.kind !== 'news'));
      if (top !== null) keep({ id: top.id, top: topOf(top) });
      const next: OutOfSight = {
        above,
        isNewestBelow: topOf(elementOf(shown.at(-1))) > bottom,
        isNewsBelow: topOf(document.getElementById(placeId(NEWS))) > bottom,
        isReplyBelow: topOf(list.current?.querySelector('[data-reply]')) > bottom,
      };
      const last = sight.seen.current();
      if (Object.entries(next).some(([name, value]) => last[name as keyof OutOfSight] !== value)) sight.seen.set(next);
    };
    const keep = (anchor: Anchor) => {
      sight.anchor.current = anchor;
      const key = keyNow();
      keptPlaces.delete(key);
      keptPlaces.set(key, anchor);
      const [oldest] = keptPlaces.keys();
      if (keptPlaces.size > KEPT_MAX && oldest !== undefined) keptPlaces.delete(oldest);
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    later();
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sight, foot, parts]);

  return list;
}

/**
 * Scrolls once to the first marked word: in the message that the address names, else in the thread.
 * Not after going back, where the reader's own position counts.
 */
export function useMarkInView(at: {
  list: RefObject<HTMLOListElement | null>;
  sight: ThreadSight;
  words: string | null;
}): void {
  const { list, sight, words } = at;
  const hash = useLocation({ select: (location) => location.hash });
  const [isLeft] = useState(() => sight.anchor.current !== null);
  const shown = useRef<string | null>(isLeft ? words : null);
  useEffect(() => {
    if (words === null || shown.current === words) return;
    const named = hash.startsWith(placeId('')) ? document.getElementById(hash) : list.current;
    const mark = named?.querySelector('mark');
    if (mark == null) return;
    shown.current = words;
    mark.scrollIntoView({ block: 'center' });
  });
}

const isWriting = () => document.activeElement?.matches('input, textarea, [contenteditable="true"]') === true;

/** Whether the person has scrolled, pressed or typed since the document was opened. */
function useHasMoved(): RefObject<boolean> {
  const hasMoved = useRef(false);
  useEffect(() => onMove(() => (hasMoved.current = true)), []);
  return hasMoved;
}

const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Calls `moved` at the person's first scroll, press or key. Returns the function that ends it. */
function onMove(moved: () => void): () => void {
  const end = new AbortController();
  const once = () => {
    end.abort();
    moved();
  };
  for (const name of MOVES) window.addEventListener(name, once, { passive: true, signal: end.signal });
  return () => end.abort();
}

/** Scrolls to where the thread opens; returns the element there, or null at the top. */
function open(parts: readonly ThreadPart[], foot: number): Element | null {
  const newest = elementOf(parts.at(-1));
  if (newest === null || newest.getBoundingClientRect().bottom <= window.innerHeight - foot) return null;
  const news = document.getElementById(placeId(NEWS));
  const line = HEAD_PX + (news === null ? 16 : window.innerHeight / 4);
  window.scrollBy(0, (news ?? newest).getBoundingClientRect().top - line);
  return news ?? newest;
}

function comeBack({ id, top }: Anchor): Element | null {
  const place = document.getElementById(id);
  if (place === null) return null;
  window.scrollBy(0, place.getBoundingClientRect().top - top);
  return place;
}

/**
 * Opens a thread, then keeps the opened element in place while parts above it change their height.
 * It ends when the person or another script scrolls. The ResizeObserver runs after the browser's
 * own layout and before the paint; measuring earlier would force a layout, which takes very long
 * for a long thread.
 */
function openAndHold(list: Element, opened: () => Element | null): () => void {
  let held: { readonly element: Element; readonly top: number } | null | undefined;
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  const moved = () => (held == null ? 0 : topOf(held.element) - held.top);
  const watch = new ResizeObserver(() => {
    if (held === undefined) {
      const element = opened();
      held = element === null ? null : { element, top: topOf(element) };
    }
    if (Math.abs(moved()) >= 1) window.scrollBy(0, moved());
  });
  watch.observe(list);
  const end = new AbortController();
  const letGo = () => {
    end.abort();
    watch.disconnect();
  };
  const endMoves = onMove(letGo);
  // Another scroll than ours, such as the browser's search or a screen reader's.
  const scrolled = () => {
    if (Math.abs(moved()) >= 1) letGo();
  };
  window.addEventListener('scroll', scrolled, { passive: true, signal: end.signal });
  return () => {
    endMoves();
    letGo();
  };
}

/** Scrolls to a part and focuses it, because the pressed button disappears. */
function goTo(element: Element | null, block: ScrollLogicalPosition): void {
  if (!(element instanceof HTMLElement)) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block });
}

type WayUpProps = {
  readonly sight: ThreadSight;
  /** Whether words of a search are marked. */
  readonly isMarked: boolean;
  readonly onUnmark: () => void;
};

/**
 * The button to the top, while the letter is out of sight, and the button that removes the marks.
 */
export function WayUp({ sight, isMarked, onUnmark }: WayUpProps) {
  const { above } = useWatched(sight.seen);
  if (above === 0 && !isMarked) return null;
  const parts = sight.parts.current;
  const replies = parts.slice(0, above).filter((part) => part.kind === 'message').length;
  return (
    <div className={styles.up}>
      <div className={styles.ways}>
        {above === 0 ? null : (
          <Button
            variant="quiet"
            icon={ArrowUp}
            onPress={() => {
              window.scrollTo(0, 0);
              goTo(elementOf(parts[0]), 'nearest');
            }}
          >
            {aboveText(replies)}
          </Button>
        )}
        {isMarked ? (
          <Button variant="quiet" icon={Highlighter} onPress={onUnmark}>
            {VIEW_TEXT.unmark}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/**
 * The button down, while the newest message is below the window. It goes to the new entries, else
 * to the newest message. A line that leads to the reply box stands beside it while the box is out
 * of sight.
 */
export function WayDown({ sight, canReply }: { sight: ThreadSight; canReply: boolean }) {
  const { isNewestBelow, isNewsBelow, isReplyBelow } = useWatched(sight.seen);
  const { session, today, zone } = useProfile();
  const isPhone = useLayoutKind() === 'phone';
  const parts = sight.parts.current;
  const news = parts.find((part) => part.kind === 'news');
  const last = parts.at(-1);
  const newest =
    last === undefined || last.kind === 'news' ? null : last.kind === 'acts' ? last.entries.at(-1) : last.entry;
  const hasLine = canReply && !isPhone && isReplyBelow;
  if (!hasLine && !isNewestBelow) return null;
  const isToNews = isNewsBelow && news?.kind === 'news';
  const down = isNewestBelow ? (
    <Button
      variant={isPhone ? 'secondary' : 'quiet'}
      icon={ArrowDown}
      onPress={() => (isToNews ? goTo(elementOf(news), 'center') : goTo(elementOf(last), 'nearest'))}
    >
      {isToNews ? newsCountText(news, { today, zone }) : newestText(newest ?? null, { today, zone })}
    </Button>
  ) : null;
  if (isPhone) return <div className={styles.pill}>{down}</div>;
  return (
    <div className={styles.foot} ref={footRef}>
      <div className={styles.line}>
        {hasLine ? (
          <>
            <PersonAvatar person={session} isSelf size={32} />
            <button type="button" className={styles.write} onClick={toReply}>
              {VIEW_TEXT.writeReply}
            </button>
          </>
        ) : null}
        <span className={styles.down}>{down}</span>
      </div>
    </div>
  );
}
