// Ctrl and Enter send what is being written, on a Mac Command and Enter.

import { type RefObject, useEffect, useRef } from 'react';
import { openDialogs } from '#ui/base/open-dialogs.ts';
import { useMedia } from '../../device/use-layout-kind.ts';
import { SHORTCUTS } from '../../text/frame/shortcuts.ts';
import styles from './send-key.module.css';

const isMac = () => /Mac|iPhone|iPad/u.test(navigator.userAgent);

type SendKey = {
  readonly form: RefObject<HTMLElement | null>;
  /** Sends the form. Resolves to whether something was sent. */
  readonly send: () => Promise<boolean>;
  /** The screen has no other form, so the keys count anywhere on it, except in dialogs. */
  readonly isWholeScreen?: boolean;
};

/**
 * Calls `send` on Ctrl and Enter. The focused field is left first, so that it hands over what was
 * typed. If nothing was sent the field gets the focus back, unless `send` has moved it.
 */
export function useSendKey({ form, send, isWholeScreen = false }: SendKey): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key, isComposing, repeat } = event;
      if (key !== 'Enter' || !(isMac() ? event.metaKey : event.ctrlKey) || isComposing || repeat) return;
      if (openDialogs.current() > 0 || !(target instanceof HTMLElement)) return;
      if (!isWholeScreen && form.current?.contains(target) !== true) return;
      event.preventDefault();
      event.stopPropagation();
      target.blur();
      void latest.current().then((isSent) => {
        if (!isSent && document.activeElement === document.body) target.focus();
      });
    };
    // In the capture phase, before the field handles Enter itself.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [form, isWholeScreen]);
}

/** The hint `Ctrl + Enter envia`, on devices with a mouse, which usually have a keyboard. */
export function SendKeyHint() {
  const hasKeys = useMedia('(hover: hover) and (pointer: fine)');
  if (!hasKeys) return null;
  return (
    <span className={styles.hint}>
      <kbd>{isMac() ? SHORTCUTS.sendKeysOfMac : SHORTCUTS.sendKeys}</kbd> <span>{SHORTCUTS.sends}</span>
    </span>
  );
}
