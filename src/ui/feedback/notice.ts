import type { IconType } from '../base/icon.ts';

/**
 * A message to the person. `title` is the fact in fixed words, `detail` says whether it has been
 * sent.
 */
export type Notice = {
  title: string;
  detail?: string | undefined;
  tone?: 'plain' | 'pencil' | 'ok' | 'danger' | undefined;
  icon?: IconType | undefined;
  /** Something to do, or a link to a page. */
  action?: { label: string; onAction: () => void } | { label: string; href: string } | undefined;
  /** Milliseconds; never less than 5000. `0` stays until closed. */
  timeoutMs?: number | undefined;
  /**
   * Closes after 2000 ms, as rule G9 asks of a push. Use it only for what is also shown elsewhere.
   */
  isBrief?: boolean | undefined;
  /**
   * Keys of what the message is about, such as documents. A newer message about one of them closes
   * this one.
   */
  about?: string | readonly string[] | undefined;
  /** Read by screen readers after the words: what the message shows besides them. */
  spoken?: string | undefined;
  /** Called when the message is shown, with the function that closes it. */
  onShown?: ((close: () => void) => void) | undefined;
  /**
   * Called with true when the message's time stops, such as while a pointer or the focus rests on
   * it, and with false when its time goes on.
   */
  onPause?: ((isNow: boolean) => void) | undefined;
  /** Called once, when the message closes: by its action, by hand or by time. */
  onClose?: ((how: 'action' | 'closed') => void) | undefined;
};
