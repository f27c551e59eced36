import { isFocusLost } from '#ui/base/open-dialogs.ts';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export type Sending = {
  /** True from the press until the form is gone, or until it is known that nothing was stored. */
  readonly isSending: boolean;
  /**
   * Runs `work`, which resolves to whether something was stored. Does nothing while an earlier run
   * lasts, or after a run that stored.
   */
  readonly send: (work: () => Promise<boolean>) => Promise<void>;
};

/**
 * The state of a form that is being sent. It is set in the task of the press, because React renders
 * later and a second press in the same task would find the button unchanged.
 */
export function useSending(): Sending {
  const isClosed = useRef(false);
  const [isSending, setSending] = useState(false);
  return {
    isSending,
    async send(work) {
      if (isClosed.current) return;
      isClosed.current = true;
      setSending(true);
      let isStored = false;
      try {
        isStored = await work();
      } finally {
        if (!isStored) {
          isClosed.current = false;
          setSending(false);
        }
      }
    },
  };
}

/**
 * The ref of a form that takes no input while it is sent, because that input would be lost.
 * Afterwards the focus returns to where it was, or to the focusable part of the screen around it.
 */
export function useClosedWhile<Element extends HTMLElement>(isSending: boolean): RefObject<Element | null> {
  const form = useRef<Element>(null);
  useLayoutEffect(() => {
    const { current } = form;
    if (current === null || !isSending) return undefined;
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement && current.contains(activeElement) ? activeElement : null;
    current.inert = true;
    return () => {
      current.inert = false;
      if (!current.isConnected) return;
      focused?.focus();
      // After success the pressed button may be disabled, and can't take the focus.
      if (isFocusLost()) focused?.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    };
  }, [isSending]);
  return form;
}
