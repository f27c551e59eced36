import { useState, useSyncExternalStore } from 'react';
import { type QueuedToast, UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import { defined } from '../base/defined.ts';
import { lazyPart } from '../base/lazy-part.tsx';
import { announce } from '../base/visually-hidden.tsx';
import { openDialogs } from '../base/open-dialogs.ts';
import type { Notice } from './notice.ts';

/** A queue that tells its messages when their time stops and goes on (`Notice.onPause`). */
class Messages extends ToastQueue<Notice> {
  override pauseAll(): void {
    super.pauseAll();
    for (const { content } of this.visibleToasts) content.onPause?.(true);
  }

  override resumeAll(): void {
    super.resumeAll();
    for (const { content } of this.visibleToasts) content.onPause?.(false);
  }
}

const queue = new Messages({ maxVisibleToasts: 3 });

const answered = new WeakSet<Notice>();

/**
 * The key of the open message about each subject (`Notice.about`). A subject has one message at
 * most.
 */
const oneAbout = new Map<string, string>();

const shortestMs = 5000;
const withActionMs = 8000;
const briefMs = 2000;

function timeoutOf({ tone, action, timeoutMs, isBrief }: Notice): number {
  if (isBrief) return briefMs;
  if (timeoutMs !== undefined) return timeoutMs === 0 ? 0 : Math.max(shortestMs, timeoutMs);
  if (tone === 'danger') return 0;
  return action ? withActionMs : shortestMs;
}

/**
 * Shows a message above everything else and makes screen readers read it. Its time stops while it
 * is hovered or focused; messages of tone `danger` stay until they are closed. Returns the function
 * that closes it.
 */
export function notify(notice: Notice): () => void {
  const timeout = timeoutOf(notice);
  const subjects = [notice.about ?? []].flat();
  const onClose = () => {
    for (const one of subjects) if (oneAbout.get(one) === key) oneAbout.delete(one);
    notice.onClose?.(answered.has(notice) ? 'action' : 'closed');
  };
  for (const one of subjects) queue.close(oneAbout.get(one) ?? '');
  const key: string = queue.add(notice, { onClose, ...defined({ timeout: timeout || undefined }) });
  for (const one of subjects) oneAbout.set(one, key);
  // The time of a message begins when it is drawn. Under a dialog the message can't be read yet, so
  // its time stops.
  requestAnimationFrame(() => {
    if (openDialogs.current() > 0) queue.pauseAll();
  });
  const sentence = [notice.title, notice.detail, notice.spoken].filter(Boolean).join('. ');
  announce(sentence, notice.tone === 'danger' ? 'assertive' : 'polite');
  const close = () => queue.close(key);
  notice.onShown?.(close);
  return close;
}

/**
 * Closes every message as if by hand, because the next person must not read the messages of this
 * one.
 */
export function dismissAll(): void {
  for (let [first] = queue.visibleToasts; first !== undefined; [first] = queue.visibleToasts) queue.close(first.key);
}

/** Closes a message because its action was taken. */
function answer(toast: QueuedToast<Notice>): void {
  answered.add(toast.content);
  queue.close(toast.key);
}

const listen = (listener: () => void) => queue.subscribe(listener);
const visible = () => queue.visibleToasts;
const ToastList = lazyPart(async () => (await import('./toast-list.tsx')).ToastList, { isHelper: true });

/**
 * The place where messages appear; `KitProvider` mounts it once. Its code is loaded with the first
 * message, which waits in the queue until it is drawn.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(listen, visible);
  const [isWanted, setIsWanted] = useState(false);
  if (toasts.length > 0 && !isWanted) setIsWanted(true);
  return isWanted ? <ToastList queue={queue} onAnswer={answer} /> : null;
}
