import type { IconType } from '../base/icon.ts';

/**
 * The words of a message: `title` is the fact in fixed words, `detail` says whether it has been
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
   * What it is about, such as a document or several: a newer message about one of them closes this
   * one.
   */
  about?: string | readonly string[] | undefined;
  /** Read after the words, for who does not see what else the message offers. */
  spoken?: string | undefined;
  /** Told, once it is shown, how it is closed. */
  onShown?: ((close: () => void) => void) | undefined;
  /**
   * Called when the time of the message stops, as while a pointer or the focus rests on it, and
   * when it goes on.
   */
  onPause?: ((isNow: boolean) => void) | undefined;
  /** Called once, when the message closes: by its action, by hand or by time. */
  onClose?: ((how: 'action' | 'closed') => void) | undefined;
};
